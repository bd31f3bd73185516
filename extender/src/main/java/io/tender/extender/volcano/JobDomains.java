package io.tender.extender.volcano;

import io.tender.spi.batch.JobView;
import io.tender.spi.batch.SubJobView;
import java.util.IdentityHashMap;
import java.util.Optional;

/**
 * The domains jobs are in, as they are sent. To find one out means to look at all tasks of the job and at the members of
 * many domains, so it is done once for everything that is encoded together, and not where topology does not matter. Not
 * to be kept for longer: tasks move.
 */
final class JobDomains {
    /** What the scheduler calls the domain that holds all nodes. To be in it says nothing, and so it is not named. */
    static final String EVERYWHERE = "<cluster-top-hypernode>";

    private final IdentityHashMap<JobView, String> known = new IdentityHashMap<>();

    /** The domain of all its placed tasks, or an empty text. */
    String of(JobView job) {
        return hasTopology(job) ? known.computeIfAbsent(job, one -> named(one.allocatedHyperNode())) : "";
    }

    private static boolean hasTopology(JobView job) {
        return job.job().topology().isPresent()
                || job.job().subGroups().stream()
                        .anyMatch(policy -> policy.topology().isPresent());
    }

    /** The same for a part of a job. */
    static String of(SubJobView subJob) {
        return subJob.topology().isPresent() ? named(subJob.allocatedHyperNode()) : "";
    }

    /** As it is sent. */
    static String named(Optional<String> domain) {
        return domain.filter(name -> !name.equals(EVERYWHERE)).orElse("");
    }
}
