package io.tender.examples.extender;

import io.tender.extender.server.ExtenderServer;
import io.tender.testkit.scenario.BatchLanguage;
import org.junit.jupiter.api.Test;

class CheapestFirstTest {
    private static final String NODES = """
            nodes:
              dear: {allocatable: cpu=8, labels: {cost-per-hour: '4.20'}}
              cheap: {allocatable: cpu=2, labels: {cost-per-hour: '0.5'}}
              unknown: {allocatable: cpu=8}
            """;

    @Test
    void the_cheapest_machine_is_filled_first_and_the_next_is_the_one_with_a_price() {
        try (ExtenderServer extender = CheapestFirst.extender().listen(0);
                BatchLanguage scenario = Asking.scenario(extender, "batchPredicate prioritize", NODES)) {
            scenario.job("a", "3 x cpu=1")
                    .session()
                    .expectPlaced("a", "cheap cheap dear")
                    .end();
        }
    }

    @Test
    void a_task_waits_rather_than_cost_more_than_it_may() {
        try (ExtenderServer extender = CheapestFirst.extender().listen(0);
                BatchLanguage scenario = Asking.scenario(extender, "batchPredicate prioritize", NODES)) {
            scenario.steps("""
                            - jobs:
                                a: {tasks: {replicas: 3, request: cpu=1, annotations: {most-per-hour: '1'}}, minAvailable: 1}
                            """)
                    .session()
                    .expectPlaced("a", "cheap cheap")
                    .expectWhy("a", "the machine costs more than the task may")
                    .end();
        }
    }
}
