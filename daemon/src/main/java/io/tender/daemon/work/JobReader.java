package io.tender.daemon.work;

import io.tender.core.batch.life.DependsOn;
import io.tender.core.batch.life.JobSpec;
import io.tender.core.batch.life.LifePolicy;
import io.tender.core.batch.life.RoleSpec;
import io.tender.daemon.master.TextRules;
import io.tender.model.Suggestion;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.NetworkTopology;
import io.tender.model.batch.Queue;
import io.tender.runtime.yaml.YamlPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads a Job of Volcano's. */
final class JobReader {
    private static final int MOST_REPLICAS = JobDocument.MOST_TASKS;

    /** What is left of an id for names, beside four dots, the number of a task and that of a run. */
    private static final int LONGEST_NAMES = TextRules.LONGEST_ID - 4 - 6 - 19;

    private static final Map<String, Boolean> ITERATIONS = new TreeMap<>(Map.of("any", true, "all", false));
    private static final Map<String, Boolean> MODES = new TreeMap<>(Map.of("hard", true, "soft", false));

    private final PriorityClasses priorityClasses;
    private final PodReader pods;
    private final TreeMap<String, TaskProgram> programs = new TreeMap<>();
    private final Map<String, YamlPart> dependents = new HashMap<>();
    private final TreeSet<String> names = new TreeSet<>();

    /** Whether a number of replicas cannot be read: what follows for the job from another in its place would only mislead. */
    private boolean uncounted;

    JobReader(PriorityClasses priorityClasses) {
        this.priorityClasses = priorityClasses;
        this.pods = new PodReader(priorityClasses);
    }

    Optional<JobDocument> read(Fields document, Metadata metadata) {
        document.required("spec", "spec: with tasks");
        Optional<Fields> within = document.within("spec", "A job");
        if (!priorityClasses.forgiving()) {
            new Marks(metadata.labels(), metadata.annotations()).check(document);
        }
        // What a server says about a document is no part of what is asked for.
        document.get("status");
        document.done();
        return within.flatMap(spec -> job(spec, metadata));
    }

    private Optional<JobDocument> job(Fields spec, Metadata metadata) {
        JobId id = new JobId(metadata.namespace(), metadata.name());
        Rank rank = Rank.read(spec, Rank.usual(priorityClasses), priorityClasses);
        spec.required("tasks", "a list of tasks");
        List<RoleSpec> roles = new ArrayList<>();
        List<YamlPart> items =
                spec.get("tasks").map(list -> list.items("'tasks'")).orElse(List.of());
        for (YamlPart item : items) {
            role(spec.of(item, "A task"), metadata, roles.size(), rank).ifPresent(roles::add);
        }
        if (items.isEmpty()) {
            spec.get("tasks").ifPresent(list -> list.problem("A job has no tasks.", "none", "at least one"));
        }
        checkDependencies(roles);
        checkNames(spec, id, roles);
        long replicas = roles.stream().mapToLong(RoleSpec::replicas).sum();
        if (replicas > MOST_REPLICAS) {
            spec.get("tasks")
                    .ifPresent(list -> list.problem(
                            "A job has too many tasks.", replicas + " replicas in all", "at most " + MOST_REPLICAS));
            roles.clear();
        }
        int all = 0;
        for (RoleSpec role : roles) {
            all += role.minAvailable().orElse(role.replicas());
        }
        // Zero is what a document has that does not say it.
        int least = spec.number("minAvailable", 0, MOST_REPLICAS)
                .filter(number -> number > 0)
                .orElse(all);
        int retries = spec.number("maxRetry", 0, 1_000_000)
                .filter(number -> number > 0)
                .orElse(JobSpec.USUAL_RETRIES);
        Optional<Integer> successes = spec.number("minSuccess", 1, MOST_REPLICAS);
        Optional<Duration> ttl =
                spec.number("ttlSecondsAfterFinished", 0, Integer.MAX_VALUE).map(Duration::ofSeconds);
        List<LifePolicy> policies = PolicyReader.read(spec);
        boolean numbered = plugins(spec);
        Marks marks = new Marks(metadata.labels(), metadata.annotations());
        Job.Builder frame = Job.builder(id)
                .queue(spec.text("queue", Queue.DEFAULT))
                .priority(rank.priority())
                .minAvailable(least)
                .labels(metadata.labels())
                .annotations(metadata.annotations())
                .preemptable(marks.preemptable(false))
                .revocableZone(marks.revocableZone())
                .budget(marks.budgetMinAvailable(), marks.budgetMaxUnavailable());
        spec.text("priorityClassName").ifPresent(frame::priorityClass);
        topology(spec).ifPresent(frame::topology);
        marks.waitingTime().ifPresent(frame::waitingTime);
        spec.text("schedulerName");
        spec.refuse("a task is a process of its agent, and finds the agent's files; it is given no others", "volumes");
        spec.ignore("nothing here looks at it", "runningEstimate");
        spec.done();
        if (uncounted || roles.size() < items.size()) {
            return Optional.empty();
        }
        return spec.make(() -> new JobDocument(
                new JobSpec(frame.build(), retries, successes, ttl, policies, roles), programs, numbered));
    }

    /** Ids of runs are made of these names and two numbers, and no id may be longer than a file's name. */
    private static void checkNames(Fields spec, JobId id, List<RoleSpec> roles) {
        int role = roles.stream().mapToInt(one -> one.name().length()).max().orElse(0);
        int together = id.namespace().length() + id.name().length() + role;
        if (together > LONGEST_NAMES) {
            spec.part()
                    .problem(
                            "The names of a job are too long together.",
                            together + " characters in its namespace, its name and the longest name of a task",
                            "at most " + LONGEST_NAMES);
        }
    }

    static Optional<NetworkTopology> topology(Fields of) {
        return of.within("networkTopology", "A network topology").map(fields -> {
            boolean hard = fields.oneOf("mode", MODES).orElse(true);
            Optional<Integer> highest = fields.number("highestTierAllowed", 0, 1_000);
            Optional<String> name = fields.text("highestTierName");
            fields.done();
            return new NetworkTopology(hard, highest.map(OptionalInt::of).orElse(OptionalInt.empty()), name);
        });
    }

    /** Of Volcano's job plugins, env has a meaning without a network between containers. */
    private static boolean plugins(Fields spec) {
        Optional<Fields> plugins = spec.within("plugins", "The plugins of a job");
        if (plugins.isEmpty()) {
            return false;
        }
        boolean numbered = plugins.get().get("env").isPresent();
        plugins.get().ignore("tasks are processes and share their agent's network and files", "svc", "ssh");
        plugins.get()
                .ignore(
                        "it prepares containers for a framework of its own",
                        "mpi",
                        "pytorch",
                        "tensorflow",
                        "ray",
                        "hcclrank");
        plugins.get().done();
        return numbered;
    }

    private Optional<RoleSpec> role(Fields fields, Metadata job, int position, Rank jobRank) {
        String written = fields.text("name", "default" + position);
        if (!Metadata.isLabel(written)) {
            fields.get("name")
                    .ifPresent(at -> at.problem(
                            "A task cannot have that name.",
                            "'" + written + "'",
                            "1 to 63 small letters, digits and '-', a letter or digit at both ends"));
        }
        String role = Metadata.isLabel(written) ? written : "default" + position;
        names.add(role);
        Optional<Integer> replicas = fields.number("replicas", 0, MOST_REPLICAS);
        uncounted |= replicas.isEmpty() && fields.get("replicas").isPresent();
        Optional<Integer> least = fields.number("minAvailable", 0, MOST_REPLICAS);
        int retries = fields.number("maxRetry", -1, 1_000_000)
                .filter(number -> number != 0)
                .orElse(RoleSpec.USUAL_RETRIES);
        List<LifePolicy> policies = PolicyReader.read(fields);
        Optional<DependsOn> dependsOn = fields.within("dependsOn", "A dependency")
                .map(on -> {
                    List<String> names = on.texts("name");
                    boolean any = on.oneOf("iteration", ITERATIONS).orElse(false);
                    on.done();
                    dependents.put(role, on.part());
                    return new DependsOn(names, any);
                });
        Optional<PodReader.Pod> pod = pods.read(fields, job, role, jobRank);
        fields.ignore("processes are not bound to parts of their agent", "topologyPolicy", "partitionPolicy");
        fields.done();
        pod.ifPresent(read -> programs.put(role, read.program()));
        return pod.flatMap(read -> fields.make(() -> new RoleSpec(
                role,
                replicas.orElse(1),
                least,
                retries,
                policies,
                dependsOn.filter(on -> !on.roles().isEmpty()),
                read.restarts(),
                read.template())));
    }

    private void checkDependencies(List<RoleSpec> roles) {
        Map<String, List<String>> needs = new TreeMap<>();
        roles.forEach(role ->
                needs.put(role.name(), role.dependsOn().map(DependsOn::roles).orElse(List.of())));
        boolean allKnown = true;
        for (Map.Entry<String, List<String>> role : needs.entrySet()) {
            for (String other : role.getValue()) {
                YamlPart at = dependents.get(role.getKey());
                if (!names.contains(other) && at != null) {
                    allKnown = false;
                    at.problem(
                            "Task '" + role.getKey() + "' depends on a task that is not there."
                                    + Suggestion.sentence(other, names),
                            "'" + other + "'",
                            "one of " + String.join(", ", names));
                }
            }
        }
        if (allKnown) {
            refuseCircle(needs);
        }
    }

    /** Takes away what depends on nothing that is left, again and again; what remains depends on itself. */
    private void refuseCircle(Map<String, List<String>> needs) {
        Set<String> left = new HashSet<>(needs.keySet());
        boolean some = true;
        while (some) {
            some = left.removeIf(
                    role -> needs.getOrDefault(role, List.of()).stream().noneMatch(left::contains));
        }
        left.stream().sorted().findFirst().ifPresent(role -> {
            YamlPart at = dependents.get(role);
            if (at != null) {
                at.problem(
                        "Tasks wait for each other in a circle, so none of them could start.",
                        String.join(", ", left.stream().sorted().toList()),
                        "dependencies without a circle");
            }
        });
    }
}
