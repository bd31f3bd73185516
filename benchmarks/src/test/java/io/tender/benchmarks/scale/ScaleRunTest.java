package io.tender.benchmarks.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.benchmarks.scale.ScaleResult.Step;
import io.tender.core.allocator.HierarchicalAllocator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleRunTest {

    @Test
    void a_cluster_in_small_goes_through_all_steps() {
        List<String> told = new ArrayList<>();
        ScaleResult result = new ScaleRun(new ScaleRun.Size(300, 30, 10), told::add)
                .run((host, sorter) -> new HierarchicalAllocator(host, sorter, sorter));
        assertThat(result.steps())
                .extracting(Step::name)
                .contains("add frameworks", "first run", "quiet tick (all is offered)", "quiet tick with filters");
        assertThat(result.steps())
                .filteredOn(step -> step.offers() > 0)
                .allSatisfy(step -> assertThat(step.allocatedPerOffer()).isPositive());
        assertThat(told).contains("add agents", "decline all for ever");
    }
}
