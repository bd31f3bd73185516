package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.BatchObjects.LABELS;
import static io.tender.testkit.scenario.yaml.BatchObjects.RESOURCES;
import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.required;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.NetworkTopology;
import io.tender.model.batch.Selector;
import io.tender.model.batch.SubGroupPolicy;
import io.tender.model.batch.Task;
import io.tender.model.service.TaskId;
import io.tender.testkit.scenario.step.BatchCommand;
import io.tender.testkit.scenario.text.BatchNotation;
import io.tender.testkit.scenario.text.Durations;
import io.tender.testkit.scenario.text.TaskLine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Jobs with their tasks. */
final class BatchJobs {
    private static final Shape.Fields TOPOLOGY = new Shape.Fields(List.of(
            optional("mode", new Shape.Choice(List.of("hard", "soft")), "hard unless said otherwise"),
            optional("highestTierAllowed", new Shape.Count(), "the widest domain allowed"),
            optional("highestTierName", text("rack"), "the same, by its name")));

    private static final Shape.Fields SUB_GROUP = new Shape.Fields(List.of(
            optional("selector", text("app=web"), "which tasks"),
            optional("matchLabelKeys", texts("group"), "tasks with the same values of these labels are one group"),
            optional("size", new Shape.Count(), "how many tasks make a group whole; all it has"),
            optional("minGroups", new Shape.Count(), "how many whole groups the job needs; 0"),
            optional("topology", TOPOLOGY, "how close together a group has to be")));

    static final Shape.Fields JOB = new Shape.Fields(List.of(
            required(
                    "tasks",
                    Shape.anyOf(
                            text("3 x cpu=1"),
                            BatchTasks.TASK,
                            new Shape.MapOf("role", Shape.anyOf(text("3 x cpu=1"), BatchTasks.TASK))),
                    "its tasks, or those of each role"),
            optional("queue", text("q1"), "its queue; default"),
            optional("priority", new Shape.Count(), "higher goes first; 0"),
            optional("priorityClass", text("high"), "the name it was given by"),
            optional("minAvailable", new Shape.Count(), "how many tasks must have their place; all"),
            optional("roleMinimums", new Shape.MapOf("role", new Shape.Count()), "the same per role"),
            optional("minResources", RESOURCES, "what admission reserves"),
            optional("topology", TOPOLOGY, "how close together its tasks have to be"),
            optional("subGroups", new Shape.MapOf("name", SUB_GROUP), "groups that are placed together"),
            optional("labels", LABELS, "its labels"),
            optional("annotations", LABELS, "its annotations"),
            optional("preemptable", new Shape.Flag(), "whether it counts as preemptable by time-sharing; false"),
            optional("revocableZone", text("*"), "where time-shared nodes may be used"),
            optional("budgetMinAvailable", text("50%"), "how many tasks eviction must leave"),
            optional("budgetMaxUnavailable", text("1"), "how many tasks eviction may take"),
            optional("waitingTime", text("10m"), "after which it is overdue"),
            optional("age", text("1h"), "how long ago it was submitted; now"),
            optional("on", texts("n1"), "the nodes its tasks run on already, in turns"),
            optional("phase", new Shape.Choice(Values.names(JobPhase.class)), "PENDING, or RUNNING if its tasks run")));

    static final Shape JOBS = new Shape.MapOf("job", Shape.anyOf(text("3 x cpu=1 in q1 min 2 priority 5 on n1"), JOB));

    private BatchJobs() {}

    static List<BatchCommand> read(YamlValue map) {
        List<BatchCommand> commands = new ArrayList<>();
        map.entries()
                .forEach(entry -> entry.key()
                        .read(BatchNotation::names)
                        .forEach(name ->
                                commands.add(job(entry.key().read(text -> BatchNotation.job(name)), entry.value()))));
        return commands;
    }

    private static BatchCommand job(JobId id, YamlValue value) {
        Job.Builder builder = Job.builder(id);
        List<BatchTasks.Tasks> tasks;
        Optional<JobPhase> phase = Optional.empty();
        Duration age = Duration.ZERO;
        List<String> on = List.of();
        if (value.isText()) {
            tasks = List.of(BatchTasks.read("", value));
            line(value, builder);
        } else {
            BatchObjects.requireKnown(value, JOB, "part of a job");
            tasks = tasks(value.get("tasks").orElseThrow(), builder);
            fields(value, builder);
            on = BatchObjects.names(value, "on");
            age = value.get("age").map(text -> text.read(Durations::duration)).orElse(Duration.ZERO);
            phase = value.get("phase")
                    .map(text -> text.read(word -> BatchNotation.word(JobPhase.class, word, "phase of a job")));
        }
        List<String> places = places(tasks, on);
        Optional<JobPhase> begins =
                places.stream().allMatch(String::isEmpty) ? phase : phase.or(() -> Optional.of(JobPhase.RUNNING));
        Duration ago = age;
        return new BatchCommand.Submit(id, now -> made(builder, id, tasks, now.minus(ago)), places, begins);
    }

    private static void line(YamlValue value, Job.Builder builder) {
        TaskLine line = value.read(TaskLine::parse);
        line.queue().ifPresent(builder::queue);
        line.min().ifPresent(builder::minAvailable);
        line.priority().ifPresent(builder::priority);
    }

    private static List<BatchTasks.Tasks> tasks(YamlValue value, Job.Builder builder) {
        if (value.isText()) {
            line(value, builder);
            return List.of(BatchTasks.read("", value));
        }
        boolean oneKind = value.entries().stream()
                .anyMatch(
                        entry -> entry.name().equals("request") || entry.name().equals("replicas"));
        if (oneKind) {
            return List.of(BatchTasks.read("", value));
        }
        List<BatchTasks.Tasks> roles = new ArrayList<>();
        value.entries().forEach(entry -> roles.add(BatchTasks.read(entry.name(), entry.value())));
        return roles;
    }

    private static void fields(YamlValue value, Job.Builder builder) {
        value.get("queue").ifPresent(queue -> builder.queue(queue.text()));
        value.get("priority").ifPresent(priority -> builder.priority(priority.count()));
        value.get("priorityClass").ifPresent(name -> builder.priorityClass(name.text()));
        value.get("minAvailable").ifPresent(count -> builder.minAvailable(count.count()));
        value.get("roleMinimums").ifPresent(map -> {
            TreeMap<String, Integer> minimums = new TreeMap<>();
            map.entries()
                    .forEach(entry -> minimums.put(entry.name(), entry.value().count()));
            builder.roleMinimums(minimums);
        });
        value.get("minResources").ifPresent(amount -> builder.minResources(BatchObjects.resources(amount)));
        value.get("topology").ifPresent(topology -> builder.topology(topology(topology)));
        value.get("subGroups")
                .ifPresent(map -> builder.subGroups(
                        map.entries().stream().map(BatchJobs::subGroup).toList()));
        builder.labels(BatchObjects.labels(value, "labels"))
                .annotations(BatchObjects.labels(value, "annotations"))
                .preemptable(value.get("preemptable").map(YamlValue::flag).orElse(false))
                .revocableZone(value.get("revocableZone").map(YamlValue::text).orElse(""))
                .budget(
                        value.get("budgetMinAvailable").map(YamlValue::text).orElse(""),
                        value.get("budgetMaxUnavailable").map(YamlValue::text).orElse(""));
        value.get("waitingTime").ifPresent(time -> builder.waitingTime(time.read(Durations::duration)));
    }

    private static NetworkTopology topology(YamlValue value) {
        BatchObjects.requireKnown(value, TOPOLOGY, "part of a topology");
        return new NetworkTopology(
                value.get("mode")
                        .map(mode -> mode.oneOf(List.of("hard", "soft"), "mode of a topology"))
                        .map("hard"::equals)
                        .orElse(true),
                value.get("highestTierAllowed")
                        .map(tier -> OptionalInt.of(tier.count()))
                        .orElse(OptionalInt.empty()),
                value.get("highestTierName").map(YamlValue::text));
    }

    private static SubGroupPolicy subGroup(YamlValue.Entry entry) {
        YamlValue value = entry.value();
        BatchObjects.requireKnown(value, SUB_GROUP, "part of a sub-group");
        return new SubGroupPolicy(
                entry.name(),
                value.get("selector").map(BatchObjects::selector).orElse(Selector.EVERYTHING),
                value.get("matchLabelKeys").map(YamlValue::texts).orElse(List.of()),
                value.get("size").map(YamlValue::count).orElse(0),
                value.get("minGroups").map(YamlValue::count).orElse(0),
                value.get("topology").map(BatchJobs::topology));
    }

    /** Where each task runs already; empty for those that wait. */
    private static List<String> places(List<BatchTasks.Tasks> tasks, List<String> ofJob) {
        List<String> places = new ArrayList<>();
        for (BatchTasks.Tasks role : tasks) {
            List<String> on = role.on().isEmpty() ? ofJob : role.on();
            for (int i = 0; i < role.replicas(); i++) {
                places.add(on.isEmpty() ? "" : on.get(i % on.size()));
            }
        }
        return places;
    }

    private static Job made(Job.Builder builder, JobId id, List<BatchTasks.Tasks> roles, Instant created) {
        List<Task> tasks = new ArrayList<>();
        for (BatchTasks.Tasks role : roles) {
            String part =
                    role.template().role().isEmpty() ? "" : role.template().role() + "-";
            for (int i = 0; i < role.replicas(); i++) {
                String name = id.name() + "-" + part + i;
                String unique = id.namespace().equals("default") ? name : id.namespace() + "/" + name;
                tasks.add(new Task(new TaskId(unique), name, i, role.template(), created));
            }
        }
        return builder.created(created).tasks(tasks).build();
    }
}
