package io.tender.model.batch;

import io.tender.model.BrokenRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A gang and what it asks for, as it was submitted: a Volcano pod group with its pods.
 *
 * @param uid unique for all time, unlike the id
 * @param priority higher goes first
 * @param minAvailable how many tasks must have their place before any starts
 * @param roleMinimums the same per role; roles not named need none
 * @param minResources what admission reserves; none lets the job in unasked
 * @param preemptable whether it counts as preemptable by time-sharing
 * @param revocableZone where time-shared nodes may be used: empty or {@code *}
 * @param budgetMinAvailable how many tasks eviction must leave: a number or a percentage; empty for no bound
 * @param budgetMaxUnavailable how many tasks eviction may take: a number or a percentage; empty for no bound
 * @param waitingTime after which the job counts as overdue
 * @param created older jobs go first among equals
 */
public record Job(
        JobId id,
        String uid,
        String queue,
        int priority,
        Optional<String> priorityClass,
        int minAvailable,
        SortedMap<String, Integer> roleMinimums,
        Optional<ResourceList> minResources,
        Optional<NetworkTopology> topology,
        List<SubGroupPolicy> subGroups,
        SortedMap<String, String> labels,
        SortedMap<String, String> annotations,
        boolean preemptable,
        String revocableZone,
        String budgetMinAvailable,
        String budgetMaxUnavailable,
        Optional<Duration> waitingTime,
        Instant created,
        List<Task> tasks) {

    public Job {
        if (minAvailable < 0) {
            throw BrokenRule.of(
                    "Job '" + id + "' needs fewer than no tasks.",
                    "minAvailable " + minAvailable,
                    "0 or more",
                    "raise it");
        }
        Set<String> names = new HashSet<>();
        for (Task task : tasks) {
            if (!names.add(task.name())) {
                throw BrokenRule.of(
                        "Job '" + id + "' has two tasks of one name.",
                        "'" + task.name() + "' twice",
                        "different names",
                        "rename one");
            }
        }
        roleMinimums = Collections.unmodifiableSortedMap(new TreeMap<>(roleMinimums));
        subGroups = List.copyOf(subGroups);
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
        tasks = List.copyOf(tasks);
    }

    /** What admission reserves for it: what it says, or else what its smallest gang asks for. */
    public ResourceList reserved() {
        return minResources.orElseGet(this::smallestGang);
    }

    /** What as many tasks ask for as must have their place: of each role its least, and then the first of the others. */
    private ResourceList smallestGang() {
        Map<String, Integer> missing = new HashMap<>(roleMinimums);
        Map<ResourceList, Integer> counted = new LinkedHashMap<>();
        List<Task> others = new ArrayList<>();
        int left = minAvailable;
        for (Task task : tasks) {
            if (missing.merge(task.role(), -1, Integer::sum) >= 0) {
                counted.merge(task.request(), 1, Integer::sum);
                left--;
            } else {
                others.add(task);
            }
        }
        others.stream().limit(Math.max(0, left)).forEach(task -> counted.merge(task.request(), 1, Integer::sum));
        return counted.entrySet().stream()
                .map(equal -> equal.getKey().times(equal.getValue().intValue()))
                .reduce(ResourceList.empty(), ResourceList::plus);
    }

    /** The same job with other tasks. */
    public Job withTasks(List<Task> changed) {
        return new Job(
                id,
                uid,
                queue,
                priority,
                priorityClass,
                minAvailable,
                roleMinimums,
                minResources,
                topology,
                subGroups,
                labels,
                annotations,
                preemptable,
                revocableZone,
                budgetMinAvailable,
                budgetMaxUnavailable,
                waitingTime,
                created,
                changed);
    }

    public static Builder builder(JobId id) {
        return new Builder(id);
    }

    /** Everything but the id has a usual value. */
    public static final class Builder {
        private final JobId id;
        private String uid;
        private String queue = Queue.DEFAULT;
        private int priority;
        private Optional<String> priorityClass = Optional.empty();
        private int minAvailable = -1;
        private Map<String, Integer> roleMinimums = Map.of();
        private Optional<ResourceList> minResources = Optional.empty();
        private Optional<NetworkTopology> topology = Optional.empty();
        private List<SubGroupPolicy> subGroups = List.of();
        private Map<String, String> labels = Map.of();
        private Map<String, String> annotations = Map.of();
        private boolean preemptable;
        private String revocableZone = "";
        private String budgetMinAvailable = "";
        private String budgetMaxUnavailable = "";
        private Optional<Duration> waitingTime = Optional.empty();
        private Instant created = Instant.EPOCH;
        private List<Task> tasks = List.of();

        private Builder(JobId id) {
            this.id = id;
            this.uid = id.toString();
        }

        public Builder uid(String given) {
            uid = given;
            return this;
        }

        public Builder queue(String given) {
            queue = given;
            return this;
        }

        public Builder priority(int given) {
            priority = given;
            return this;
        }

        public Builder priorityClass(String given) {
            priorityClass = Optional.of(given);
            return this;
        }

        /** Unless given, all of the tasks are needed. */
        public Builder minAvailable(int given) {
            minAvailable = given;
            return this;
        }

        public Builder roleMinimums(Map<String, Integer> given) {
            roleMinimums = given;
            return this;
        }

        public Builder minResources(ResourceList given) {
            minResources = Optional.of(given);
            return this;
        }

        public Builder topology(NetworkTopology given) {
            topology = Optional.of(given);
            return this;
        }

        public Builder subGroups(List<SubGroupPolicy> given) {
            subGroups = given;
            return this;
        }

        public Builder labels(Map<String, String> given) {
            labels = given;
            return this;
        }

        public Builder annotations(Map<String, String> given) {
            annotations = given;
            return this;
        }

        public Builder preemptable(boolean given) {
            preemptable = given;
            return this;
        }

        public Builder revocableZone(String given) {
            revocableZone = given;
            return this;
        }

        public Builder budget(String minAvailableTasks, String maxUnavailableTasks) {
            budgetMinAvailable = minAvailableTasks;
            budgetMaxUnavailable = maxUnavailableTasks;
            return this;
        }

        public Builder waitingTime(Duration given) {
            waitingTime = Optional.of(given);
            return this;
        }

        public Builder created(Instant given) {
            created = given;
            return this;
        }

        public Builder tasks(List<Task> given) {
            tasks = given;
            return this;
        }

        public Job build() {
            return new Job(
                    id,
                    uid,
                    queue,
                    priority,
                    priorityClass,
                    minAvailable < 0 ? tasks.size() : minAvailable,
                    new TreeMap<>(roleMinimums),
                    minResources,
                    topology,
                    subGroups,
                    new TreeMap<>(labels),
                    new TreeMap<>(annotations),
                    preemptable,
                    revocableZone,
                    budgetMinAvailable,
                    budgetMaxUnavailable,
                    waitingTime,
                    created,
                    tasks);
        }
    }
}
