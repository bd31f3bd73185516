package io.tender.core.batch;

import io.tender.core.batch.plugin.Shortfall;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Places jobs whose tasks must be close together: domains are tried in dry runs, and the best solution is made real. */
final class DomainPlacement {
    private final Work work;
    private final Session session;
    private final DomainChoice choice;
    private final Map<SessionSubJob, List<SessionTask>> waiting = new HashMap<>();

    /** Where all tasks would go, and how good that is. */
    private record Solution(List<Statement.Placed> placements, double score) {}

    DomainPlacement(Work work) {
        this.work = work;
        this.session = work.session();
        this.choice = new DomainChoice(session);
    }

    /** Gives a job its turn; true if it is to have another, for what it has beyond its gang. Mostly all tasks are tried at once. */
    boolean serve(SessionJob job) {
        List<List<SessionDomain>> lists = choice.forJob(job);
        for (List<SessionDomain> domains : lists) {
            Optional<Solution> best = best(job, domains);
            if (best.isPresent() && replay(job, best.get())) {
                return false;
            }
        }
        if (work.gangSearch().serve(job, lists)) {
            return work.readiness(job).isEmpty();
        }
        session.explanations()
                .ofJob(
                        job,
                        new Refusal(
                                Refusal.SCHEDULER,
                                "topology",
                                Verdict.Code.UNSCHEDULABLE,
                                "no domain of the network that the job may use has room for it"));
        return false;
    }

    private Optional<Solution> best(SessionJob job, List<SessionDomain> domains) {
        Solution best = null;
        for (SessionDomain domain : domains) {
            Solution solution = solve(job, domain).orElse(null);
            if (solution != null && (best == null || solution.score() > best.score())) {
                best = solution;
            }
        }
        return Optional.ofNullable(best);
    }

    /** How the waiting tasks of a job could be placed in a domain where others are leaving; nothing stays changed. */
    Optional<List<Statement.Placed>> promises(SessionJob job, SessionDomain domain) {
        return solve(job, domain)
                .map(Solution::placements)
                .or(() -> work.gangSearch().promises(job, domain));
    }

    /** How the waiting tasks of a job could be placed in a domain, if its gang comes about; nothing stays changed. */
    private Optional<Solution> solve(SessionJob job, SessionDomain domain) {
        Statement trial = session.dryRun();
        try {
            double score = 0;
            List<SessionSubJob> subJobs = new ArrayList<>(job.subJobs());
            subJobs.sort(work.orders()::subJobs);
            for (SessionSubJob subJob : subJobs) {
                score += place(trial, subJob, domain);
            }
            boolean good = !trial.isEmpty() && (work.readiness(job).isEmpty() || work.isPipelined(job));
            return good ? Optional.of(new Solution(trial.placements(), score)) : Optional.empty();
        } finally {
            trial.discard();
        }
    }

    /** Leaves a sub-group in the best of its domains, or nowhere; tells how good that is. */
    private double place(Statement trial, SessionSubJob subJob, SessionDomain within) {
        for (List<SessionDomain> domains : choice.forSubJob(subJob, within)) {
            List<Statement.Placed> best = null;
            double bestScore = 0;
            Map<String, Double> scores = choice.scores(subJob, domains);
            for (SessionDomain domain : domains) {
                int mark = trial.mark();
                fill(trial, subJob, domain);
                boolean good =
                        trial.mark() > mark && (work.isReady(subJob) || work.isPipelined(subJob) || isLoose(subJob));
                double score = scores.getOrDefault(domain.name(), 0.0);
                if (good && (best == null || score > bestScore)) {
                    // A dry run here holds placements only, so marks count them.
                    List<Statement.Placed> all = trial.placements();
                    best = List.copyOf(all.subList(mark, all.size()));
                    bestScore = score;
                }
                trial.rollback(mark);
            }
            if (best != null) {
                replayInto(trial, best);
                return bestScore;
            }
        }
        return 0;
    }

    /** Tasks that no policy groups need not come together. */
    private static boolean isLoose(SessionSubJob subJob) {
        return subJob.policy().isEmpty() && !subJob.job().job().subGroups().isEmpty();
    }

    /** The order does not change while domains are tried, so it is found once. */
    private List<SessionTask> waitingOf(SessionSubJob subJob) {
        List<SessionTask> tasks = new ArrayList<>();
        for (SessionTask task : subJob.tasks()) {
            if (task.status() == TaskStatus.PENDING
                    && Work.isPlacedWithOthers(task)
                    && !task.template().gated()) {
                tasks.add(task);
            }
        }
        tasks.sort(work.orders()::tasks);
        return Shortfall.first(subJob.job(), tasks);
    }

    private void fill(Statement trial, SessionSubJob subJob, @Nullable SessionDomain domain) {
        TaskPlacement placement = new TaskPlacement(work, trial);
        TaskLine tasks = new TaskLine(waiting.computeIfAbsent(subJob, this::waitingOf));
        Optional<SessionTask> next = tasks.next();
        while (next.isPresent()) {
            if (placement.place(next.get(), domain) == TaskPlacement.Outcome.NOWHERE) {
                tasks.giveUp(next.get());
            }
            next = tasks.next();
        }
    }

    private void replayInto(Statement statement, List<Statement.Placed> placements) {
        for (Statement.Placed placed : placements) {
            SessionNode node = session.nodeAt(placed.node());
            if (placed.promised()) {
                statement.pipeline(placed.task(), node);
            } else {
                statement.allocate(placed.task(), node);
            }
        }
    }

    /** Makes a solution real; false if somebody objects, and then nothing is changed. */
    private boolean replay(SessionJob job, Solution solution) {
        Statement statement = work.statementOf(job);
        int mark = statement.mark();
        replayInto(statement, solution.placements());
        if (work.isReady(job)) {
            work.commit(job);
            return true;
        }
        if (work.isPipelined(job)) {
            return true;
        }
        statement.rollback(mark);
        return false;
    }
}
