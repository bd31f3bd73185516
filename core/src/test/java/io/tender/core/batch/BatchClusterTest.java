package io.tender.core.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.BrokenRule;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told together is judged beside what there would be afterwards. */
class BatchClusterTest {
    private final BatchCluster cluster = new BatchCluster();

    private static Queue queue(String name, long guaranteed) {
        return Queue.builder(name).guarantee(ResourceList.of("cpu", guaranteed)).build();
    }

    @Test
    void queues_that_change_places_are_counted_as_they_will_be() {
        cluster.putQueues(List.of(queue("a", Sums.MOST), queue("b", 0)));
        assertThatThrownBy(() -> cluster.putQueue(queue("b", Sums.MOST))).isInstanceOf(BrokenRule.class);

        cluster.putQueues(List.of(queue("b", Sums.MOST), queue("a", 0)));

        assertThat(cluster.queues()).containsExactly(queue("a", 0), queue("b", Sums.MOST));
    }

    @Test
    void a_queue_that_is_refused_keeps_those_beside_it_from_being_put() {
        List<Queue> both = List.of(queue("a", 1), queue("b", Sums.MOST));
        assertThat(cluster.refusedQueues(both)).containsOnlyKeys("b");
        assertThatThrownBy(() -> cluster.putQueues(both)).isInstanceOf(BrokenRule.class);

        assertThat(cluster.queues()).isEmpty();
    }

    private static Job job(String name, long cpu) {
        TaskTemplate template =
                TaskTemplate.builder("worker", ResourceList.of("cpu", cpu)).build();
        return Job.builder(new JobId("ns", name))
                .minAvailable(1)
                .build()
                .withTasks(List.of(new Task(new TaskId(name + ".0"), name + "-0", 0, template, Instant.EPOCH)));
    }

    @Test
    void jobs_are_judged_one_after_the_other_and_nothing_has_changed() {
        cluster.submit(job("old", Sums.MOST - 10));

        assertThat(cluster.refusedJobs(List.of(job("a", 6), job("b", 6), job("c", 4))))
                .containsOnlyKeys(new JobId("ns", "b"));
        assertThat(cluster.refusedJobs(List.of(job("old", 1), job("a", 600)))).isEmpty();
        assertThat(cluster.jobIds()).containsExactly(new JobId("ns", "old"));
    }

    private long version(String name) {
        return cluster.snapshot().jobs().stream()
                .filter(record -> record.job().id().name().equals(name))
                .findFirst()
                .orElseThrow()
                .version();
    }

    @Test
    void a_job_has_another_version_when_it_has_changed_and_only_then() {
        cluster.submit(job("a", 1));
        cluster.submit(job("b", 1));
        long a = version("a");
        long b = version("b");

        cluster.setPhase(new JobId("ns", "a"), JobPhase.INQUEUE);

        assertThat(version("a")).isGreaterThan(a);
        assertThat(version("b")).isEqualTo(b);
    }

    @Test
    void a_job_set_aside_wants_no_room_until_something_changes() {
        cluster.putQueue(queue("default", 0));
        cluster.submit(job("a", 1));
        assertThat(cluster.wantsRoom()).isTrue();
        cluster.setAside(List.of(new JobId("ns", "a")));
        assertThat(cluster.wantsRoom()).isFalse();
        assertThat(cluster.wantedRequests()).isEmpty();

        cluster.putQueue(queue("other", 0));
        assertThat(cluster.wantsRoom()).isTrue();
        cluster.setAside(List.of(new JobId("ns", "a")));
        cluster.removeJob(new JobId("ns", "a"));
        assertThat(cluster.wantsRoom()).isFalse();
        assertThat(cluster.hasSetAside()).isFalse();
        cluster.submit(job("a", 1));
        assertThat(cluster.wantedRequests()).hasSize(1);
    }
}
