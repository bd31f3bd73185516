package io.tender.core.batch;

import io.tender.model.batch.ResourceList;
import io.tender.spi.Chance;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.HookKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Preemption that tries several nodes in dry runs, spares whom it can, and takes the node whose victims matter least, since
 * on the best-ranked node they may matter much.
 */
final class TopologyAwarePreemption {
    private final Work work;
    private final Session session;
    private final Settings settings;

    /** How many nodes are tried. */
    record Settings(boolean enabled, int percentage, int least, int most) {
        private static final String WORKERS = "topologyAwarePreemptWorkerNum";

        static Settings of(Arguments arguments) {
            // Answers are kept and dry runs are cheap, so these two are understood and change nothing.
            Actions.errorCache(arguments);
            arguments.integer(WORKERS, 16);
            arguments.notice(WORKERS, "victims are looked for on one thread, so that the same is always decided");
            Settings settings = new Settings(
                    arguments.truth("enableTopologyAwarePreemption", false),
                    arguments.integer("minCandidateNodesPercentage", 10),
                    arguments.integer("minCandidateNodesAbsolute", 1),
                    arguments.integer("maxCandidateNodesAbsolute", 100));
            if (settings.percentage < 0 || settings.percentage > 100) {
                arguments.problem("minCandidateNodesPercentage", settings.percentage, "a number from 0 to 100");
            }
            if (settings.least < 1 || settings.most < settings.least) {
                arguments.problem(
                        "minCandidateNodesAbsolute",
                        settings.least,
                        "a number from 1 to maxCandidateNodesAbsolute (" + settings.most + ")");
            }
            return settings;
        }

        int candidates(int nodes) {
            int share = (int) ((long) nodes * percentage / 100);
            return Math.min(nodes, Math.min(most, Math.max(least, share)));
        }
    }

    /** A node and whom it would cost. */
    private record Candidate(SessionNode node, List<SessionTask> victims) {
        int topPriority() {
            return victims.stream()
                    .mapToInt(victim -> victim.template().priority())
                    .max()
                    .orElse(Integer.MIN_VALUE);
        }

        long prioritySum() {
            return victims.stream()
                    .mapToLong(victim -> victim.template().priority())
                    .sum();
        }

        Instant latestStart() {
            return victims.stream()
                    .flatMap(victim -> victim.started().stream())
                    .max(Comparator.naturalOrder())
                    .orElse(Instant.MIN);
        }
    }

    private static final Comparator<Candidate> CHEAPEST_FIRST = Comparator.comparingInt(Candidate::topPriority)
            .thenComparingLong(Candidate::prioritySum)
            .thenComparingInt(candidate -> candidate.victims().size())
            .thenComparing(Candidate::latestStart, Comparator.reverseOrder())
            .thenComparingInt(candidate -> candidate.node().index());

    TopologyAwarePreemption(Work work, Settings settings) {
        this.work = work;
        this.session = work.session();
        this.settings = settings;
    }

    boolean makeRoom(Statement statement, SessionTask task, List<SessionNode> nodes) {
        int wanted = settings.candidates(nodes.size());
        List<Candidate> candidates = new ArrayList<>();
        // A random start spreads the dry runs over the cluster from one session to the next.
        List<SessionNode> inOrder = new ArrayList<>(nodes);
        if (!inOrder.isEmpty()) {
            Collections.rotate(
                    inOrder,
                    -Math.floorMod(
                            session.chance()
                                    .draw(Chance.key(Chance.key(task.id().value()), session.number())),
                            nodes.size()));
        }
        for (SessionNode node : work.evictionNodes().hopeful(task, inOrder)) {
            victims(task, node).ifPresent(victims -> candidates.add(new Candidate(node, victims)));
            if (candidates.size() >= wanted) {
                break;
            }
        }
        candidates.sort(CHEAPEST_FIRST);
        for (Candidate candidate : candidates) {
            int mark = statement.mark();
            for (SessionTask victim : candidate.victims()) {
                statement.evict(victim, "preempted", task.job().id().toString());
            }
            SessionNode node = session.nodeAt(candidate.node().index());
            // Dry runs ask only plugins at hand; whoever is far away is asked about the node that is really meant.
            if (work.evictionNodes().refusalOf(task, node).isEmpty()
                    && statement.pipeline(task, node).isEmpty()) {
                session.explanations().forget(task);
                return true;
            }
            statement.rollback(mark);
        }
        return false;
    }

    /** The fewest, least important tasks whose going makes room; empty if none do. */
    private Optional<List<SessionTask>> victims(SessionTask task, SessionNode node) {
        List<SessionTask> evictees = new ArrayList<>();
        for (SessionTask other : node.tasks()) {
            if (other.status().evictable()
                    && other.template().preemptable()
                    && other.job() != task.job()
                    && other.job().queue() == task.job().queue()
                    && (!task.isBestEffort() || other.isBestEffort())) {
                evictees.add(other);
            }
        }
        List<SessionTask> victims = new ArrayList<>(new VictimVote(session)
                .ask(
                        HookKind.PREEMPTABLE,
                        false,
                        evictees,
                        task,
                        work.orders().victims(task.job().queue())));
        session.witnesses().eviction(HookKind.PREEMPTABLE, task, evictees, victims);
        if (victims.isEmpty() || !fitsWithout(victims, task, node)) {
            return Optional.empty();
        }
        for (int i = victims.size() - 1; i >= 0; i--) {
            SessionTask spared = victims.remove(i);
            if (!fitsWithout(victims, task, node)) {
                victims.add(i, spared);
            }
        }
        return Optional.of(victims);
    }

    private boolean fitsWithout(List<SessionTask> gone, SessionTask task, SessionNode node) {
        ResourceList free = node.futureIdle();
        for (SessionTask victim : gone) {
            free = free.plus(victim.request());
        }
        if (!free.covers(task.request())) {
            return false;
        }
        Statement trial = session.dryRun();
        for (SessionTask victim : gone) {
            trial.evict(victim, "", "");
        }
        boolean fits = work.allocatable(task).isEmpty()
                && work.evictionNodes()
                        .refusalAtHand(task, session.nodeAt(node.index()))
                        .isEmpty();
        trial.discard();
        return fits;
    }
}
