package io.tender.benchmarks.curves;

import java.util.List;

/**
 * How one cost grows.
 *
 * @param file the plot's file name without its ending
 * @param title what is measured
 * @param across what grows
 * @param unit the unit of the times
 * @param points our times
 * @param reference times of the reference allocator for the same, where there are any
 */
public record Curve(String file, String title, String across, String unit, List<Point> points, List<Point> reference) {

    /** A size and a time. */
    public record Point(double size, double time) {}
}
