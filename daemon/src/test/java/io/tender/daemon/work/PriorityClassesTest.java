package io.tender.daemon.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.batch.life.JobSpec;
import io.tender.model.batch.TaskTemplate;
import java.util.List;
import org.junit.jupiter.api.Test;

class PriorityClassesTest {
    private static final PriorityClass URGENT = new PriorityClass("urgent", 1000, false, true);
    private static final PriorityClass PATIENT = new PriorityClass("patient", 5, true, false);

    private static String job(String ofJob, String ofTask) {
        return """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: train}
                spec:
                  minAvailable: 1
                  %s
                  tasks:
                  - name: main
                    replicas: 1
                    template:
                      spec:
                        %s
                        containers: [{name: main, command: [work], resources: {requests: {cpu: 1}}}]
                """.formatted(ofJob, ofTask);
    }

    private static JobSpec read(Documents documents, String text) {
        return ((JobDocument)
                        documents.read("job.yaml", text).documents().getFirst().document())
                .spec();
    }

    private static TaskTemplate template(JobSpec spec) {
        return spec.roles().getFirst().template();
    }

    @Test
    void a_job_has_the_priority_of_its_class_and_its_tasks_have_it_too() {
        JobSpec spec =
                read(new Documents(PriorityClasses.of(List.of(URGENT, PATIENT))), job("priorityClassName: urgent", ""));
        assertThat(spec.frame().priority()).isEqualTo(1000);
        assertThat(template(spec).priority()).isEqualTo(1000);
        assertThat(template(spec).mayPreempt()).isTrue();
    }

    @Test
    void who_names_no_class_has_the_default_and_its_policy() {
        JobSpec spec = read(new Documents(PriorityClasses.of(List.of(URGENT, PATIENT))), job("", ""));
        assertThat(spec.frame().priority()).isEqualTo(5);
        assertThat(template(spec).mayPreempt()).isFalse();
        assertThat(read(new Documents(PriorityClasses.NONE), job("", ""))
                        .frame()
                        .priority())
                .isZero();
    }

    @Test
    void a_task_may_have_a_class_and_a_policy_of_its_own() {
        Documents documents = new Documents(PriorityClasses.of(List.of(URGENT, PATIENT)));
        TaskTemplate own = template(read(documents, job("priorityClassName: patient", "priorityClassName: urgent")));
        assertThat(own.priority()).isEqualTo(1000);
        assertThat(own.mayPreempt()).isTrue();
        TaskTemplate meek = template(read(documents, job("priorityClassName: urgent", "preemptionPolicy: Never")));
        assertThat(meek.priority()).isEqualTo(1000);
        assertThat(meek.mayPreempt()).isFalse();
    }

    @Test
    void a_class_that_is_not_there_is_told_with_its_line_and_what_was_meant() {
        Documents documents = new Documents(PriorityClasses.of(List.of(URGENT)));
        assertThatThrownBy(() -> documents.read("job.yaml", job("priorityClassName: urgnet", "")))
                .isInstanceOf(DocumentException.class)
                .hasMessageContaining("job.yaml:6:")
                .hasMessageContaining("There is no priority class 'urgnet'. Did you mean 'urgent'?")
                .hasMessageContaining("system-node-critical");
    }

    @Test
    void a_job_that_was_admitted_is_read_again_whatever_became_of_its_class() {
        Documents before = new Documents(PriorityClasses.of(List.of(URGENT)));
        Submitted kept = before.read("job.yaml", job("priorityClassName: urgent", ""))
                .documents()
                .getFirst();
        JobDocument again = (JobDocument)
                new Documents(PriorityClasses.NONE).readJson(kept.document().id(), kept.json());
        assertThat(again.spec().frame().priority()).isZero();
    }
}
