package io.tender.runtime.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tender.runtime.UnknownBatchPlugin;
import io.tender.runtime.yaml.YamlProblem;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.PluginSetup;
import io.tender.spi.batch.SessionView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class SchedulerConfTest {
    private static final BatchPlugins PLUGINS = BatchPlugins.ofClassPath();

    private static SchedulerConf read(String text) {
        return SchedulerConf.read("scheduler.conf", text, 1, PLUGINS);
    }

    private static List<YamlProblem> problems(String text) {
        return catchThrowableOfType(ConfException.class, () -> read(text)).problems();
    }

    private static String withPlugin(String lines) {
        return "actions: allocate\ntiers:\n- plugins:\n" + lines.indent(2);
    }

    @Test
    void the_usual_settings_are_read() {
        assertThat(read(SchedulerConf.USUAL).actions()).containsExactly("enqueue", "allocate", "backfill");
    }

    @Test
    void the_settings_of_the_helm_chart_are_read_unchanged() {
        SchedulerConf conf = read("""
                actions: "enqueue, allocate, backfill"
                tiers:
                - plugins:
                  - name: priority
                  - name: gang
                    enablePreemptable: false
                  - name: conformance
                - plugins:
                  - name: overcommit
                  - name: drf
                    enablePreemptable: false
                  - name: predicates
                  - name: proportion
                  - name: nodeorder
                  - name: binpack
                """);

        assertThat(conf.actions()).hasSize(3);
        assertThat(conf.notices()).isEmpty();
    }

    /** As the guides of Volcano have it. */
    private static final String CONFIG_MAP = """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: volcano-scheduler-configmap
              namespace: volcano-system
            data:
              volcano-scheduler.conf: |
                actions: "enqueue, allocate, preempt, backfill"
                tiers:
                - plugins:
                  - name: priority
                  - name: gang
                    enablePreemptable: false
                  - name: cdp
                - plugins:
                  - name: predicates
                  - name: binpack
                    arguments:
                      binpack.resources: nvidia.com/gpu, example.com/foo
                      binpack.resources.nvidia.com/gpu: 2
                metrics:
                  type: prometheus
                  address: http://192.168.0.10:9090
            """;

    @Test
    void the_config_map_that_has_them_is_read_as_well() {
        SchedulerConf conf = read(CONFIG_MAP);

        assertThat(conf.actions()).containsExactly("enqueue", "allocate", "preempt", "backfill");
        assertThat(conf.notices()).singleElement().asString().startsWith("metrics");
        assertThat(problems(CONFIG_MAP.replace("name: gang", "name: gagn")))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.line()).isEqualTo(12);
                    assertThat(problem.column()).isEqualTo(15);
                    assertThat(problem.problem()).contains("Did you mean 'gang'?");
                });
        assertThat(read("kind: ConfigMap\ndata: {other.conf: \"actions: allocate\\ntiers: []\"}\n")
                        .actions())
                .containsExactly("allocate");
    }

    @Test
    void a_config_map_without_settings_is_told_what_it_lacks() {
        assertThat(problems("kind: ConfigMap\n"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.got()).isEqualTo("a ConfigMap without data"));
        assertThat(problems("kind: ConfigMap\ndata: {a.conf: x, b.conf: y}\n"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.line()).isEqualTo(2);
                    assertThat(problem.expected()).contains("volcano-scheduler.conf");
                });
        assertThat(problems("kind: ConfigMap\ndata: {a.conf: {actions: allocate}}\n"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.expected()).isEqualTo("a text"));
    }

    @Test
    void a_mistake_within_a_config_map_is_told_where_it_stands() {
        assertThat(problems("kind: ConfigMap\ndata:\n  other.conf: |\n    actions: [allocate\n    tiers: []\n"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.file()).isEqualTo("scheduler.conf");
                    assertThat(problem.line()).isEqualTo(5);
                });
        assertThat(problems("kind: ConfigMap\ndata: {other.conf: \"actions: fly\\ntiers: []\"}\n"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.file()).endsWith("(other.conf)"));
    }

    @Test
    void words_of_older_yaml_are_booleans_too() {
        assertThat(read(withPlugin("- name: gang\n  enablePreemptable: off\n  enableJobOrder: Yes\n"))
                        .actions())
                .containsExactly("allocate");
    }

    @Test
    void all_mistakes_are_told_at_once_with_their_lines() {
        List<YamlProblem> problems = problems("""
                actions: "enqueue, alocate"
                tiers:
                - plugins:
                  - name: prority
                  - name: nodeorder
                    enablePreemptible: true
                    arguments:
                      leastrequested.weight: two
                      leastrequested.wieght: 2
                configurations:
                - name: preempt
                  arguments: {enableTopologyAwarePreemption: 7}
                """);

        assertThat(problems).extracting(YamlProblem::line).containsExactlyInAnyOrder(1, 4, 6, 8, 9, 12);
        assertThat(problems)
                .extracting(YamlProblem::problem)
                .anyMatch(text -> text.contains("'alocate' is no action. Did you mean 'allocate'?"))
                .anyMatch(text -> text.contains("'prority' is no plugin. Did you mean 'priority'?"))
                .anyMatch(text -> text.contains("Did you mean 'enablePreemptable'?"))
                .anyMatch(text -> text.contains("Did you mean 'leastrequested.weight'?"));
    }

    @Test
    void mistakes_in_what_is_nested_in_an_argument_are_told_with_their_lines() {
        List<YamlProblem> problems = problems(withPlugin("""
                - name: resource-strategy-fit
                  arguments:
                    resources:
                      cpu:
                        type: LestAllocated
                    sra:
                      enable: true
                      wieght: 2
                      resources: nvidia.com/gpu
                      resourceWeight:
                        nvidia.com/gpu: -1
                - name: usage
                  arguments:
                    thresholds:
                      cpu: 101
                """));

        assertThat(problems)
                .extracting(problem -> problem.line() + ": " + problem.problem())
                .containsExactlyInAnyOrder(
                        "8: Argument 'resources.cpu.type' of plugin 'resource-strategy-fit' cannot be this.",
                        "11: 'sra.wieght' is no argument of plugin 'resource-strategy-fit'. Did you mean 'sra.weight'?",
                        "14: Argument 'sra.resourceWeight.nvidia.com/gpu' of plugin 'resource-strategy-fit' cannot be this.",
                        "18: Argument 'thresholds.cpu' of plugin 'usage' cannot be this.");
    }

    @Test
    void lines_are_counted_from_where_the_text_was_taken_from() {
        ConfException bad = catchThrowableOfType(
                ConfException.class, () -> SchedulerConf.read("all.yaml", "actions: dance\ntiers: []\n", 41, PLUGINS));

        assertThat(bad.problems()).extracting(YamlProblem::line).containsExactly(41);
        assertThat(bad).hasMessageContaining("all.yaml:41:10: 'dance' is no action.");
    }

    @Test
    void what_is_no_yaml_is_pointed_at() {
        assertThat(problems("actions: [\n"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.problem()).startsWith("This is no YAML"));
        assertThat(problems(""))
                .singleElement()
                .extracting(YamlProblem::problem)
                .isEqualTo("The settings are empty.");
    }

    @Test
    void a_plugin_that_needs_a_kubelet_is_refused_with_the_reason() {
        assertThat(problems(withPlugin("- name: numa-aware\n")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.problem()).contains("not part of this program", "kubelet"));
    }

    @Test
    void the_same_plugin_twice_needs_names() {
        assertThat(problems(withPlugin("- name: binpack\n- name: binpack\n")))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.line()).isEqualTo(5);
                    assertThat(problem.problem()).isEqualTo("Two plugins are called 'binpack'.");
                    assertThat(problem.expected()).contains("as: another-name");
                });
        assertThat(read(withPlugin("- name: binpack\n- name: binpack\n  as: second\n"))
                        .actions())
                .hasSize(1);
    }

    @Test
    void two_who_divide_the_cluster_cannot_share_a_tier() {
        assertThat(problems(withPlugin("- name: drf\n  enableHierarchy: true\n- name: proportion\n")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.problem()).contains("cannot share a tier"));
    }

    @Test
    void a_key_written_twice_is_a_mistake() {
        assertThat(problems("actions: allocate\nactions: enqueue\ntiers: []\n"))
                .extracting(YamlProblem::problem)
                .containsExactly("'actions' is written twice.");
    }

    @Test
    void caches_and_a_small_factor_are_taken_as_volcano_takes_them_and_noted() {
        String text = """
                actions: "enqueue, allocate, backfill, reclaim"
                tiers:
                - plugins:
                  - {name: overcommit, arguments: {overcommit-factor: 0.5}}
                  - {name: predicates, arguments: {predicate.CacheEnable: true}}
                configurations:
                - {name: backfill, arguments: {predicateErrorCacheEnable: true}}
                - {name: reclaim, arguments: {predicateErrorCacheEnable: false}}
                """;
        assertThat(read(text).notices())
                .hasSize(4)
                .anySatisfy(notice -> assertThat(notice).contains("overcommit-factor"))
                .anySatisfy(notice -> assertThat(notice).contains("predicate.CacheEnable"));
        assertThat(new LiveConf("scheduler.conf", text, PLUGINS).notices()).hasSize(4);
    }

    @Test
    void hierarchical_drf_beside_proportion_is_found_under_any_name() {
        assertThat(problems("""
                actions: allocate
                tiers:
                - plugins: [{name: drf, enableHierarchy: true}, {name: proportion, as: shares}]
                """))
                .singleElement()
                .satisfies(problem -> assertThat(problem.problem()).contains("cannot share a tier"));
    }

    @Test
    void sources_of_metrics_are_noted_as_without_effect() {
        assertThat(read("actions: allocate\ntiers: []\nmetrics: {type: prometheus}\n")
                        .notices())
                .singleElement()
                .asString()
                .contains("metrics");
    }

    @Test
    void a_bad_reload_keeps_what_is_in_force() {
        try (LiveConf live = new LiveConf("a.conf", SchedulerConf.USUAL, PLUGINS)) {
            var before = live.engine();

            LiveConf.Reload bad = live.reload("b.conf", "actions: dance\ntiers: []\n");
            assertThat(bad.applied()).isFalse();
            assertThat(bad.problems())
                    .singleElement()
                    .extracting(YamlProblem::file)
                    .isEqualTo("b.conf");
            assertThat(live.engine()).isSameAs(before);

            assertThat(live.reload("c.conf", "actions: allocate\ntiers: []\n").applied())
                    .isTrue();
            assertThat(live.engine()).isNotSameAs(before);
        }
    }

    /** Needs an argument, and others beside it that there are not. */
    private static final class Demanding implements BatchPluginFactory {
        @Override
        public String name() {
            return "demanding";
        }

        @Override
        public BatchPlugin create(Arguments arguments, PluginSetup setup) {
            if (arguments.text("address", "").isEmpty()) {
                arguments.problem("address", "nothing", "an address");
            }
            return new BatchPlugin() {
                @Override
                public Hooks open(SessionView session) {
                    return Hooks.none();
                }

                @Override
                public Optional<String> meet(SortedMap<String, BatchPlugin> plugins) {
                    return Optional.of("nobody is beside it");
                }
            };
        }
    }

    private static List<Integer> linesOfProblems(String text) {
        return catchThrowableOfType(
                        ConfException.class, () -> SchedulerConf.read("a.conf", text, 1, PLUGINS.with(new Demanding())))
                .problems()
                .stream()
                .map(YamlProblem::line)
                .toList();
    }

    @Test
    void what_a_plugin_lacks_is_told_where_the_plugin_is() {
        assertThat(linesOfProblems(withPlugin("""
                - name: demanding
                  arguments: {}
                - name: demanding
                  as: other
                """))).containsExactly(4, 7);
        assertThat(linesOfProblems(withPlugin("- name: demanding\n  arguments: {address: here}\n")))
                .containsExactly(4);
    }

    /** Counts how many of its plugins are open, and which took over from another. */
    private static final class Counted implements BatchPluginFactory {
        private final List<String> open = new ArrayList<>();
        private final List<String> succeeded = new ArrayList<>();

        @Override
        public String name() {
            return "counted";
        }

        @Override
        public BatchPlugin create(Arguments arguments, PluginSetup setup) {
            open.add(setup.name());
            return new BatchPlugin() {
                @Override
                public Hooks open(SessionView session) {
                    return Hooks.none();
                }

                @Override
                public void succeed(BatchPlugin former) {
                    succeeded.add(setup.name());
                }

                @Override
                public void close() {
                    open.remove(setup.name());
                }
            };
        }
    }

    @Test
    void plugins_of_refused_and_replaced_settings_are_closed() {
        Counted counted = new Counted();
        BatchPlugins plugins = PLUGINS.with(counted);
        String good = withPlugin("- name: counted\n- name: counted\n  as: other\n");

        assertThatThrownBy(() -> SchedulerConf.read("bad", good + "nonsense: 1\n", 1, plugins))
                .isInstanceOf(ConfException.class);
        assertThat(counted.open).isEmpty();
        try (LiveConf live = new LiveConf("good", good, plugins)) {
            assertThat(counted.open).containsExactly("counted", "other");
            assertThat(counted.succeeded).isEmpty();
            live.reload("again", good);
            assertThat(counted.succeeded).containsExactly("counted", "other");
            assertThat(counted.open).containsExactly("counted", "other");
        }
        assertThat(counted.open).isEmpty();
    }

    @Test
    void two_plugins_of_one_name_are_told_apart_by_where_they_come_from() {
        assertThatThrownBy(() -> PLUGINS.with(new Counted(), new Counted()))
                .isInstanceOf(UnknownBatchPlugin.class)
                .hasMessageContaining("Two batch plugins are called 'counted'");
    }
}
