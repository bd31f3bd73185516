package io.tender.core.batch;

import io.tender.core.batch.plugin.Shortfall;
import io.tender.core.batch.plugin.Surplus;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.Eviction;
import io.tender.spi.batch.HookKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes room for a whole gang at once: victims are taken job by job, first what a job has above its gang, then whole gangs,
 * and only if the starving gang can then be placed entirely.
 */
final class GangEvictAction implements Action {
    static final String PREEMPT = "gangpreempt";
    static final String RECLAIM = "gangreclaim";

    /** Each of so many further bundles is tried one by one; then there are half as many more of them at each try. */
    private static final int TRIES_ONE_BY_ONE = 16;

    private final boolean reclaim;
    private final int maxDomains;
    private final boolean allowWhole;

    GangEvictAction(boolean reclaim, Arguments arguments) {
        this.reclaim = reclaim;
        this.maxDomains = arguments.integer("maxDomains", 8);
        this.allowWhole = arguments.truth("allowWholeBundle", true);
        if (maxDomains < 1) {
            arguments.problem("maxDomains", maxDomains, "a number above zero");
        }
    }

    @Override
    public String name() {
        return reclaim ? RECLAIM : PREEMPT;
    }

    /** Tasks of one job that go together. */
    private record Bundle(SessionJob job, boolean whole, List<SessionTask> tasks, double worth) {}

    @Override
    public void run(Work work) {
        List<SessionJob> starving = new ArrayList<>();
        for (SessionJob job : work.admittedJobs()) {
            if (work.isStarving(job)) {
                starving.add(job);
            }
        }
        Turns turns = new Turns(work.orders(), starving);
        Optional<SessionQueue> queue = turns.nextQueue();
        while (queue.isPresent()) {
            if (!reclaim || !work.isOverused(queue.get())) {
                Optional<SessionJob> job = turns.nextJob(queue.get());
                if (job.isPresent()) {
                    serve(work, job.get());
                    turns.back(queue.get());
                }
            }
            queue = turns.nextQueue();
        }
    }

    private void serve(Work work, SessionJob job) {
        List<SessionTask> waiting = work.pending(job, false);
        boolean allowed = waiting.stream().allMatch(task -> task.template().mayPreempt());
        if (waiting.isEmpty() || !work.mayEvictFor(job) || !allowed) {
            return;
        }
        // What it has beyond its gang may wait for room of its own: it is no reason not to start.
        List<SessionTask> lacking = Shortfall.of(job, waiting, work.session().total());
        if (reclaim && !work.mayReclaim(job.queue(), lacking)) {
            return;
        }
        int tried = 0;
        for (List<SessionDomain> domains : new DomainChoice(work.session()).forJob(job)) {
            for (SessionDomain domain : domains) {
                if (tried++ == maxDomains || makeRoom(work, job, lacking, domain)) {
                    return;
                }
            }
        }
    }

    private boolean makeRoom(Work work, SessionJob job, List<SessionTask> lacking, SessionDomain domain) {
        ResourceList need = ResourceList.empty();
        for (SessionTask task : lacking) {
            need = need.plus(task.request());
        }
        ResourceList idle = ResourceList.empty();
        for (SessionNode node : domain.nodes()) {
            idle = idle.plus(node.futureIdle().positive());
        }
        ResourceList free = idle;
        List<Bundle> bundles = bundles(work, job, domain, need);
        int tries = 0;
        int taken = 0;
        int nextTry = 0;
        for (Bundle bundle : bundles) {
            taken++;
            free = with(free, bundle.tasks());
            boolean due = free.covers(need) && (taken >= nextTry || taken == bundles.size());
            if (due && ++tries >= TRIES_ONE_BY_ONE) {
                nextTry = taken + Math.max(1, taken / 2);
            }
            if (due) {
                List<SessionTask> victims = together(work, job, bundles.subList(0, taken));
                if (with(idle, victims).covers(need) && evict(work, job, domain, victims)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static ResourceList with(ResourceList free, List<SessionTask> gone) {
        ResourceList sum = free;
        for (SessionTask task : gone) {
            sum = sum.plus(task.request());
        }
        return sum;
    }

    /**
     * Whom all of these bundles may take. Each was approved by itself; what is too much for a queue shows only when they are counted
     * together, and then of what a job can spare less is taken, while what would break its gang is taken in full or not at all.
     */
    private List<SessionTask> together(Work work, SessionJob job, List<Bundle> bundles) {
        List<SessionTask> all =
                bundles.stream().flatMap(bundle -> bundle.tasks().stream()).toList();
        Set<SessionTask> approved = Collections.newSetFromMap(new IdentityHashMap<>());
        approved.addAll(approved(work, job, all));
        Set<SessionJob> spared = new HashSet<>();
        List<SessionTask> victims = new ArrayList<>();
        // What jobs can spare comes before what they cannot.
        for (Bundle bundle : bundles) {
            List<SessionTask> taken =
                    bundle.tasks().stream().filter(approved::contains).toList();
            boolean inFull = taken.size() == bundle.tasks().size();
            if (!inFull) {
                spared.add(bundle.job());
            }
            if (!bundle.whole() || !spared.contains(bundle.job())) {
                victims.addAll(taken);
            }
        }
        return victims;
    }

    private boolean evict(Work work, SessionJob job, SessionDomain domain, List<SessionTask> victims) {
        Session session = work.session();
        Statement trial = session.dryRun();
        victims.forEach(victim -> trial.evict(victim, "", ""));
        Optional<List<Statement.Placed>> solution = new DomainPlacement(work).promises(job, domain);
        trial.discard();
        if (solution.isEmpty()) {
            return false;
        }
        Statement statement = session.statement();
        String reason = reclaim ? "reclaimed for a gang" : "preempted for a gang";
        victims.forEach(victim -> statement.evict(victim, reason, job.id().toString()));
        for (Statement.Placed placed : solution.get()) {
            if (statement.pipeline(placed.task(), session.nodeAt(placed.node())).isPresent()) {
                statement.discard();
                return false;
            }
            session.explanations().forget(placed.task());
        }
        statement.commit();
        SortedMap<String, String> nominated = new TreeMap<>();
        job.subJobs().forEach(subJob -> nominated.put(subJob.id(), domain.name()));
        session.outcomes().nominated(job.id(), nominated);
        return true;
    }

    private List<Bundle> bundles(Work work, SessionJob job, SessionDomain domain, ResourceList need) {
        Map<SessionJob, List<SessionTask>> byJob = new TreeMap<>(Comparator.comparing(SessionJob::id));
        for (SessionNode node : domain.nodes()) {
            for (SessionTask task : node.tasks()) {
                if (mayBeAsked(job, task)) {
                    byJob.computeIfAbsent(task.job(), unused -> new ArrayList<>())
                            .add(task);
                }
            }
        }
        List<Bundle> bundles = new ArrayList<>();
        byJob.forEach((other, tasks) -> {
            tasks.sort(work.orders().victims(job.queue()));
            Surplus surplus = new Surplus(other);
            List<SessionTask> safe =
                    approved(work, job, tasks.stream().filter(surplus::takes).toList());
            if (!safe.isEmpty()) {
                bundles.add(new Bundle(other, false, safe, worth(safe, safe, need)));
            }
            List<SessionTask> rest = new ArrayList<>(tasks);
            rest.removeAll(safe);
            if (allowWhole && !rest.isEmpty() && approved(work, job, tasks).size() == tasks.size()) {
                bundles.add(new Bundle(other, true, rest, worth(rest, other.tasks(), need)));
            }
        });
        bundles.sort(Comparator.comparing(Bundle::whole)
                .thenComparing(Bundle::job, (left, right) -> cheaper(work, job, left, right))
                .thenComparing(Comparator.comparingDouble(Bundle::worth).reversed()));
        return bundles;
    }

    private static int cheaper(Work work, SessionJob job, SessionJob left, SessionJob right) {
        if (left == right) {
            return 0;
        }
        int byQueue = left.queue() == right.queue()
                ? 0
                : work.orders().victimQueues(left.queue(), right.queue(), job.queue());
        return byQueue != 0 ? byQueue : Integer.compare(0, work.orders().jobs(left, right));
    }

    private boolean mayBeAsked(SessionJob job, SessionTask task) {
        if (!task.status().evictable() || !task.template().preemptable() || task.job() == job) {
            return false;
        }
        return reclaim
                ? task.job().queue() != job.queue()
                        && task.job().queue().queue().reclaimable()
                : task.job().queue() == job.queue()
                        && task.job().job().priority() < job.job().priority();
    }

    private List<SessionTask> approved(Work work, SessionJob job, List<SessionTask> tasks) {
        return new VictimVote(work.session())
                .ask(
                        HookKind.UNIFIED_EVICTABLE,
                        reclaim,
                        List.copyOf(tasks),
                        (hook, asked) -> hook.victims(new Eviction(job, reclaim), asked));
    }

    /** How much of what is destroyed is of use. */
    private static double worth(List<SessionTask> freed, List<SessionTask> destroyed, ResourceList need) {
        double useful = 0;
        double total = 0;
        ResourceList gain = ResourceList.empty();
        for (SessionTask task : freed) {
            gain = gain.plus(task.request());
        }
        ResourceList loss = ResourceList.empty();
        for (SessionTask task : destroyed) {
            loss = task.status().allocated() ? loss.plus(task.request()) : loss;
        }
        for (int i = 0; i < need.size(); i++) {
            String name = need.name(i);
            long wanted = need.millis(i);
            useful += (double) Math.min(gain.millis(name), wanted) / wanted;
            total += (double) loss.millis(name) / wanted;
        }
        return total == 0 ? 0 : useful / total;
    }
}
