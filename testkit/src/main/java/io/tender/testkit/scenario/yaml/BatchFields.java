package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.text;

import io.tender.testkit.scenario.BatchSetup;
import io.tender.testkit.scenario.step.BatchCommand;
import io.tender.testkit.scenario.step.ConfText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What stands under {@code batch}: the settings of the scheduler, and what there is when the scenario begins. */
final class BatchFields {
    private static final String USUAL_ACTIONS = "enqueue, allocate, backfill";
    private static final String USUAL_TIERS = "[{\"plugins\":[{\"name\":\"priority\"},{\"name\":\"gang\"},"
            + "{\"name\":\"conformance\"}]},{\"plugins\":[{\"name\":\"overcommit\"},{\"name\":\"drf\"},"
            + "{\"name\":\"predicates\"},{\"name\":\"proportion\"},{\"name\":\"nodeorder\"}]}]";

    private static final Shape TIERS = Shape.anyOf(
            text("priority gang conformance"),
            new Shape.ListOf(Shape.anyOf(text("priority gang"), new Shape.ListOf(new Shape.Any("a plugin")))));

    private static final List<Shape.Field> CONF = List.of(
            optional("actions", text(USUAL_ACTIONS), "the actions in their order"),
            optional(
                    "tiers",
                    TIERS,
                    "the plugins, tier by tier: names, or maps as in a file of settings; the built-in tiers"),
            optional("configurations", new Shape.Any("as in a file of settings"), "arguments of actions"));

    static final Shape CONF_SHAPE = Shape.anyOf(text("actions: \"enqueue, allocate\" ..."), new Shape.Fields(CONF));

    static final Shape.Fields ALL = new Shape.Fields(fields());

    private BatchFields() {}

    private static List<Shape.Field> fields() {
        List<Shape.Field> fields = new ArrayList<>();
        fields.add(optional(
                "conf", text("actions: ..."), "a whole volcano-scheduler.conf; $(name) is the address of an extender"));
        fields.addAll(CONF);
        fields.add(optional("extenders", new Shape.MapOf("name", ExtenderFields.EXTENDER), "extenders that listen"));
        fields.add(optional("nodes", BatchObjects.NODES, "the nodes"));
        fields.add(optional("queues", BatchObjects.QUEUES, "the queues; there is always one called default"));
        fields.add(optional("hyperNodes", BatchObjects.DOMAINS, "the domains of the network"));
        fields.add(optional("quotas", BatchObjects.QUOTAS, "quotas of namespaces"));
        fields.add(optional("budgets", BatchObjects.BUDGETS, "disruption budgets"));
        fields.add(optional("jobs", BatchJobs.JOBS, "the jobs"));
        fields.add(optional("tasksRun", new Shape.Flag(), "whether placed tasks run before the next session; true"));
        fields.add(optional(
                "evictedLeave",
                new Shape.Flag(),
                "whether evicted tasks have left, and wait again, before the next session; true"));
        return List.copyOf(fields);
    }

    /** The names of the extenders of a document, each standing for itself until their addresses are known. */
    static Map<String, String> addresses(YamlValue document) {
        Map<String, String> addresses = new HashMap<>();
        document.get("batch")
                .filter(YamlValue::isMap)
                .flatMap(batch -> batch.get("extenders"))
                .ifPresent(extenders ->
                        extenders.entries().forEach(entry -> addresses.put(entry.name(), "$(" + entry.name() + ")")));
        return addresses;
    }

    static BatchSetup read(YamlValue document) {
        BatchSetup setup = BatchSetup.defaults()
                .withSeed(document.get("seed").map(YamlValue::seed).orElse(1L))
                .withStrict(document.get("strict").map(YamlValue::flag).orElse(true));
        YamlValue batch = document.get("batch").orElseThrow();
        BatchObjects.requireKnown(batch, ALL, "part of 'batch'");
        Optional<ConfText> conf = conf(batch);
        if (conf.isPresent()) {
            setup = setup.withConf(conf.get());
        }
        Optional<YamlValue> extenders = batch.get("extenders");
        if (extenders.isPresent()) {
            List<BatchCommand> changes = new ArrayList<>();
            for (YamlValue.Entry entry : extenders.get().entries()) {
                setup = setup.withExtender(entry.name());
                changes.add(ExtenderFields.change(entry.name(), entry.value()));
            }
            setup = setup.withOpening(changes);
        }
        List<BatchCommand> opening = new ArrayList<>();
        batch.get("nodes").ifPresent(value -> opening.addAll(BatchObjects.nodes(value)));
        batch.get("queues").ifPresent(value -> opening.addAll(BatchObjects.queues(value)));
        batch.get("hyperNodes").ifPresent(value -> opening.addAll(BatchObjects.domains(value)));
        batch.get("quotas").ifPresent(value -> opening.addAll(BatchObjects.quotas(value)));
        batch.get("budgets").ifPresent(value -> opening.addAll(BatchObjects.budgets(value)));
        batch.get("jobs").ifPresent(value -> opening.addAll(BatchJobs.read(value)));
        return setup.withOpening(opening)
                .withTasksRun(batch.get("tasksRun").map(YamlValue::flag).orElse(true))
                .withEvictedLeave(batch.get("evictedLeave").map(YamlValue::flag).orElse(true));
    }

    private static Optional<ConfText> conf(YamlValue batch) {
        Optional<YamlValue> whole = batch.get("conf");
        boolean parts = CONF.stream().anyMatch(field -> batch.get(field.name()).isPresent());
        if (whole.isPresent() && parts) {
            throw whole.get()
                    .problem(
                            "the settings are given twice",
                            "'conf' and parts of it beside it",
                            "either 'conf', or 'actions', 'tiers' and 'configurations'");
        }
        return whole.isPresent()
                ? Optional.of(whole(whole.get()))
                : parts ? Optional.of(made(batch)) : Optional.empty();
    }

    /** Settings as a step gives them: a whole text, or parts. */
    static ConfText confOf(YamlValue value) {
        if (value.isText()) {
            return whole(value);
        }
        BatchObjects.requireKnown(value, new Shape.Fields(CONF), "part of the settings");
        return made(value);
    }

    private static ConfText whole(YamlValue value) {
        return new ConfText(value.place().file(), value.text(), value.firstLine());
    }

    private static ConfText made(YamlValue value) {
        StringBuilder text = new StringBuilder("{\"actions\":\"");
        text.append(value.get("actions").map(YamlValue::text).orElse(USUAL_ACTIONS))
                .append("\",\"tiers\":");
        text.append(value.get("tiers").map(BatchFields::tiers).orElse(USUAL_TIERS));
        value.get("configurations")
                .ifPresent(more -> text.append(",\"configurations\":").append(YamlJson.text(more)));
        return new ConfText(
                value.place().file(), text.append('}').toString(), value.place().line());
    }

    private static String tiers(YamlValue value) {
        List<String> tiers = new ArrayList<>();
        for (YamlValue tier : value.itemsOrOne()) {
            List<String> plugins = new ArrayList<>();
            for (YamlValue plugin : tier.itemsOrOne()) {
                if (plugin.isText()) {
                    for (String name : plugin.text().trim().split("[ ,]+", -1)) {
                        plugins.add("{\"name\":\"" + name + "\"}");
                    }
                } else {
                    plugins.add(YamlJson.text(plugin));
                }
            }
            tiers.add("{\"plugins\":[" + String.join(",", plugins) + "]}");
        }
        return "[" + String.join(",", tiers) + "]";
    }
}
