package io.tender.examples.extender;

import io.tender.extender.server.ExtenderServer;
import io.tender.extender.server.Ledger;
import io.tender.testkit.scenario.BatchLanguage;
import io.tender.testkit.scenario.step.BatchCommand;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class GpuTopologyTest {
    private static final String VERBS = "onSessionOpen predicate prioritize allocateFunc deallocateFunc commit abort";

    private static ExtenderServer linked() {
        return ExtenderServer.builder()
                .policy(new GpuTopology(Ledger.inMemory(InstantSource.system(), Duration.ofMinutes(1), 100)))
                .listen(0);
    }

    @Test
    void a_task_gets_gpus_of_one_group_though_the_machine_has_more_in_all() {
        try (ExtenderServer extender = linked();
                BatchLanguage scenario = Asking.scenario(extender, VERBS, """
                        nodes:
                          n1: {allocatable: cpu=64 nvidia.com/gpu=4, labels: {gpu-groups: '2.2'}}
                        """)) {
            scenario.job("wide", "1 x cpu=1 nvidia.com/gpu=3")
                    .job("narrow", "2 x cpu=1 nvidia.com/gpu=2")
                    .session()
                    .expectPlaced("narrow", "n1 n1")
                    .expectWhy("wide", "no group of linked GPUs is large enough")
                    .end();
        }
    }

    @Test
    void what_finished_tasks_had_is_free_again() {
        try (ExtenderServer extender = linked();
                BatchLanguage scenario = Asking.scenario(extender, VERBS, """
                        nodes:
                          n1: {allocatable: cpu=64 nvidia.com/gpu=2, labels: {gpu-groups: '2'}}
                        """)) {
            scenario.job("a", "1 x cpu=1 nvidia.com/gpu=2").session().expectPlaced("a", "n1");
            scenario.report("a", BatchCommand.Fate.RUNS)
                    .job("b", "1 x cpu=1 nvidia.com/gpu=2")
                    .session()
                    .expectNothingPlaced();
            scenario.report("a", BatchCommand.Fate.FINISHES)
                    .session()
                    .expectPlaced("b", "n1")
                    .end();
        }
    }

    @Test
    void small_tasks_leave_large_groups_whole() {
        try (ExtenderServer extender = linked();
                BatchLanguage scenario = Asking.scenario(extender, VERBS, """
                        nodes:
                          n1: {allocatable: cpu=64 nvidia.com/gpu=8, labels: {gpu-groups: '8'}}
                          n2: {allocatable: cpu=64 nvidia.com/gpu=3, labels: {gpu-groups: '2.1'}}
                        """)) {
            scenario.job("small", "2 x cpu=1 nvidia.com/gpu=1").session().expectPlaced("small", "n2 n2");
            scenario.job("large", "1 x cpu=1 nvidia.com/gpu=8")
                    .session()
                    .expectPlaced("large", "n1")
                    .end();
        }
    }
}
