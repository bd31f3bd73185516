package io.tender.core.batch.plugin;

import static io.tender.core.batch.plugin.TestSession.res;
import static io.tender.core.batch.plugin.TestSession.template;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.GoDuration;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.PluginSetup;
import io.tender.spi.batch.Reach;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BuiltInPluginsTest {

    @Test
    void all_plugins_are_there_by_name_with_a_description() {
        assertThat(BuiltInPlugins.factories())
                .extracting(BatchPluginFactory::name)
                .isSorted()
                .containsExactly(
                        "binpack",
                        "capacity",
                        "cdp",
                        "conformance",
                        "drf",
                        "gang",
                        "network-topology-aware",
                        "nodegroup",
                        "nodeorder",
                        "overcommit",
                        "pdb",
                        "predicates",
                        "priority",
                        "proportion",
                        "rescheduling",
                        "resource-strategy-fit",
                        "resourcequota",
                        "sla",
                        "task-topology",
                        "tdm",
                        "usage");
        assertThat(BuiltInPlugins.factories())
                .allSatisfy(factory -> assertThat(factory.description()).isNotEmpty());
    }

    @Test
    void what_is_left_out_says_why() {
        assertThat(BuiltInPlugins.leftOut()).containsKeys("numa-aware", "deviceshare");
        assertThat(BuiltInPlugins.leftOut().values())
                .allSatisfy(reason -> assertThat(reason).contains("kubelet"));
    }

    @Test
    void every_plugin_opens_over_nothing_with_and_without_a_hierarchy() {
        for (BatchPluginFactory factory : BuiltInPlugins.factories()) {
            for (boolean hierarchy : new boolean[] {true, false}) {
                var plugin = factory.create(Arguments.none(), new PluginSetup(factory.name(), hierarchy));
                assertThat(plugin.open(new TestSession())).as(factory.name()).isNotNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "priority",
                "gang",
                "conformance",
                "overcommit",
                "drf",
                "predicates",
                "proportion",
                "nodeorder",
                "binpack"
            })
    void the_usual_plugins_never_look_beyond_the_node_for_plain_tasks(String name) {
        TestSession session = new TestSession().node("n1", "cpu=4 memory=4Gi");
        var job = session.job("d/j", 2, template("w", "cpu=1 memory=1Gi"));

        assertThat(Asking.reach(session.open(name), job.task(0))).isNotEqualTo(Reach.CLUSTER);
    }

    @Test
    void unknown_arguments_are_told() {
        for (BatchPluginFactory factory : BuiltInPlugins.factories()) {
            assertThat(TestSession.complaints(factory.name(), Map.of("no-such-argument", 1)))
                    .as(factory.name())
                    .containsExactly("no-such-argument");
        }
    }

    @ParameterizedTest
    @CsvSource({"90s,90000", "1h30m,5400000", "1.5h,5400000", "200ms,200", "0,0", "2m0.5s,120500"})
    void lengths_of_time_are_read(String text, long millis) {
        assertThat(GoDuration.parse(text)).contains(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "m", "5 m", "1d", "5mm", "1e3s"})
    void what_is_no_length_of_time_is_refused(String text) {
        assertThat(GoDuration.parse(text)).isEmpty();
    }

    @Test
    void percentages_are_rounded_up() {
        assertThat(NumberOrPercent.of("30%", 5)).isEqualTo(OptionalInt.of(2));
        assertThat(NumberOrPercent.of("3", 5)).isEqualTo(OptionalInt.of(3));
        assertThat(NumberOrPercent.of("", 5)).isEmpty();
        assertThat(NumberOrPercent.of("many", 5)).isEmpty();
    }

    @Test
    void a_holding_counts_what_a_list_would() {
        Holding holding = Holding.of(res("cpu=1 memory=1Gi nvidia.com/gpu=2 a=1 b=1"));
        holding.add(res("cpu=2 c=3"));
        holding.subtract(res("nvidia.com/gpu=2 cpu=1"));

        assertThat(holding.toList()).isEqualTo(res("cpu=2 memory=1Gi a=1 b=1 c=3"));
        assertThat(holding.shareOf(res("cpu=4 memory=4Gi"))).isEqualTo(0.5);
        assertThat(holding.excess(res("cpu=3"), res("cpu=4"))).isEqualTo("cpu 5 of 4");
        assertThat(holding.excess(res("cpu=2"), res("cpu=4"))).isEqualTo("nothing");
    }

    @Test
    void the_memory_of_a_very_large_cluster_is_summed_exactly() {
        ResourceList machine = res("memory=8000Gi");
        ResourceList sum = ResourceList.empty();
        Holding holding = new Holding();
        for (int i = 0; i < 2000; i++) {
            sum = sum.plus(machine);
            holding.add(machine);
        }

        assertThat(sum.millis(ResourceList.MEMORY)).isEqualTo(16_000_000L << 30);
        assertThat(holding.millis(ResourceList.MEMORY)).isEqualTo(16_000_000L << 30);
    }

    @Test
    void the_same_question_gets_the_same_answer() {
        TestSession session = new TestSession().node("n1", "cpu=10");
        var one = session.job("d/a", 4, template("w", "cpu=1")).running("n1");
        var mine = session.job("d/b", more -> more.priority(5), 1, template("w", "cpu=1"));
        List<String> names = List.of("priority", "drf", "conformance");
        for (String name : names) {
            var first = Asking.preempt(session.open(name), mine.task(0), one.all());
            var second = Asking.preempt(session.open(name), mine.task(0), one.all());
            assertThat(first).isEqualTo(second);
        }
    }
}
