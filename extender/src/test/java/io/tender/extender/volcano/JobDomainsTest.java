package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.NetworkTopology;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Selector;
import io.tender.model.batch.SubGroupPolicy;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.spi.batch.HookKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Domains and parts of jobs in the dialect of Volcano. */
class JobDomainsTest extends PluginTestBase {
    private static final NetworkTopology CLOSE = new NetworkTopology(true, OptionalInt.of(1), Optional.empty());

    private final VolcanoDialect dialect = new VolcanoDialect(false);

    private static Job.Builder close(String name) {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            TaskTemplate template = TaskTemplate.builder("worker", ResourceList.parse("cpu=1"))
                    .labels(Map.of("slice", "s" + i / 2))
                    .build();
            tasks.add(new Task(new TaskId(name + i), name + "-" + i, i, template, FakeSession.CREATED));
        }
        return Job.builder(new JobId("default", name))
                .created(FakeSession.CREATED)
                .tasks(tasks)
                .topology(CLOSE);
    }

    @Test
    void the_domain_of_a_job_is_looked_for_once_for_all_tasks_that_are_sent_together() {
        FakeNode node = session.node("n", "cpu=8");
        FakeJob job = session.job(close("a").build()).in("rack-1");
        job.tasks().forEach(task -> task.on(node, TaskStatus.RUNNING));
        assertThat(GoldenMessagesTest.text(dialect.node(node, new JobDomains())))
                .contains("\"JobAllocatedHyperNode\":\"rack-1\"");
        assertThat(job.domainSearches()).isEqualTo(1);
        dialect.tasks(job.tasks());
        assertThat(job.domainSearches()).isEqualTo(2);
        // Once for the job and its tasks, and once for its only part.
        dialect.job(job);
        assertThat(job.domainSearches()).isEqualTo(4);
    }

    @Test
    void the_domain_of_a_job_is_looked_for_once_for_all_nodes_that_are_sent_together() {
        extender.on("batchPredicate", "{\"nodes\":{}}");
        FakeJob job = session.job(close("a").build()).in("rack-1");
        session.nodes(4);
        for (int i = 0; i < 4; i++) {
            job.task(i).on(session.nodes().get(i), TaskStatus.RUNNING);
        }
        FakeTask asking = session.task("b", "cpu=1");
        hook(
                        plugin(Map.of("extender.dialect", "volcano"), Question.BATCH_PREDICATE)
                                .open(session),
                        HookKind.BATCH_PREDICATE)
                .fits(asking, List.copyOf(session.nodes()), 4);
        assertThat(extender.only("batchPredicate").body()).contains("\"JobAllocatedHyperNode\":\"rack-1\"");
        assertThat(job.domainSearches()).isEqualTo(1);
    }

    @Test
    void where_topology_does_not_matter_no_domain_is_looked_for() {
        FakeJob job = session.job("a", 4, "cpu=1").in("rack-1");
        String text = GoldenMessagesTest.text(dialect.job(job));
        assertThat(text)
                .contains("\"JobAllocatedHyperNode\":\"\"", "\"AllocatedHyperNode\":\"\"")
                .doesNotContain("rack-1");
        assertThat(job.domainSearches()).isZero();
    }

    @Test
    void the_domain_that_holds_all_nodes_is_not_named() {
        FakeJob job = session.job(close("a").build()).in("<cluster-top-hypernode>");
        assertThat(GoldenMessagesTest.text(dialect.job(job)))
                .contains("\"JobAllocatedHyperNode\":\"\"", "\"AllocatedHyperNode\":\"\"")
                .doesNotContain("cluster-top-hypernode");
    }

    @Test
    void a_part_of_a_job_is_called_as_the_scheduler_calls_it() {
        FakeJob job = session.job(close("a")
                .subGroups(List.of(
                        new SubGroupPolicy("slices", Selector.EVERYTHING, List.of("slice"), 2, 1, Optional.of(CLOSE))))
                .build());
        assertThat(GoldenMessagesTest.text(dialect.job(job)))
                .contains("\"default/a/slices/s0\":{\"GID\":\"default/a/slices\",\"UID\":\"default/a/slices/s0\"")
                .contains("\"TaskToSubJob\":{\"a0\":\"default/a/slices/s0\",\"a1\":\"default/a/slices/s0\","
                        + "\"a2\":\"default/a/slices/s1\",\"a3\":\"default/a/slices/s1\"}")
                .doesNotContain("default/a/default/a");
    }
}
