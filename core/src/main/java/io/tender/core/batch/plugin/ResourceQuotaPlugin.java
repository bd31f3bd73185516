package io.tender.core.batch.plugin;

import io.tender.model.batch.JobPhase;
import io.tender.model.batch.NamespaceQuota;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobEnqueueable;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.SessionData;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.Vote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Admits a job only if what it reserves fits every quota of its namespace. A job that does not say what it reserves reserves
 * what the smallest gang of its tasks asks for.
 */
final class ResourceQuotaPlugin implements BatchPlugin {
    private static final String REQUESTS = "requests.";

    @Override
    public Set<SessionData> needs() {
        return Set.of(SessionData.QUOTAS);
    }

    @Override
    public Hooks open(SessionView session) {
        Admission admission = new Admission(session);
        return Hooks.none().jobEnqueueable(admission).jobEnqueued(admission::reserve);
    }

    private static final class Admission implements JobEnqueueable {
        private final SessionView session;
        private final Map<String, List<NamespaceQuota>> quotas = new HashMap<>();
        private final Map<String, Holding> reserved = new HashMap<>();
        private boolean counted;

        Admission(SessionView session) {
            this.session = session;
            session.quotas()
                    .forEach(quota -> quotas.computeIfAbsent(quota.namespace(), unused -> new ArrayList<>())
                            .add(quota));
        }

        @Override
        public boolean judgesEveryJob() {
            return true;
        }

        /** Only sessions that admit something under a quota pay for the sum over jobs. */
        private Holding reservedIn(String namespace) {
            if (!counted) {
                counted = true;
                for (JobView job : session.jobs()) {
                    if (job.phase() != JobPhase.PENDING
                            && quotas.containsKey(job.id().namespace())) {
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
            return job.phase() == JobPhase.COMPLETED
                    ? job.allocated()
                    : job.job().reserved().max(job.allocated());
        }

        @Override
        public Vote vote(JobView job) {
            List<NamespaceQuota> ofNamespace = quotas.getOrDefault(job.id().namespace(), List.of());
            if (ofNamespace.isEmpty()) {
                return Vote.permit();
            }
            ResourceList wanted = job.job().reserved();
            for (NamespaceQuota quota : ofNamespace) {
                Holding held = reservedIn(quota.namespace());
                for (int i = 0; i < quota.hard().size(); i++) {
                    String limited = quota.hard().name(i);
                    String name = plain(limited);
                    long sum = quota.used().millis(limited) + held.millis(name) + wanted.millis(name);
                    if (wanted.has(name) && sum > quota.hard().millis(i)) {
                        return exceeded(quota, limited, sum, quota.hard().millis(i));
                    }
                }
                for (String limited : quota.none()) {
                    if (wanted.has(plain(limited))) {
                        return exceeded(quota, limited, wanted.millis(plain(limited)), 0);
                    }
                }
            }
            return Vote.permit();
        }

        private static String plain(String limited) {
            return limited.startsWith(REQUESTS) ? limited.substring(REQUESTS.length()) : limited;
        }

        private static Vote exceeded(NamespaceQuota quota, String limited, long sum, long hard) {
            String name = plain(limited);
            return Vote.reject("quota '" + quota.name() + "' of namespace '" + quota.namespace()
                    + "' would be exceeded: " + limited + " " + ResourceList.print(name, sum) + " of "
                    + ResourceList.print(name, hard));
        }

        void reserve(JobView job) {
            if (!quotas.containsKey(job.id().namespace())) {
                return;
            }
            // Counted first, lest the job, which may be admitted by now, be counted twice.
            boolean known = counted;
            Holding held = reservedIn(job.id().namespace());
            if (known || job.phase() == JobPhase.PENDING) {
                held.add(job.job().reserved());
            }
        }
    }
}
