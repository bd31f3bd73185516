package io.tender.examples.extender;

import io.tender.extender.server.ExtenderServer;
import io.tender.testkit.scenario.BatchLanguage;
import org.junit.jupiter.api.Test;

class SsdFirstTest {
    @Test
    void tasks_that_need_an_ssd_wait_for_one_and_others_take_the_emptiest_machine() {
        try (ExtenderServer extender = SsdFirst.extender().listen(0);
                BatchLanguage scenario = BatchLanguage.batch("""
                        conf: |
                          actions: "enqueue, allocate"
                          tiers:
                          - plugins:
                            - name: gang
                            - name: predicates
                            - name: extender
                              arguments:
                                extender.urlPrefix: %s/tender
                                extender.httpTimeout: 10s
                                extender.predicateVerb: predicate
                                extender.prioritizeVerb: prioritize
                        nodes:
                          n1: {allocatable: cpu=8}
                          n2: {allocatable: cpu=2, labels: {ssd: ''}}
                        """.formatted(extender.address()))) {
            scenario.steps("""
                            - jobs:
                                a: {tasks: {replicas: 3, request: cpu=1, labels: {needs-ssd: 'yes'}}, minAvailable: 1}
                                b: {tasks: {replicas: 1, request: cpu=1}}
                            """)
                    .session()
                    .steps("- placed: {a: n2 n2, b: n1}")
                    .expectWhy("a", "agent has no 'ssd' label")
                    .end();
        }
    }
}
