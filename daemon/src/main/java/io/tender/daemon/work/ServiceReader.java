package io.tender.daemon.work;

import io.tender.core.services.UpdateSettings;
import io.tender.core.services.UpdateStrategy;
import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.master.TextRules;
import io.tender.model.batch.Quantity;
import io.tender.model.service.Constraint;
import io.tender.model.service.Executor;
import io.tender.model.service.JobKey;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.Tier;
import io.tender.runtime.yaml.YamlPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads a Service: a job in Aurora's manner. */
final class ServiceReader {
    /** Where the text of what a service runs lies in its config, so that a change of it is an update. */
    static final String PROGRAM = "tender.io/program";

    private static final int MOST_INSTANCES = ServiceDocument.MOST_INSTANCES;

    /** What is left of an id for names, beside the numbers that tell instances, their tasks and lives of the daemon apart. */
    private static final int LONGEST_NAMES = TextRules.LONGEST_ID - 60;

    private static final long MEGABYTE = 1L << 20;

    private static final Map<String, Tier> TIERS = new TreeMap<>(Map.of(
            "preferred", Tier.PREFERRED,
            "preemptible", Tier.PREEMPTIBLE,
            "revocable", Tier.REVOCABLE));

    private ServiceReader() {}

    static Optional<ServiceDocument> read(Fields document, Metadata metadata) {
        document.required("spec", "spec: with role and resources");
        Optional<Fields> within = document.within("spec", "A service");
        document.get("status");
        document.done();
        return within.flatMap(spec -> service(spec, metadata));
    }

    private static Optional<ServiceDocument> service(Fields spec, Metadata metadata) {
        spec.required("role", "who runs it, such as www");
        spec.required("resources", "resources: with cpu, memory and disk");
        String role = spec.text("role", "nobody");
        String environment = spec.text("environment", "prod");
        Optional<JobKey> key = spec.make(() -> new JobKey(role, environment, metadata.name()));
        key.filter(job -> job.toString().length() > LONGEST_NAMES)
                .ifPresent(job -> spec.part()
                        .problem(
                                "The names of a service are too long together.",
                                job.toString().length() + " characters in its role, environment and name",
                                "at most " + LONGEST_NAMES));
        int instances = spec.number("instances", 1, 1, MOST_INSTANCES);
        Optional<ResourceBundle> resources =
                spec.within("resources", "The resources of a service").flatMap(ServiceReader::resources);
        Tier tier = spec.oneOf("tier", TIERS).orElse(Tier.PREEMPTIBLE);
        int priority = spec.number("priority", 0, 0, 1_000_000);
        boolean service = spec.truth("service", true);
        int failures = spec.number("maxFailures", 1, -1, 1_000_000);
        List<String> ports = spec.texts("ports");
        List<Constraint> constraints = constraints(spec);
        TaskProgram program = program(spec);
        UpdateSettings update = spec.within("update", "The update settings")
                .map(ServiceReader::update)
                .orElse(UpdateSettings.defaults());
        spec.done();
        TreeMap<String, String> labels = new TreeMap<>(metadata.labels());
        labels.put(PROGRAM, text(program));
        return key.flatMap(job -> resources.flatMap(amounts -> spec.make(() -> new ServiceDocument(
                new TaskConfig(
                        job,
                        amounts,
                        new TreeSet<>(ports),
                        constraints,
                        tier,
                        priority,
                        Executor.NONE,
                        service,
                        failures,
                        labels),
                instances,
                program,
                update))));
    }

    private static Optional<ResourceBundle> resources(Fields fields) {
        long cpus = amount(fields, "cpu", 1000, 0);
        long memory = amount(fields, "memory", MEGABYTE, 0);
        long disk = amount(fields, "disk", MEGABYTE, MEGABYTE);
        long gpus = amount(fields, "gpu", 1000, 0);
        fields.required("cpu", "an amount such as 500m or 2");
        fields.required("memory", "an amount such as 128Mi");
        fields.done();
        boolean whole = fields.get("cpu").isPresent() && fields.get("memory").isPresent();
        return whole
                ? fields.make(
                        () -> new ResourceBundle(cpus, millisOfMegabytes(memory), millisOfMegabytes(disk), 0, gpus, 0))
                : Optional.empty();
    }

    /** Thousandths where the unit is one, whole bytes where it is a megabyte. */
    private static long amount(Fields fields, String name, long unit, long usual) {
        return fields.get(name)
                .flatMap(value -> value.word("'" + name + "'", "an amount such as 2, 500m or 4Gi")
                        .flatMap(word -> Fields.attempt(
                                value, () -> unit == 1000 ? Quantity.parse(word) : Quantity.parseWhole(word))))
                .orElse(usual);
    }

    /** What agents can tell apart, rounded up. */
    private static long millisOfMegabytes(long bytes) {
        return Math.ceilDiv(bytes, 1L << 17) * 125;
    }

    /** In the order of attributes, since a map has none of its own. */
    private static List<Constraint> constraints(Fields spec) {
        TreeMap<String, Constraint> constraints = new TreeMap<>();
        spec.get("constraints")
                .ifPresent(map -> map.entries("'constraints'")
                        .forEach((name, entry) -> entry.value()
                                .word("'" + name + "'", "values such as a,b or !a, or limit:2")
                                .flatMap(word -> Fields.attempt(entry.value(), () -> Constraint.parse(name, word)))
                                .ifPresent(constraint -> constraints.put(name, constraint))));
        return List.copyOf(constraints.values());
    }

    private static TaskProgram program(Fields spec) {
        TreeMap<String, String> environment = new TreeMap<>(spec.labels("env"));
        String directory = spec.text("workingDir", "");
        Optional<YamlPart> command = spec.get("command");
        boolean shell = command.filter(part -> !part.isList()).isPresent();
        List<String> words = shell
                ? command.flatMap(part -> part.text("'command'")).map(List::of).orElse(List.of())
                : spec.texts("command");
        Duration grace = spec.duration("grace").orElse(TaskOrder.USUAL_GRACE);
        Optional<Duration> runsFor = spec.duration("runsFor");
        return new TaskProgram(new Command(shell, words, environment, directory), "", new TreeMap<>(), grace, runsFor);
    }

    /** The program as it lies in the config; of use to tell programs apart and to find one again. */
    private static String text(TaskProgram program) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("shell", program.command().shell());
        tree.put("words", program.command().words());
        tree.put("environment", program.command().environment());
        tree.put("workingDirectory", program.command().workingDirectory());
        tree.put("graceMillis", program.grace().toMillis());
        program.runsFor().ifPresent(time -> tree.put("runsForMillis", time.toMillis()));
        return CanonicalJson.write(tree);
    }

    private static UpdateSettings update(Fields fields) {
        UpdateSettings usual = UpdateSettings.defaults();
        int size = fields.number("batchSize", 1, 1, MOST_INSTANCES);
        List<Integer> sizes = new ArrayList<>();
        fields.get("batchSizes")
                .ifPresent(list -> list.items("'batchSizes'")
                        .forEach(
                                item -> item.number("A size", 1, MOST_INSTANCES).ifPresent(sizes::add)));
        UpdateStrategy strategy = fields.oneOf(
                        "strategy",
                        new TreeMap<String, UpdateStrategy>(Map.of(
                                "queue", new UpdateStrategy.Queue(size),
                                "batch", new UpdateStrategy.Batch(size),
                                "variableBatch",
                                        new UpdateStrategy.VariableBatch(sizes.isEmpty() ? List.of(size) : sizes))))
                .orElse(new UpdateStrategy.Queue(size));
        Duration watch = fields.duration("watch").orElse(Duration.ofMillis(usual.watchMillis()));
        UpdateSettings read = new UpdateSettings(
                strategy,
                watch.toMillis(),
                fields.number("maxPerInstanceFailures", usual.maxPerInstanceFailures(), 0, 1_000_000),
                fields.number("maxFailedInstances", usual.maxFailedInstances(), 0, 1_000_000),
                fields.truth("rollbackOnFailure", usual.rollbackOnFailure()));
        fields.done();
        return read;
    }
}
