package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.core.services.UpdateSettings;
import io.tender.core.services.UpdateStrategy;
import io.tender.model.service.Constraint;
import io.tender.model.service.Executor;
import io.tender.model.service.JobKey;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.Tier;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.JobChange;
import io.tender.testkit.scenario.step.ServiceCommand;
import io.tender.testkit.scenario.text.Durations;
import io.tender.testkit.scenario.text.InstanceNotation;
import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** What happens to jobs. */
final class JobVerbs {

    private static final List<String> TIERS = List.of("preferred", "preemptible", "revocable");

    private static final List<Field> TASK = List.of(
            optional("task", text("cpus:1;mem:128;disk:64"), "what a task asks for; this unless said otherwise"),
            optional("ports", texts("http"), "names of the ports it wants"),
            optional(
                    "constraints",
                    new Shape.MapOf("attribute", text("limit:1")),
                    "what it demands of its machine: 'r1,r2' one of, '!r1,r2' none of, 'limit:1' so many per value"),
            optional("tier", new Shape.Choice(TIERS), "how safe its place is; preemptible unless said otherwise"),
            optional("priority", new Shape.Count(), "which of two tasks of one role matters more; 0"),
            optional("executor", text("cpus:0.25;mem:128"), "what its executor takes beside it, or 'aurora'; nothing"),
            optional("ends after failures", new Shape.Count(), "it is no service, and is given up then; -1: never"),
            optional("metadata", new Shape.MapOf("key", text("value")), "what else distinguishes it"));

    private JobVerbs() {}

    static List<Verb> all() {
        List<Field> submit = new ArrayList<>();
        submit.add(optional("instances", new Shape.Count(), "how many; 1 unless said otherwise"));
        submit.addAll(TASK);
        List<Field> update = new ArrayList<>();
        update.add(optional("instances", new Shape.Count(), "how many there will be; as many as now"));
        update.addAll(TASK);
        update.add(optional("strategy", text("queue 1"), "queue 2, batch 2, or batches 1,2,3; queue 1"));
        update.add(optional("watch", text("45s"), "how long a new task must run to count as updated"));
        update.add(optional("failures per instance", new Shape.Count(), "that are tolerated; 0"));
        update.add(optional("failed instances", new Shape.Count(), "that are tolerated; 0"));
        update.add(optional("rollback", new Shape.Flag(), "whether a failed update goes back; true"));
        return List.of(
                Verb.one("job", text("www/prod/web"), "submits a job", submit, JobVerbs::submit),
                Verb.of(
                        "scale",
                        new Shape.MapOf("job", new Shape.Count()),
                        "gives jobs so many instances",
                        List.of(),
                        arguments -> arguments.value().entries().stream()
                                .<Command>map(entry -> new ServiceCommand.Scale(
                                        entry.key().read(InstanceNotation::job),
                                        entry.value().count()))
                                .toList()),
                ServiceVerbs.eachInstance("kill", "ends jobs, or some of their instances", ServiceCommand.Kill::new),
                ServiceVerbs.eachInstance("restart", "starts instances anew", ServiceCommand.Restart::new),
                Verb.one(
                        "update job",
                        text("www/prod/web"),
                        "brings a job step by step to what is said beside it; the rest stays",
                        update,
                        JobVerbs::update),
                ofJob("pause update", "an update stops for a while", ServiceCommand.PauseUpdate::new),
                ofJob("resume update", "ends 'pause update'", ServiceCommand.ResumeUpdate::new),
                ofJob("abort update", "an update stops where it is", ServiceCommand.AbortUpdate::new));
    }

    private static Verb ofJob(String name, String help, Function<JobKey, Command> command) {
        return Verb.one(
                name,
                text("www/prod/web"),
                help,
                List.of(),
                arguments -> command.apply(arguments.value().read(InstanceNotation::job)));
    }

    private static Command submit(Arguments arguments) {
        return new ServiceCommand.Submit(
                arguments.value().read(InstanceNotation::job),
                arguments.field("instances").map(YamlValue::count).orElse(1),
                change(arguments));
    }

    private static Command update(Arguments arguments) {
        UpdateSettings how = UpdateSettings.defaults();
        how = arguments.field("strategy", JobVerbs::strategy).map(how::with).orElse(how);
        Optional<Long> watch =
                arguments.field("watch", text -> Durations.duration(text).toMillis());
        how = watch.map(how::watching).orElse(how);
        how = how.tolerating(
                arguments.field("failures per instance").map(JobVerbs::natural).orElse(0),
                arguments.field("failed instances").map(JobVerbs::natural).orElse(0));
        how = how.rollingBack(arguments.field("rollback").map(YamlValue::flag).orElse(true));
        return new ServiceCommand.Update(
                arguments.value().read(InstanceNotation::job),
                arguments.field("instances").map(YamlValue::count),
                change(arguments),
                how);
    }

    private static int natural(YamlValue value) {
        int count = value.count();
        if (count < 0) {
            throw value.expected("a number from 0 on", "'" + count + "'");
        }
        return count;
    }

    private static UpdateStrategy strategy(String text) {
        String[] words = text.strip().split(" +", 2);
        try {
            return switch (words[0]) {
                case "queue" -> new UpdateStrategy.Queue(Integer.parseInt(words[1].strip()));
                case "batch" -> new UpdateStrategy.Batch(Integer.parseInt(words[1].strip()));
                case "batches" -> new UpdateStrategy.VariableBatch(sizes(words[1]));
                default -> throw new NumberFormatException();
            };
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("'" + text + "' is no strategy\n  got: '" + text
                    + "'\n  expected: queue 2, batch 2 or batches 1,2,3");
        }
    }

    private static List<Integer> sizes(String text) {
        List<Integer> sizes = new ArrayList<>();
        for (String size : text.split(",", -1)) {
            sizes.add(Integer.parseInt(size.strip()));
        }
        return sizes;
    }

    private static JobChange change(Arguments arguments) {
        return new JobChange(
                arguments.field("task", ResourceBundle::parse),
                arguments.field("ports").<SortedSet<String>>map(value -> new TreeSet<>(value.texts())),
                arguments.field("constraints").map(JobVerbs::constraints),
                arguments.field("tier").map(value -> Tier.of(value.oneOf(TIERS, "tier"))),
                arguments.field("priority").map(YamlValue::count),
                arguments.field("executor", JobVerbs::executor),
                arguments.field("ends after failures").map(YamlValue::count),
                arguments.field("metadata").map(JobVerbs::textMap).orElseGet(TreeMap::new));
    }

    private static SortedMap<String, String> textMap(YamlValue map) {
        return Values.map(map, key -> key, YamlValue::text);
    }

    private static Executor executor(String text) {
        return text.equals("aurora") ? Executor.AURORA : new Executor("executor", ResourceBundle.parse(text));
    }

    private static List<Constraint> constraints(YamlValue map) {
        return map.entries().stream()
                .map(entry -> entry.value().read(text -> Constraint.parse(entry.name(), text)))
                .toList();
    }
}
