package io.tender.core.batch.plugin;

import io.tender.model.batch.JobPhase;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.Vote;

/** Admits jobs while all that was admitted fits the cluster times a factor. */
final class OvercommitPlugin implements BatchPlugin {
    private static final String FACTOR = "overcommit-factor";
    private static final double USUAL_FACTOR = 1.2;

    private final double factor;

    OvercommitPlugin(Arguments arguments) {
        double given = arguments.decimal(FACTOR, USUAL_FACTOR);
        if (given < 1) {
            arguments.notice(FACTOR, given + " is below 1, so the usual " + USUAL_FACTOR + " is used, as Volcano does");
        }
        factor = given < 1 ? USUAL_FACTOR : given;
    }

    @Override
    public Hooks open(SessionView session) {
        Admission admission = new Admission(session);
        return Hooks.none().jobEnqueueable(admission::vote).jobEnqueued(admission::reserve);
    }

    private final class Admission {
        private final SessionView session;
        private ResourceList room = ResourceList.empty();
        private final Holding inqueue = new Holding();
        private boolean counted;

        Admission(SessionView session) {
            this.session = session;
        }

        /** Only sessions that admit something pay for the sums over nodes and jobs. */
        private void count() {
            if (counted) {
                return;
            }
            counted = true;
            Holding used = new Holding();
            for (NodeView node : session.nodes()) {
                used.add(node.used());
            }
            room = session.total().times(factor).minus(used.toList()).positive();
            for (JobView job : session.jobs()) {
                inqueue.add(Reservations.outstanding(job));
            }
        }

        Vote vote(JobView job) {
            ResourceList wanted = job.job().minResources().orElse(ResourceList.empty());
            if (wanted.isEmpty()) {
                return Vote.permit();
            }
            count();
            return inqueue.leavesRoomFor(wanted, room)
                    ? Vote.permit()
                    : Vote.reject("admitted jobs would exceed the room left of the cluster times " + factor + ": "
                            + inqueue.excess(wanted, room));
        }

        void reserve(JobView job) {
            // Counted first, lest the job, which may be admitted by now, be counted twice.
            boolean known = counted;
            count();
            if (known || job.phase() == JobPhase.PENDING) {
                inqueue.add(job.job().minResources().orElse(ResourceList.empty()));
            }
        }
    }
}
