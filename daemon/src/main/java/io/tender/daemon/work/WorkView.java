package io.tender.daemon.work;

import io.tender.core.batch.life.JobState;
import io.tender.core.services.TaskView;
import io.tender.core.services.UpdateView;
import io.tender.model.FrameworkId;
import io.tender.model.batch.Queue;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Something that was applied, and what came of it so far. */
public sealed interface WorkView {
    /** What was written, as JSON; an empty object for what is there without having been written. */
    String json();

    /** @param framework whose tasks its runs are */
    record OfJob(JobDocument job, JobState state, FrameworkId framework, String json) implements WorkView {}

    /** @param unfinished how many of its jobs are not over */
    record OfQueue(Queue queue, int unfinished, String json) implements WorkView {}

    record OfGroup(PodGroupDocument group, String json) implements WorkView {}

    /** What sessions look at beside jobs and queues. */
    record OfSessions(SessionDocument document, String json) implements WorkView {}

    /** @param source who says so */
    record OfClass(PriorityClass priorityClass, Source source, String json) implements WorkView {}

    /** Where a priority class comes from. */
    enum Source {
        /** Every cluster has it. */
        SYSTEM,
        /** The daemon's settings, which count more than a document. */
        SETTINGS,
        DOCUMENT
    }

    /**
     * @param ended how the last runs of instances ended that have no place, by their numbers; empty unless it is looked at alone
     * @param update the last one, over or not
     * @param framework whose tasks its tasks are
     */
    record OfService(
            ServiceDocument service,
            List<TaskView> tasks,
            SortedMap<Integer, LastEnd> ended,
            Optional<UpdateView> update,
            FrameworkId framework,
            String json)
            implements WorkView {
        public OfService {
            tasks = List.copyOf(tasks);
        }
    }
}
