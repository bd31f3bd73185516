package io.tender.benchmarks.curves;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.benchmarks.reference.ReferenceFigures;
import io.tender.core.allocator.HierarchicalAllocator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurvesTest {

    @Test
    void every_curve_is_sampled_and_drawn(@TempDir Path folder) throws IOException {
        CurveSizes sizes = new CurveSizes(List.of(10, 20), List.of(2, 4), List.of(1, 2), List.of(1, 2), 5);
        List<Curve> curves = new Curves(
                        (host, sorter) -> new HierarchicalAllocator(host, sorter, sorter),
                        sizes,
                        ReferenceFigures.load(),
                        what -> {})
                .measure();
        assertThat(curves)
                .extracting(Curve::file)
                .containsExactly(
                        "curve-one-agent-agents",
                        "curve-one-agent-frameworks",
                        "curve-one-agent-roles",
                        "curve-one-agent-filters",
                        "curve-limits-agents",
                        "curve-unwanted-agents",
                        "curve-full-round",
                        "curve-all-filtered");
        for (Curve curve : curves) {
            assertThat(curve.points())
                    .hasSize(2)
                    .allSatisfy(point -> assertThat(point.time()).isPositive());
            CurvePlot.write(curve, folder);
            assertThat(ImageIO.read(folder.resolve(curve.file() + ".png").toFile()))
                    .as("a picture that can be read back")
                    .satisfies(picture -> assertThat(picture.getWidth()).isPositive());
        }
    }

    @Test
    void curves_show_the_reference_where_it_was_measured() {
        CurveSizes sizes = new CurveSizes(List.of(10), List.of(2), List.of(1), List.of(1), 1);
        List<Curve> curves = new Curves(
                        (host, sorter) -> new HierarchicalAllocator(host, sorter, sorter),
                        sizes,
                        ReferenceFigures.load(),
                        what -> {})
                .measure();
        assertThat(curves.get(6).reference())
                .containsExactly(new Curve.Point(1000, 62.8), new Curve.Point(5000, 412), new Curve.Point(10000, 959));
        assertThat(curves.get(7).reference()).containsExactly(new Curve.Point(1000, 18.6), new Curve.Point(50000, 466));
    }
}
