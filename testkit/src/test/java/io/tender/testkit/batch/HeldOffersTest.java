package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.SearchSettings;
import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.batch.framework.Sessions;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.Resources;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import io.tender.model.batch.QueueState;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.spi.framework.Launch;
import io.tender.spi.framework.Master;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which offers the batch scheduler keeps for tasks that wait. */
class HeldOffersTest {
    private final ManualHost host = new ManualHost(1);
    private final List<String> declined = new ArrayList<>();
    /** Places nothing, so that the job goes on waiting. */
    private final BatchEngine idle = new BatchEngine(List.of(), List.of(), SearchSettings.USUAL);

    private final BatchScheduler scheduler = new BatchScheduler(
            "test", host, new Declining(), Sessions.atOnce(() -> idle), BatchSettings.USUAL, BatchListener.NONE);

    HeldOffersTest() {
        scheduler.cluster().putQueue(Queue.builder(Queue.DEFAULT).build());
    }

    private final class Declining implements Master {
        @Override
        public void decline(List<OfferId> offers, Filters filters) {
            offers.forEach(offer -> declined.add(offer.value()));
        }

        @Override
        public void accept(List<OfferId> offers, List<Launch> launches, Filters filters) {
            throw new IllegalStateException("nothing was placed");
        }

        @Override
        public void suppress() {}

        @Override
        public void revive() {}

        @Override
        public void kill(TaskId task) {}

        @Override
        public void reconcile(List<TaskId> tasks) {}

        @Override
        public void acceptInverseOffer(AgentId agent) {}
    }

    private void submit(String name, String request) {
        TaskTemplate template =
                TaskTemplate.builder("worker", ResourceList.parse(request)).build();
        Task task = new Task(new TaskId(name + "-0"), name + "-0", 0, template, Instant.EPOCH);
        scheduler.submit(
                Job.builder(new JobId("default", name)).tasks(List.of(task)).build());
    }

    private void offer(String name, String agent, String resources) {
        scheduler.offers(
                List.of(HostOffer.of(new OfferId(name), new AgentId(agent), agent, Resources.parse(resources))));
    }

    @Test
    void an_offer_without_room_for_any_waiting_task_is_given_back_after_the_next_session() {
        submit("small", "cpu=1 memory=1Gi");
        submit("large", "cpu=8 memory=512Mi");
        offer("room", "a1", "cpus:1;mem:1024");
        offer("crumbs", "a2", "disk:9000;mem:9000");
        offer("too-little-memory", "a3", "cpus:4;mem:100");

        host.advance(Duration.ofSeconds(1));

        assertThat(declined).containsExactly("crumbs", "too-little-memory");
        assertThat(scheduler.heldOffers()).isEqualTo(1);
    }

    @Test
    void an_offer_is_of_use_only_if_one_of_the_waiting_tasks_has_room_in_it() {
        submit("much-memory", "cpu=1 memory=8Gi");
        submit("many-cpus", "cpu=8 memory=1Gi");
        offer("neither", "a1", "cpus:4;mem:4096");
        offer("for-one", "a2", "cpus:8;mem:1024");

        host.advance(Duration.ofSeconds(1));

        assertThat(declined).containsExactly("neither");
    }

    @Test
    void what_only_a_closed_queue_could_use_is_given_back() {
        scheduler
                .cluster()
                .putQueue(Queue.builder("closed").state(QueueState.CLOSED).build());
        submit("large", "cpu=8");
        TaskTemplate small =
                TaskTemplate.builder("worker", ResourceList.parse("cpu=1")).build();
        scheduler.submit(Job.builder(new JobId("default", "small"))
                .queue("closed")
                .tasks(List.of(new Task(new TaskId("small-0"), "small-0", 0, small, Instant.EPOCH)))
                .build());
        offer("room", "a1", "cpus:4;mem:1024");

        host.advance(Duration.ofSeconds(1));

        assertThat(declined).containsExactly("room");
        assertThat(scheduler.isSuppressed()).isFalse();
    }

    @Test
    void nothing_is_held_for_a_task_behind_a_gate() {
        TaskTemplate gated = TaskTemplate.builder("worker", ResourceList.parse("cpu=1"))
                .gated(true)
                .build();
        scheduler.submit(Job.builder(new JobId("default", "gated"))
                .tasks(List.of(new Task(new TaskId("gated-0"), "gated-0", 0, gated, Instant.EPOCH)))
                .build());
        offer("room", "a1", "cpus:4;mem:1024");

        assertThat(declined).containsExactly("room");
    }

    @Test
    void nothing_is_held_for_a_queue_until_it_is_open() {
        scheduler
                .cluster()
                .putQueue(Queue.builder(Queue.DEFAULT).state(QueueState.CLOSED).build());
        submit("small", "cpu=1");
        offer("early", "a1", "cpus:4;mem:1024");
        assertThat(declined).containsExactly("early");
        assertThat(scheduler.isSuppressed()).isTrue();

        scheduler.cluster().putQueue(Queue.builder(Queue.DEFAULT).build());
        host.advance(Duration.ofSeconds(1));
        assertThat(scheduler.isSuppressed()).isFalse();
        offer("late", "a1", "cpus:4;mem:1024");
        host.advance(Duration.ofSeconds(1));

        assertThat(declined).containsExactly("early");
        assertThat(scheduler.heldOffers()).isEqualTo(1);
    }

    @Test
    void two_offers_of_one_agent_are_looked_at_together() {
        submit("small", "cpu=2 memory=1Gi");
        offer("half", "a1", "cpus:1;mem:512");
        offer("other-half", "a1", "cpus:1;mem:512");

        host.advance(Duration.ofSeconds(1));

        assertThat(declined).isEmpty();
    }

    @Test
    void when_the_modest_job_is_gone_what_only_it_could_use_is_given_back() {
        submit("small", "cpu=1 memory=1Gi");
        submit("large", "cpu=8 memory=1Gi");
        offer("room", "a1", "cpus:1;mem:1024");
        host.advance(Duration.ofSeconds(1));
        assertThat(declined).isEmpty();

        scheduler.remove(new JobId("default", "small"));
        host.advance(Duration.ofSeconds(1));

        assertThat(declined).containsExactly("room");
    }
}
