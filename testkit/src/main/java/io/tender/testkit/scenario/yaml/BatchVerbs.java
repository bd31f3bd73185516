package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.testkit.scenario.step.BatchCommand;
import io.tender.testkit.scenario.step.ClockCommand;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.text.BatchNotation;
import io.tender.testkit.scenario.text.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What happens around a batch scheduler. */
final class BatchVerbs {
    /** A slip of the fingers is told instead of carried out. */
    private static final int MOST_SESSIONS = 10_000;

    private BatchVerbs() {}

    static List<Verb> all() {
        List<Verb> all = new ArrayList<>();
        all.addAll(sessions());
        all.addAll(objects());
        all.addAll(tasks());
        all.addAll(surroundings());
        return all;
    }

    private static List<Verb> sessions() {
        return List.of(
                new Verb(
                        "session",
                        new Shape.Alone(),
                        true,
                        "one session: what it decides is carried out",
                        List.of(),
                        arguments -> List.of(new BatchCommand.Sessions(1))),
                Verb.one("sessions", new Shape.Count(), "so many, one after the other", List.of(), arguments -> {
                    int times = arguments.value().count();
                    if (times < 1 || times > MOST_SESSIONS) {
                        throw arguments.value().expected("1 to " + MOST_SESSIONS, "'" + times + "'");
                    }
                    return new BatchCommand.Sessions(times);
                }),
                Verb.one(
                        "advance",
                        text("600s"),
                        "so much time passes",
                        List.of(),
                        arguments -> new ClockCommand.Advance(arguments.value().read(Durations::duration))));
    }

    private static List<Verb> objects() {
        return List.of(
                put("jobs", BatchJobs.JOBS, "submits jobs", BatchJobs::read),
                each(
                        "remove jobs",
                        "a",
                        "jobs go, with their tasks",
                        name -> new BatchCommand.RemoveJob(BatchNotation.job(name))),
                put("nodes", BatchObjects.NODES, "adds nodes, or changes them", BatchObjects::nodes),
                each("remove nodes", "n1", "nodes go; their tasks are lost", BatchCommand.RemoveNode::new),
                put("queues", BatchObjects.QUEUES, "adds queues, or changes them", BatchObjects::queues),
                each("remove queues", "q1", "queues go", BatchCommand.RemoveQueue::new),
                put("hyperNodes", BatchObjects.DOMAINS, "adds domains, or changes them", BatchObjects::domains),
                each("remove hyperNodes", "s1", "domains go", BatchCommand.RemoveHyperNode::new),
                put("quotas", BatchObjects.QUOTAS, "sets quotas of namespaces", BatchObjects::quotas),
                put("budgets", BatchObjects.BUDGETS, "sets disruption budgets", BatchObjects::budgets));
    }

    private static Verb put(String name, Shape shape, String help, Function<YamlValue, List<BatchCommand>> read) {
        return Verb.of(name, shape, help, List.of(), arguments -> List.copyOf(read.apply(arguments.value())));
    }

    private static Verb each(String name, String example, String help, Function<String, Command> command) {
        return Verb.of(name, texts(example), help, List.of(), arguments -> {
            List<Command> commands = new ArrayList<>();
            for (YamlValue item : arguments.value().itemsOrOne()) {
                item.read(BatchNotation::names).forEach(one -> commands.add(item.read(text -> command.apply(one))));
            }
            return commands;
        });
    }

    private static List<Verb> tasks() {
        return List.of(
                report("run", "tasks run", BatchCommand.Fate.RUNS),
                report("finish", "tasks end well", BatchCommand.Fate.FINISHES),
                report("fail", "tasks fail", BatchCommand.Fate.FAILS),
                report("lose", "tasks are gone without a word", BatchCommand.Fate.IS_LOST),
                report("leave", "tasks leave their nodes, and wait again", BatchCommand.Fate.LEAVES));
    }

    private static Verb report(String name, String help, BatchCommand.Fate fate) {
        return each(
                name,
                "a-0",
                help + "; a job stands for all its tasks that could",
                what -> new BatchCommand.Report(what, fate));
    }

    private static List<Verb> surroundings() {
        return List.of(
                Verb.one(
                        "reload",
                        BatchFields.CONF_SHAPE,
                        "the settings are read again; bad ones change nothing, see 'problems'",
                        List.of(),
                        arguments -> new BatchCommand.Reload(BatchFields.confOf(arguments.value()))),
                Verb.of(
                        "extender",
                        new Shape.MapOf("name", ExtenderFields.EXTENDER),
                        "what extenders do from now on; 'well' forgets what was said, 'down': nobody listens, 'back'",
                        List.of(),
                        arguments -> arguments.value().entries().stream()
                                .<Command>map(entry -> ExtenderFields.change(entry.name(), entry.value()))
                                .toList()));
    }
}
