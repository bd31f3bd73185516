package io.tender.daemon.work;

import io.tender.core.batch.life.JobSpec;
import io.tender.core.batch.life.RoleSpec;
import io.tender.model.BrokenRule;
import io.tender.model.Suggestion;
import io.tender.model.batch.Job;
import io.tender.model.batch.Queue;
import io.tender.model.batch.TaskTemplate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Judges what may be applied beside what is there. Of a job the size may change (replicas, minAvailable), its priority and its
 * retries, as with Volcano; what its tasks are may not, since those that run cannot be changed.
 */
public final class Admission {
    private static final String TEMPLATE = "template";

    private final SortedMap<String, Queue> queues;

    /** @param queues the queues there are, those that are applied together with the document included */
    public Admission(SortedMap<String, Queue> queues) {
        this.queues = queues;
    }

    public ApplyOutcome judge(Optional<Document> before, Document after) {
        List<String> refusals = new ArrayList<>();
        List<String> changes = new ArrayList<>();
        switch (after) {
            case JobDocument job -> {
                before.ifPresentOrElse(
                        old -> compare((JobDocument) old, job, changes, refusals),
                        () -> job.group()
                                .ifPresentOrElse(
                                        // Which queue is its own is known once it is known what its group says.
                                        group -> {},
                                        () -> mayNotJoin(
                                                        job.id(),
                                                        job.spec().frame().queue())
                                                .ifPresent(refusals::add)));
            }
            case PodGroupDocument group -> {
                boolean stays = before.filter(
                                old -> ((PodGroupDocument) old).queue().equals(group.queue()))
                        .isPresent();
                if (!stays) {
                    mayNotJoin(group.id(), group.queue()).ifPresent(refusals::add);
                }
                changes.add("spec");
            }
            case QueueDocument queue -> {
                queue.queue().parent().ifPresent(parent -> checkParent(queue, parent, refusals));
                changes.add("spec");
            }
            case SessionDocument looked -> changes.add("spec");
            case PriorityClassDocument named -> {
                before.ifPresent(old -> compare((PriorityClassDocument) old, named, refusals));
                changes.add("globalDefault");
            }
            case ServiceDocument service -> before.ifPresent(old -> compare((ServiceDocument) old, service, changes));
        }
        if (!refusals.isEmpty()) {
            return new ApplyOutcome.Refused(refusals);
        }
        if (before.isEmpty()) {
            return new ApplyOutcome.Created();
        }
        return before.get().equals(after) ? new ApplyOutcome.Unchanged() : new ApplyOutcome.Changed(changes);
    }

    /** Why new work may not go to a queue; empty if it may. */
    Optional<String> mayNotJoin(DocumentId id, String name) {
        Queue queue = queues.get(name);
        if (queue == null) {
            return Optional.of(refusal(
                    id + " names a queue that is not there." + Suggestion.sentence(name, queues.keySet()),
                    "'" + name + "'",
                    "one of " + queues.keySet(),
                    "create the queue first, or correct the name"));
        }
        return queue.isOpen()
                ? Optional.empty()
                : Optional.of(refusal(
                        id + " names a queue that takes no work.",
                        "'" + name + "', which is " + queue.state(),
                        "an open queue",
                        "open the queue, or name another"));
    }

    private void checkParent(QueueDocument queue, String parent, List<String> refusals) {
        boolean itself = parent.equals(queue.queue().name());
        if (itself || (!parent.equals(Queue.ROOT) && !queues.containsKey(parent))) {
            refusals.add(refusal(
                    queue.id() + " cannot have that parent." + Suggestion.sentence(parent, queues.keySet()),
                    "'" + parent + "'",
                    "another queue: one of " + queues.keySet(),
                    "create the parent first, or correct the name"));
            return;
        }
        List<String> path = upwards(queue.queue());
        if (path.getLast().equals(queue.queue().name())) {
            refusals.add(refusal(
                    queue.id() + " would be above itself.",
                    String.join(" below ", path),
                    "parents that lead to '" + Queue.ROOT + "'",
                    "give one of them another parent"));
        }
    }

    /** A queue, its parent and so on up to the root, or until one comes again. */
    private List<String> upwards(Queue queue) {
        List<String> path = new ArrayList<>(List.of(queue.name()));
        Set<String> seen = new HashSet<>(path);
        Optional<String> parent = queue.parent();
        while (parent.isPresent()) {
            path.add(parent.get());
            parent = seen.add(parent.get()) && !parent.get().equals(Queue.ROOT)
                    ? Optional.ofNullable(queues.get(parent.get())).flatMap(Queue::parent)
                    : Optional.empty();
        }
        return path;
    }

    private static String refusal(String problem, String got, String expected, String advice) {
        return String.valueOf(BrokenRule.of(problem, got, expected, advice).getMessage());
    }

    // Jobs

    private static void compare(JobDocument old, JobDocument now, List<String> changes, List<String> refusals) {
        List<String> fixed = new ArrayList<>();
        JobSpec before = old.spec();
        JobSpec after = now.spec();
        Job was = before.frame();
        Job is = after.frame();
        note(changes, was.minAvailable() != is.minAvailable(), "spec.minAvailable");
        note(
                changes,
                was.priority() != is.priority() || !was.priorityClass().equals(is.priorityClass()),
                "spec.priorityClassName");
        note(changes, before.maxRetry() != after.maxRetry(), "spec.maxRetry");
        note(changes, !was.labels().equals(is.labels()), "metadata.labels");
        note(changes, !was.annotations().equals(is.annotations()), "metadata.annotations");
        note(fixed, !was.queue().equals(is.queue()), "spec.queue");
        note(fixed, !before.minSuccess().equals(after.minSuccess()), "spec.minSuccess");
        note(fixed, !before.timeToLive().equals(after.timeToLive()), "spec.ttlSecondsAfterFinished");
        note(fixed, !before.policies().equals(after.policies()), "spec.policies");
        note(fixed, !was.topology().equals(is.topology()), "spec.networkTopology");
        note(fixed, old.numbered() != now.numbered(), "spec.plugins");
        List<String> roles = before.roles().stream().map(RoleSpec::name).toList();
        if (!roles.equals(after.roles().stream().map(RoleSpec::name).toList())) {
            fixed.add("spec.tasks (tasks added, removed or renamed)");
        } else {
            for (int i = 0; i < roles.size(); i++) {
                compare(before.roles().get(i), after.roles().get(i), changes, fixed);
                String name = roles.get(i);
                boolean sameProgram = program(old, name).equals(program(now, name));
                note(fixed, !sameProgram, "spec.tasks[" + name + "].template.spec.containers");
            }
        }
        if (fixed.stream().anyMatch(field -> field.endsWith(TEMPLATE))) {
            Marks.ofTasksThatDiffer(
                            new Marks(was.labels(), was.annotations()), new Marks(is.labels(), is.annotations()))
                    .forEach(key -> fixed.addFirst("metadata: " + key + " (which goes for the tasks)"));
        }
        if (!fixed.isEmpty()) {
            refusals.add(refusal(
                    old.id() + " exists, and these fields cannot change.",
                    "another " + String.join(", ", fixed),
                    "changes of minAvailable, maxRetry, priorityClassName, tasks[].replicas, tasks[].minAvailable and"
                            + " tasks[].maxRetry alone",
                    "delete the job and apply it again, or give the new one another name"));
        }
    }

    private static Optional<TaskProgram> program(JobDocument job, String role) {
        return Optional.ofNullable(job.programs().get(role));
    }

    private static void compare(RoleSpec was, RoleSpec is, List<String> changes, List<String> fixed) {
        String at = "spec.tasks[" + was.name() + "].";
        note(changes, was.replicas() != is.replicas(), at + "replicas");
        note(changes, !was.minAvailable().equals(is.minAvailable()), at + "minAvailable");
        note(changes, was.maxRetry() != is.maxRetry(), at + "maxRetry");
        note(fixed, !was.policies().equals(is.policies()), at + "policies");
        note(fixed, !was.dependsOn().equals(is.dependsOn()), at + "dependsOn");
        note(fixed, was.restarts() != is.restarts(), at + "template.spec.restartPolicy");
        note(fixed, !sameResources(was.template(), is.template()), at + "template.spec.resources");
        note(fixed, !samePlaces(was.template(), is.template()), at + TEMPLATE);
    }

    private static boolean sameResources(TaskTemplate was, TaskTemplate is) {
        return was.request().equals(is.request())
                && was.named().equals(is.named())
                && was.limits().equals(is.limits());
    }

    /** Whether tasks of both may go to the same places; their priority may change while they run. */
    private static boolean samePlaces(TaskTemplate was, TaskTemplate is) {
        return was.labels().equals(is.labels())
                && was.annotations().equals(is.annotations())
                && was.nodeSelector().equals(is.nodeSelector())
                && was.nodeAffinity().equals(is.nodeAffinity())
                && was.podAffinity().equals(is.podAffinity())
                && was.spread().equals(is.spread())
                && was.tolerations().equals(is.tolerations())
                && was.ports().equals(is.ports())
                && was.preemptable() == is.preemptable()
                && was.mayPreempt() == is.mayPreempt()
                && was.gated() == is.gated();
    }

    private static void note(List<String> list, boolean differs, String field) {
        if (differs) {
            list.add(field);
        }
    }

    // Priority classes

    /** As in Kubernetes: what jobs were admitted by stays what it was. */
    private static void compare(PriorityClassDocument old, PriorityClassDocument now, List<String> refusals) {
        PriorityClass was = old.priorityClass();
        PriorityClass is = now.priorityClass();
        List<String> fixed = new ArrayList<>();
        note(fixed, was.value() != is.value(), "value");
        note(fixed, was.preempts() != is.preempts(), "preemptionPolicy");
        if (!fixed.isEmpty()) {
            refusals.add(refusal(
                    old.id() + " exists, and these fields cannot change.",
                    "another " + String.join(", ", fixed),
                    "a change of globalDefault alone",
                    "delete the class and apply it again, or give the new one another name"));
        }
    }

    /**
     * Why priority classes may not be there together, by document; empty if they may.
     *
     * @param applied all there would be, without those of the settings
     */
    static SortedMap<DocumentId, String> conflicts(
            Collection<PriorityClass> applied, Collection<DocumentId> changed, PriorityClasses ofSettings) {
        SortedMap<DocumentId, String> refusals = new TreeMap<>();
        List<String> usual = new ArrayList<>(
                ofSettings.usual().map(PriorityClass::name).stream().toList());
        applied.stream()
                .filter(PriorityClass::globalDefault)
                .map(PriorityClass::name)
                .forEach(usual::add);
        for (PriorityClass one : applied) {
            DocumentId id = PriorityClassDocument.id(one.name());
            if (!changed.contains(id)) {
                continue;
            }
            if (ofSettings.byName().containsKey(one.name())) {
                refusals.put(
                        id,
                        refusal(
                                id + " is in the daemon's settings, which count.",
                                "a document of the same name",
                                "a name that the settings (priorityClasses) do not have",
                                "change the settings, or take another name"));
            } else if (one.globalDefault() && usual.size() > 1) {
                refusals.put(
                        id,
                        refusal(
                                id + " cannot be the default as well.",
                                "globalDefault: true of " + String.join(" and ", usual),
                                "one default at most",
                                "let the other be the default no longer, in the same request or before"));
            }
        }
        return refusals;
    }

    // Services

    private static void compare(ServiceDocument old, ServiceDocument now, List<String> changes) {
        note(changes, old.instances() != now.instances(), "spec.instances");
        note(changes, !old.program().equals(now.program()), "spec.command");
        note(changes, !old.config().resources().equals(now.config().resources()), "spec.resources");
        note(changes, !old.config().constraints().equals(now.config().constraints()), "spec.constraints");
        note(changes, !old.config().ports().equals(now.config().ports()), "spec.ports");
        note(changes, !old.update().equals(now.update()), "spec.update");
        note(changes, changes.isEmpty() && !old.equals(now), "spec");
    }

    /**
     * Why a queue may not be deleted; empty if it may.
     *
     * @param jobs how many jobs in it are not over
     */
    public Optional<String> mayNotDelete(String queue, int jobs) {
        boolean needed = queue.equals(Queue.DEFAULT) || queue.equals(Queue.ROOT);
        List<String> below = queues.values().stream()
                .filter(other -> other.parent().filter(queue::equals).isPresent())
                .map(Queue::name)
                .toList();
        if (!needed && jobs == 0 && below.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(refusal(
                "Queue '" + queue + "' cannot be deleted.",
                needed ? "a queue that every cluster has" : jobs + " jobs in it, and " + below + " below it",
                "a queue without jobs and without queues below it",
                needed ? "close it instead" : "delete or move them first"));
    }
}
