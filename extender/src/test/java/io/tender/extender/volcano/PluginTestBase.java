package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.Ticker;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.PluginSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;

/** A plugin made from its arguments, a server to talk to, and a cluster to talk about. */
abstract class PluginTestBase {
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final ScriptedExtender extender = new ScriptedExtender();
    final FakeSession session = new FakeSession();
    /** Set before plugins are made by tests that move the time. */
    Ticker ticker = Ticker.SYSTEM;

    private final List<ExtenderPlugin> plugins = new ArrayList<>();

    /** A plugin that asks at these verbs, each under its own name. */
    ExtenderPlugin plugin(Map<String, ?> more, Question... questions) {
        return plugin(
                "gpu",
                new ExtenderPluginFactory(ClientSurroundings.system(registry).withTicker(ticker)),
                more,
                questions);
    }

    ExtenderPlugin plugin(String name, ExtenderPluginFactory factory, Map<String, ?> more, Question... questions) {
        Map<String, Object> values = new TreeMap<>();
        values.put("extender.urlPrefix", extender.url());
        values.put("extender.httpTimeout", "20s");
        for (Question question : questions) {
            values.put(question.argument(), question.label());
        }
        values.putAll(more);
        Arguments arguments = new Arguments(values);
        var made = factory.create(arguments, new PluginSetup(name, false));
        assertThat(arguments.problems()).isEmpty();
        assertThat(arguments.unread()).isEmpty();
        ExtenderPlugin plugin = (ExtenderPlugin) made;
        plugins.add(plugin);
        return plugin;
    }

    ExtenderPlugin plugin(Question... questions) {
        return plugin(Map.of(), questions);
    }

    static <H> H hook(Hooks hooks, HookKind<H> kind) {
        assertThat(hooks.of(kind)).as(kind.name()).hasSize(1);
        return hooks.of(kind).getFirst();
    }

    double failures(Question question, String consequence) {
        Counter counter = registry.find("tender.extender.failures")
                .tags("extender", "gpu", "verb", question.label(), "consequence", consequence)
                .counter();
        return counter == null ? 0 : counter.count();
    }

    double reused(Question question) {
        Counter counter = registry.find("tender.extender.reused.answers")
                .tags("extender", "gpu", "verb", question.label())
                .counter();
        return counter == null ? 0 : counter.count();
    }

    @AfterEach
    void closeAll() {
        plugins.forEach(ExtenderPlugin::close);
        extender.close();
    }
}
