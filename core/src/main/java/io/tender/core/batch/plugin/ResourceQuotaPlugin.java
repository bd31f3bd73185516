package io.tender.core.batch.plugin;

import io.tender.model.batch.JobPhase;
import io.tender.model.batch.NamespaceQuota;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.Vote;
import java.util.HashMap;
import java.util.Map;

/** Admits a job only if what it reserves fits every quota of its namespace. */
final class ResourceQuotaPlugin implements BatchPlugin {
    private static final String REQUESTS = "requests.";

    @Override
    public Hooks open(SessionView session) {
        Admission admission = new Admission(session);
        return Hooks.none().jobEnqueueable(admission::vote).jobEnqueued(admission::reserve);
    }

    private static final class Admission {
        private final SessionView session;
        private final Map<String, Holding> reserved = new HashMap<>();
        private boolean counted;

        Admission(SessionView session) {
            this.session = session;
        }

        /** Only sessions that admit something under a quota pay for the sum over jobs. */
        private Holding reservedIn(String namespace) {
            if (!counted) {
                counted = true;
                for (JobView job : session.jobs()) {
                    if (job.phase() != JobPhase.PENDING) {
                        of(job.id().namespace()).add(reservation(job));
                    }
                }
            }
            return of(namespace);
        }

        private Holding of(String namespace) {
            return reserved.computeIfAbsent(namespace, unused -> new Holding());
        }

        private static ResourceList reservation(JobView job) {
            ResourceList promised = job.job().minResources().orElse(ResourceList.empty());
            return job.phase() == JobPhase.COMPLETED ? job.allocated() : promised.max(job.allocated());
        }

        Vote vote(JobView job) {
            ResourceList wanted = job.job().minResources().orElse(ResourceList.empty());
            for (NamespaceQuota quota : session.quotas()) {
                if (quota.namespace().equals(job.id().namespace())) {
                    Holding held = reservedIn(quota.namespace());
                    for (int i = 0; i < quota.hard().size(); i++) {
                        String limited = quota.hard().name(i);
                        String name = limited.startsWith(REQUESTS) ? limited.substring(REQUESTS.length()) : limited;
                        long sum = quota.used().millis(limited) + held.millis(name) + wanted.millis(name);
                        if (wanted.has(name) && sum > quota.hard().millis(i)) {
                            return Vote.reject("quota '" + quota.name() + "' of namespace '" + quota.namespace()
                                    + "' would be exceeded: " + limited + " " + ResourceList.print(name, sum) + " of "
                                    + ResourceList.print(name, quota.hard().millis(i)));
                        }
                    }
                }
            }
            return Vote.permit();
        }

        void reserve(JobView job) {
            // Counted first, lest the job, which may be admitted by now, be counted twice.
            boolean known = counted;
            Holding held = reservedIn(job.id().namespace());
            if (known || job.phase() == JobPhase.PENDING) {
                held.add(job.job().minResources().orElse(ResourceList.empty()));
            }
        }
    }
}
