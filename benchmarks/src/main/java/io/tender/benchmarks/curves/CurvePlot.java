package io.tender.benchmarks.curves;

import io.tender.benchmarks.curves.Curve.Point;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws a curve on logarithmic axes, beside a line that grows as fast as the size does. */
public final class CurvePlot {

    private static final int WIDTH = 560;
    private static final int HEIGHT = 340;
    private static final Color OURS = new Color(0x1F6FB4);
    private static final Color THEIRS = new Color(0xC44E52);
    private static final Color GUIDE = new Color(0x999999);
    private static final Color GRID = new Color(0xE6E6E6);

    private CurvePlot() {}

    /** Writes the plot as a PNG file into a folder. */
    public static void write(Curve curve, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve(curve.file() + ".png"), ChartEncoder.getBytes(chart(curve), "png"));
    }

    private static XYChart chart(Curve curve) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(curve.title())
                .xAxisTitle(curve.across())
                .yAxisTitle(curve.unit())
                .build();
        XYStyler styler = chart.getStyler();
        styler.setXAxisLogarithmic(true);
        styler.setYAxisLogarithmic(true);
        styler.setXAxisDecimalPattern("#,##0.###");
        styler.setYAxisDecimalPattern("#,##0.###");
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotGridLinesStroke(new BasicStroke(1));
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotBorderVisible(false);
        styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 13));
        add(chart, "Tender", curve.points(), OURS, false);
        if (!curve.reference().isEmpty()) {
            add(chart, "Mesos (C++ reference)", curve.reference(), THEIRS, false);
        }
        add(chart, "growth in proportion", proportional(curve.points()), GUIDE, true);
        return chart;
    }

    private static void add(XYChart chart, String name, List<Point> points, Color color, boolean guide) {
        XYSeries series = chart.addSeries(
                name,
                points.stream().mapToDouble(Point::size).toArray(),
                points.stream().mapToDouble(Point::time).toArray());
        series.setLineColor(color);
        series.setMarkerColor(color);
        if (guide) {
            series.setMarker(SeriesMarkers.NONE);
            series.setLineStyle(
                    new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, new float[] {4, 4}, 0));
        } else {
            series.setMarker(SeriesMarkers.CIRCLE);
        }
    }

    private static List<Point> proportional(List<Point> points) {
        Point first = points.getFirst();
        return points.stream()
                .map(point -> new Point(point.size(), first.time() * point.size() / first.size()))
                .toList();
    }
}
