package io.tender.daemon.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.Queue;
import io.tender.model.batch.QueueState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same document changes nothing; another one may change a job's size, and not what it is. */
class AdmissionTest {
    private static final String JOB = """
            apiVersion: batch.volcano.sh/v1alpha1
            kind: Job
            metadata: {name: train}
            spec:
              minAvailable: 2
              queue: research
              maxRetry: 3
              priorityClassName: low
              policies: [{event: PodFailed, action: RestartJob}]
              tasks:
              - name: worker
                replicas: 2
                maxRetry: 4
                template:
                  spec:
                    nodeSelector: {zone: z1}
                    containers:
                    - command: [sleep, "60"]
                      resources: {requests: {cpu: 1}}
            """;

    private static final String SERVICE = """
            apiVersion: tender.io/v1
            kind: Service
            metadata: {name: hello}
            spec: {role: www, instances: 2, resources: {cpu: 1, memory: 64Mi}, command: serve}
            """;

    private final Documents documents = new Documents(Map.of("low", 1, "high", 9));
    private final Admission admission = new Admission(new TreeMap<>(Map.of(
            "default", Queue.builder("default").build(),
            "research", Queue.builder("research").build(),
            "shut", Queue.builder("shut").state(QueueState.CLOSED).build())));

    private Document read(String text) {
        return documents.read("f", text).documents().getFirst().document();
    }

    private ApplyOutcome apply(String before, String after) {
        return admission.judge(Optional.of(read(before)), read(after));
    }

    @Test
    void what_is_new_is_created() {
        assertThat(admission.judge(Optional.empty(), read(JOB))).isEqualTo(new ApplyOutcome.Created());
        assertThat(admission.judge(Optional.empty(), read(SERVICE))).isEqualTo(new ApplyOutcome.Created());
    }

    @Test
    void the_same_in_other_words_is_no_change() {
        String otherwise = JOB.replace("cpu: 1", "cpu: 1000m").replace("[sleep, \"60\"]", "[\"sleep\", '60']");

        assertThat(apply(JOB, JOB)).isEqualTo(new ApplyOutcome.Unchanged());
        assertThat(apply(JOB, otherwise)).isEqualTo(new ApplyOutcome.Unchanged());
        assertThat(apply(SERVICE, SERVICE)).isEqualTo(new ApplyOutcome.Unchanged());
    }

    @ParameterizedTest
    @CsvSource({
        "replicas: 2, replicas: 5, spec.tasks[worker].replicas",
        "minAvailable: 2, minAvailable: 1, spec.minAvailable",
        "maxRetry: 4, maxRetry: 5, spec.tasks[worker].maxRetry",
        "maxRetry: 3, maxRetry: 5, spec.maxRetry",
        "priorityClassName: low, priorityClassName: high, spec.priorityClassName"
    })
    void the_size_the_priority_and_the_retries_of_a_job_may_change(String from, String to, String field) {
        assertThat(apply(JOB, JOB.replace(from, to))).isEqualTo(new ApplyOutcome.Changed(List.of(field)));
    }

    @ParameterizedTest
    @CsvSource({
        "queue: research, queue: default, spec.queue",
        "action: RestartJob, action: AbortJob, spec.policies",
        "zone: z1, zone: z2, spec.tasks[worker].template",
        "cpu: 1, cpu: 2, spec.tasks[worker].template.spec.resources",
        "requests:, 'limits: {cpu: 3}, requests:', spec.tasks[worker].template.spec.resources",
        "name: worker, name: helper, spec.tasks (tasks added",
        "[sleep, [nap, spec.tasks[worker].template.spec.containers"
    })
    void what_a_job_is_may_not_change(String from, String to, String field) {
        ApplyOutcome outcome = apply(JOB, JOB.replace(from, to));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        ApplyOutcome.Refused.class,
                        refused -> assertThat(refused.reasons().getFirst())
                                .contains("Job 'default/train' exists, and these fields cannot change.")
                                .contains(field)
                                .contains("to do:"));
    }

    @Test
    void what_a_job_says_of_its_tasks_may_not_change_unless_all_of_them_say_it_themselves() {
        String kept = JOB.replace("{name: train}", "{name: train, annotations: {volcano.sh/preemptable: \"false\"}}");
        String own = "template:\n      metadata: {labels: {volcano.sh/preemptable: \"true\"}}\n";

        assertThat(apply(JOB, kept))
                .isInstanceOfSatisfying(
                        ApplyOutcome.Refused.class,
                        refused -> assertThat(refused.reasons().getFirst())
                                .contains("another metadata: volcano.sh/preemptable (which goes for the tasks)"));
        assertThat(apply(JOB.replace("template:\n", own), kept.replace("template:\n", own)))
                .isEqualTo(new ApplyOutcome.Changed(List.of("metadata.annotations")));
    }

    @Test
    void a_job_needs_a_queue_that_is_there_and_open() {
        ApplyOutcome missing = admission.judge(Optional.empty(), read(JOB.replace("research", "reserach")));
        ApplyOutcome closed = admission.judge(Optional.empty(), read(JOB.replace("research", "shut")));

        assertThat(missing.toString()).contains("Did you mean 'research'?");
        assertThat(closed.toString()).contains("takes no work");
    }

    @Test
    void a_service_may_change_in_everything_but_its_name() {
        String changed = SERVICE.replace("serve", "serve --faster").replace("instances: 2", "instances: 3");

        assertThat(apply(SERVICE, changed))
                .isEqualTo(new ApplyOutcome.Changed(List.of("spec.instances", "spec.command")));
        assertThat(((ServiceDocument) read(SERVICE)).config())
                .as("what it runs is part of its config, so that a change is an update")
                .isNotEqualTo(((ServiceDocument) read(changed)).config());
    }

    @Test
    void a_queue_with_work_or_below_which_others_are_stays() {
        assertThat(admission.mayNotDelete("research", 0)).isEmpty();
        assertThat(admission.mayNotDelete("research", 2)).isPresent();
        assertThat(admission.mayNotDelete("default", 0)).isPresent();
    }
}
