package io.tender.daemon.work;

import io.tender.core.batch.life.JobSpec;
import io.tender.core.batch.life.RoleSpec;
import io.tender.daemon.cluster.Command;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A Job of {@code batch.volcano.sh/v1alpha1}.
 *
 * @param programs what the tasks of each role run
 * @param numbered whether tasks are told their number in their environment: the job plugin env
 */
public record JobDocument(JobSpec spec, SortedMap<String, TaskProgram> programs, boolean numbered) implements Document {
    /** More than any cluster runs of one job. */
    public static final int MOST_TASKS = 100_000;

    static final String KIND = "Job";

    private static final String GROUP = "scheduling.k8s.io/group-name";

    public JobDocument {
        programs = Collections.unmodifiableSortedMap(new TreeMap<>(programs));
    }

    @Override
    public DocumentId id() {
        return id(spec.id());
    }

    public static DocumentId id(JobId job) {
        return new DocumentId(KIND, job.toString());
    }

    /** Whether it or one of its tasks is of a priority class. */
    boolean names(String priorityClass) {
        return spec.frame().priorityClass().filter(priorityClass::equals).isPresent()
                || spec.roles().stream()
                        .anyMatch(role -> role.template()
                                .priorityClass()
                                .filter(priorityClass::equals)
                                .isPresent());
    }

    /** The pod group it says it belongs to, if it does. */
    public Optional<JobId> group() {
        return Optional.ofNullable(spec.frame().annotations().get(GROUP))
                .map(name -> new JobId(spec.id().namespace(), name));
    }

    /** What counts of it: what it says itself, unless the pod group it names is there and says otherwise. */
    JobSpec specAmong(Map<JobId, PodGroupDocument> groups) {
        return group().flatMap(group -> Optional.ofNullable(groups.get(group)))
                .map(this::specIn)
                .orElse(spec);
    }

    /** What it asks for as a gang of that kind: what the group says counts, and not what the job says of the same. */
    public JobSpec specIn(PodGroupDocument group) {
        Job frame = spec.frame();
        Job.Builder changed = Job.builder(frame.id())
                .queue(group.queue())
                .priority(group.priority())
                .minAvailable(group.minMember())
                .subGroups(group.subGroups())
                .labels(frame.labels())
                .annotations(frame.annotations())
                .preemptable(frame.preemptable())
                .revocableZone(frame.revocableZone())
                .budget(frame.budgetMinAvailable(), frame.budgetMaxUnavailable());
        group.priorityClass().ifPresent(changed::priorityClass);
        group.minResources().ifPresent(changed::minResources);
        group.topology().ifPresent(changed::topology);
        frame.waitingTime().ifPresent(changed::waitingTime);
        List<RoleSpec> roles = spec.roles().stream()
                .map(role -> Optional.ofNullable(group.minTaskMember().get(role.name()))
                        .map(role::needing)
                        .orElse(role))
                .toList();
        return new JobSpec(
                changed.build(), spec.maxRetry(), spec.minSuccess(), spec.timeToLive(), spec.policies(), roles);
    }

    /** What one task runs: its role's command, with what tells it who it is. */
    public Command command(String role, int index) {
        TaskProgram program = programs.get(role);
        if (program == null) {
            throw new IllegalArgumentException(
                    "Job '" + spec.id() + "' has no task '" + role + "'; expected one of " + programs.keySet());
        }
        Command command = program.command();
        TreeMap<String, String> environment = new TreeMap<>(command.environment());
        environment.putIfAbsent("TENDER_JOB", spec.id().toString());
        environment.putIfAbsent("TENDER_TASK", role + "-" + index);
        if (numbered) {
            environment.put("VC_TASK_INDEX", Integer.toString(index));
            environment.put("VK_TASK_INDEX", Integer.toString(index));
            for (RoleSpec other : spec.roles()) {
                String name = other.name().toUpperCase(Locale.ROOT).replace('-', '_');
                environment.put("VC_" + name + "_NUM", Integer.toString(other.replicas()));
            }
        }
        return new Command(command.shell(), command.words(), environment, command.workingDirectory());
    }
}
