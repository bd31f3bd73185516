package io.tender.benchmarks.report;

import io.tender.benchmarks.curves.Curve;
import io.tender.benchmarks.curves.Curve.Point;

/** A growth curve, as a table. */
final class CurveTables {

    private CurveTables() {}

    static Table table(Curve curve) {
        Table table = new Table(0, curve.across(), curve.unit());
        for (Point point : curve.points()) {
            table.add(Numbers.count(Math.round(point.size())), Numbers.ms(point.time()));
        }
        return table;
    }
}
