package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.ClientSurroundings;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.PluginSetup;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two at once: each has its own name, address, verbs, resources and weight. */
class SeveralExtendersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ExtenderPluginFactory factory = new ExtenderPluginFactory(ClientSurroundings.system(registry));
    private final ScriptedExtender first = new ScriptedExtender();
    private final ScriptedExtender second = new ScriptedExtender();
    private final FakeSession session = new FakeSession();

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    private ExtenderPlugin plugin(String name, Map<String, ?> values) {
        Arguments arguments = new Arguments(values);
        ExtenderPlugin plugin = (ExtenderPlugin) factory.create(arguments, new PluginSetup(name, false));
        assertThat(arguments.problems()).isEmpty();
        return plugin;
    }

    @Test
    void each_is_asked_for_itself_and_named_in_what_it_refuses() {
        first.on("score", "{\"nodeScore\":{\"n0\":10}}").on("check", 500, "");
        second.on("prioritize", "{\"nodeScore\":{\"n0\":10}}").on("predicate", "{}");
        session.nodes(1);
        try (ExtenderPlugin gpu = plugin(
                        "gpu",
                        Map.of(
                                "extender.urlPrefix",
                                first.url(),
                                "extender.httpTimeout",
                                "20s",
                                "extender.retries",
                                0,
                                "extender.prioritizeVerb",
                                "score",
                                "extender.predicateVerb",
                                "check",
                                "extender.managedResources",
                                List.of("nvidia.com/gpu"),
                                "extender.weight",
                                0.5));
                ExtenderPlugin net = plugin(
                        "extender: net",
                        Map.of(
                                "extender.urlPrefix", second.url(),
                                "extender.httpTimeout", "20s",
                                "extender.prioritizeVerb", "prioritize",
                                "extender.predicateVerb", "predicate"))) {
            Hooks ofGpu = gpu.open(session);
            Hooks ofNet = net.open(session);
            FakeTask task = session.task("a", "nvidia.com/gpu=1");
            FakeTask plain = session.task("b", "cpu=1");
            assertThat(Decision.word(PluginTestBase.hook(ofGpu, HookKind.BATCH_NODE_ORDER)
                            .score(task, List.copyOf(session.nodes()))))
                    .isEqualTo("scores {n0=5.0}");
            assertThat(Decision.word(PluginTestBase.hook(ofNet, HookKind.BATCH_NODE_ORDER)
                            .score(task, List.copyOf(session.nodes()))))
                    .isEqualTo("scores {n0=10.0}");
            assertThat(Decision.word(PluginTestBase.hook(ofGpu, HookKind.BATCH_PREDICATE)
                            .fits(task, List.copyOf(session.nodes()), 1)
                            .getFirst()))
                    .startsWith("refused: Extender 'gpu'");
            PluginTestBase.hook(ofGpu, HookKind.BATCH_PREDICATE).fits(plain, List.copyOf(session.nodes()), 1);
            PluginTestBase.hook(ofNet, HookKind.BATCH_PREDICATE).fits(plain, List.copyOf(session.nodes()), 1);
            assertThat(first.asked("check")).hasSize(1);
            assertThat(second.asked("predicate")).hasSize(1);
            assertThat(gpu.name()).isEqualTo("gpu");
            assertThat(net.name()).isEqualTo("extender--net");
        }
    }
}
