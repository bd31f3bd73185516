package io.tender.daemon.work;

import io.tender.core.batch.Explanations;
import io.tender.core.batch.Refusal;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.Measures;
import io.tender.core.batch.life.JobLives;
import io.tender.core.batch.life.JobSpec;
import io.tender.core.batch.life.JobState;
import io.tender.core.batch.life.TaskLife;
import io.tender.core.batch.life.TaskPhase;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.TaskView;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.batch.JobId;
import io.tender.model.batch.ResourceList;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gathers what master, scheduler and sessions know about why a job is where it is. */
record BatchReasons(Master master, JobLives lives, BatchScheduler scheduler, FrameworkId framework) {

    /** @param task the only one to explain; empty for the job */
    Explanation explain(JobId job, Optional<TaskId> task) {
        JobSpec spec = lives.spec(job).orElseThrow();
        JobState state = lives.state(job).orElseThrow();
        String queue = spec.frame().queue();
        Map<TaskId, AgentId> agents = new HashMap<>();
        ResourceList taken = ResourceList.empty();
        for (TaskView run : master.view().tasks(framework)) {
            agents.put(run.key().task(), run.spec().agent());
            if (!run.state().isTerminal() && isOf(queue, run)) {
                taken = taken.plus(Measures.offered(run.spec().resources()));
            }
        }
        Optional<Explanations.OfJob> said = scheduler.why(job);
        boolean byAgents = said.filter(about -> !about.fits().isEmpty()).isPresent();
        boolean anyOffers = scheduler.lastSawOffers() || scheduler.heldOffers() > 0;
        Optional<Refusal> passedOver = waitingSince(state).flatMap(since -> scheduler.whyQueue(queue, since));
        // Offers of which nobody would have a use are given back: that there are none is not why it waits then.
        boolean givenBack = scheduler.isSuppressed()
                && NoOffers.couldBe(master.view())
                && (passedOver.isPresent() || scheduler.whyWithOffers(job).isPresent());
        Optional<String> unoffered = anyOffers || byAgents || givenBack
                ? Optional.empty()
                : Optional.of(NoOffers.why(master.view(), framework, scheduler.isSuppressed()));
        return Explaining.job(
                spec,
                state,
                task,
                said,
                passedOver,
                unoffered,
                run -> Optional.ofNullable(agents.get(run)),
                new TooLarge(TooLarge.empty(master.view()), scheduler.ignored()),
                shares(queue, taken));
    }

    private boolean isOf(String queue, TaskView run) {
        return RunName.parse(run.key().task())
                .flatMap(name -> lives.spec(name.job()))
                .filter(spec -> spec.frame().queue().equals(queue))
                .isPresent();
    }

    /** Since when a task of a job waits for a place; empty if none does. */
    private static Optional<Instant> waitingSince(JobState state) {
        return state.tasks().stream()
                .filter(task -> task.phase() == TaskPhase.PENDING)
                .map(TaskLife::since)
                .min(Comparator.naturalOrder());
    }

    /** Of the role in which jobs are run, and of the job's queue. */
    private List<Explanation.Share> shares(String queue, ResourceList taken) {
        List<Explanation.Share> shares = new ArrayList<>(Shares.of(master.view(), framework));
        scheduler.cluster().queues().stream()
                .filter(one -> one.name().equals(queue))
                .forEach(one -> shares.add(Shares.of(one, taken, master.view())));
        return shares;
    }
}
