package io.tender.extender.volcano;

import io.tender.spi.batch.JobEnqueueable;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.Vote;
import java.util.function.Function;

/** What an extender says about the admission of jobs: of those with minResources, or of all. */
record AdmissionVote(Function<JobView, Vote> said, boolean judgesEveryJob) implements JobEnqueueable {
    @Override
    public Vote vote(JobView job) {
        return said.apply(job);
    }
}
