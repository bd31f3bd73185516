package io.tender.extender.volcano;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A plugin that speaks as kube-scheduler does, at its four verbs. */
abstract class KubeTestBase extends PluginTestBase {
    final GoldenMessagesTest.Example example = new GoldenMessagesTest.Example(session);

    static String golden(String name) {
        return GoldenMessagesTest.golden("/io/tender/extender/kube/" + name + ".json");
    }

    /** The nodes of the example have no GPU, so what it manages is left to it. */
    ExtenderPlugin kube(Map<String, ?> more) {
        Map<String, Object> arguments = new TreeMap<>();
        arguments.put("extender.dialect", "kube");
        arguments.put("extender.filterVerb", "filter");
        arguments.put("extender.prioritizeVerb", "prioritize");
        arguments.put("extender.preemptVerb", "preempt");
        arguments.put("extender.bindVerb", "bind");
        arguments.put(
                "extender.managedResources", List.of(Map.of("name", "nvidia.com/gpu", "ignoredByScheduler", true)));
        arguments.putAll(more);
        return plugin(arguments);
    }

    String ask(ExtenderPlugin plugin, Question question) {
        return GoldenMessagesTest.ask(plugin, question, session, example);
    }

    static String verb(Question question) {
        return KubeArguments.label(question);
    }
}
