package io.tender.spi.batch;

/**
 * Tells jobs apart that look alike: tasks of the same template, queue and namespace are interchangeable to the scheduler,
 * and what plugins say about one of them holds for the others. A plugin that treats some jobs otherwise, whatever their tasks
 * look like, says here on which side a job is. Asked once per job and session; who throws makes no difference between jobs.
 */
@FunctionalInterface
public interface JobSplit {
    /** The same for jobs that are treated alike. */
    int side(JobView job);
}
