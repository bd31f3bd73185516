package io.tender.core.batch;

import io.tender.core.batch.plugin.Shortfall;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.TaskView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The waiting tasks of a gang in the order in which a search tries them: of each group those that it needs, the largest first, as they
 * are the hardest to place; then all others, the smallest first. Who has to be beside others comes after them, since nobody is beside
 * a task that has no place.
 */
final class GangMembers {
    private final List<Member> members = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();
    private final Map<KindKey, Kind> kinds = new LinkedHashMap<>();

    /** What is equal for the search: tasks of one template in one group. */
    static final class Kind {
        final TaskTemplate template;
        final Group group;
        final SessionTask any;

        /** How many of it there are. */
        int count;

        /** How many of it are left out in the way being tried: then there is no use in placing the next. */
        int leftOut;

        /** Where the last of it was placed, among the nodes to try; the next goes there or further on, as who is where makes no odds. */
        int from;

        Kind(SessionTask any, Group group) {
            this.template = any.template();
            this.group = group;
            this.any = any;
        }
    }

    private record KindKey(TaskTemplate template, Group group) {}

    /** A task to place, how many of its group are still to be tried from it on, and how many of its kind come before it. */
    record Member(SessionTask task, Kind kind, int leftInGroup, int before) {
        int leftOfKind() {
            return kind.count - before;
        }
    }

    /** A sub-group in the way being tried. */
    static final class Group {
        final SessionSubJob subJob;
        final int lacking;
        int placed;
        int waiting;

        private Group(SessionSubJob subJob) {
            this.subJob = subJob;
            int have = 0;
            for (SessionTask task : subJob.tasks()) {
                TaskStatus status = task.status();
                boolean comes = status == TaskStatus.PIPELINED || (status == TaskStatus.PENDING && task.isBestEffort());
                have += status.ready() || comes ? 1 : 0;
            }
            this.lacking = Math.max(0, subJob.minAvailable() - have);
        }

        /** Some of its tasks are placed, and it cannot become whole with so many more. */
        boolean isBroken(int more) {
            return placed > 0 && placed + more < lacking;
        }

        /** Whether it is any use to place a task of it that is one of so many left. */
        boolean mayBecomeWhole(int left) {
            return placed + left >= lacking;
        }
    }

    /**
     * The orders worth a look: one with as few as will do before those who have to be beside them, and where it is another, one with all
     * of them there, as each may be needed by somebody else.
     */
    static List<GangMembers> orders(Work work, SessionJob job) {
        GangMembers few = of(work, job, false);
        boolean anybody = job.templates().stream()
                .anyMatch(template -> !template.podAffinity().required().isEmpty());
        if (!anybody) {
            return List.of(few);
        }
        GangMembers all = of(work, job, true);
        return few.tasks().equals(all.tasks()) ? List.of(few) : List.of(few, all);
    }

    private static GangMembers of(Work work, SessionJob job, boolean allLead) {
        GangMembers made = new GangMembers();
        List<SessionSubJob> subJobs = new ArrayList<>(job.subJobs());
        subJobs.sort(work.orders()::subJobs);
        Comparator<TaskView> smallestFirst = Shortfall.bySize(work.session().total());
        Set<SessionTask> needed = Collections.newSetFromMap(new IdentityHashMap<>());
        Map<Group, List<SessionTask>> waiting = new HashMap<>();
        for (SessionSubJob subJob : subJobs) {
            Group group = new Group(subJob);
            made.groups.add(group);
            List<SessionTask> bySize = subJob.tasks().stream()
                    .filter(task -> isToPlace(work, task))
                    .sorted(smallestFirst)
                    .toList();
            group.waiting = bySize.size();
            waiting.put(group, bySize);
            needed.addAll(
                    job.job().subGroups().isEmpty()
                            ? Shortfall.of(job, bySize, work.session().total())
                            : bySize.subList(0, Math.min(group.lacking, bySize.size())));
        }
        List<SessionTask> inOrder = new ArrayList<>();
        Map<SessionTask, Group> groupOf = new HashMap<>();
        for (Group group : made.groups) {
            List<SessionTask> tasks = new ArrayList<>(waiting.getOrDefault(group, List.of()));
            tasks.forEach(task -> groupOf.put(task, group));
            tasks.sort(smallestFirst.reversed());
            tasks.stream().filter(needed::contains).forEach(inOrder::add);
        }
        for (Group group : made.groups) {
            waiting.getOrDefault(group, List.of()).stream()
                    .filter(task -> !needed.contains(task))
                    .forEach(inOrder::add);
        }
        for (SessionTask task : Company.ledFirst(inOrder, allLead ? Set.copyOf(inOrder) : needed)) {
            Optional.ofNullable(groupOf.get(task)).ifPresent(group -> made.add(task, group));
        }
        return made;
    }

    private static boolean isToPlace(Work work, SessionTask task) {
        return task.status() == TaskStatus.PENDING
                && Work.isPlacedWithOthers(task)
                && !task.template().gated()
                && work.search().refusalOf(task).isEmpty();
    }

    private void add(SessionTask task, Group group) {
        Kind kind = kinds.computeIfAbsent(new KindKey(task.template(), group), unused -> new Kind(task, group));
        members.add(new Member(task, kind, group.waiting--, kind.count++));
    }

    List<Member> inOrder() {
        return members;
    }

    private List<SessionTask> tasks() {
        return members.stream().map(Member::task).toList();
    }

    Collection<Kind> kinds() {
        return kinds.values();
    }

    List<Group> groups() {
        return groups;
    }

    int count() {
        return members.size();
    }

    /** Whether it matters to tasks of a template where other tasks are. */
    static boolean isSocial(TaskTemplate template) {
        return !template.podAffinity().isEmpty() || !template.spread().isEmpty();
    }
}
