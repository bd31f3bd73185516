package io.tender.daemon.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.daemon.master.MasterRefusal;
import io.tender.runtime.yaml.YamlProblem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SessionDocumentsTest {
    private final Workshop workshop = new Workshop();

    private static String priorityClass(String name, String more) {
        return """
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: %s}
                %s
                """.formatted(name, more);
    }

    private static String job(String more) {
        return """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: train}
                spec:
                  %s
                  tasks:
                  - {name: main, replicas: 1, template: {spec: {containers: [{name: main, command: [work]}]}}}
                """.formatted(more);
    }

    @Test
    void all_mistakes_are_told_at_once_with_their_lines() {
        String text = """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: q}
                spec: {hard: {cpu: much}, scopes: [BestEffort]}
                ---
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: b}
                spec: {minAvailable: 120%, maxUnavailable: 1}
                ---
                apiVersion: topology.volcano.sh/v1alpha1
                kind: HyperNode
                metadata: {name: h}
                spec:
                  tier: 1
                  members:
                  - {type: Nod, selector: {}}
                  - {type: Node, selector: {regexMatch: {pattern: "("}}}
                  - {type: HyperNode, selector: {exactMatch: {name: h}}}
                  - {type: HyperNode, selector: {labelMatch: {matchLabels: {a: b}}}}
                ---
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: system-mine}
                preemptionPolicy: Sometimes
                """;
        assertThatThrownBy(() -> new Documents(Map.of()).read("test", text))
                .isInstanceOfSatisfying(
                        DocumentException.class,
                        wrong -> assertThat(wrong.problems())
                                .extracting(YamlProblem::line)
                                .containsExactly(4, 4, 9, 9, 9, 17, 17, 18, 19, 20, 22, 22, 25));
    }

    @Test
    void a_quota_of_nothing_forbids_and_what_is_not_counted_is_said() {
        ReadDocuments read = new Documents(Map.of()).read("test", """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: q}
                spec: {hard: {cpu: 2, nvidia.com/gpu: 0, limits.cpu: 4, count/pods: 3}}
                """);
        QuotaDocument quota = (QuotaDocument) read.documents().getFirst().document();
        assertThat(quota.quota().hard().asMap()).containsOnly(Map.entry("cpu", 2000L));
        assertThat(quota.quota().none()).containsExactly("nvidia.com/gpu");
        assertThat(read.notices()).hasSize(2).allMatch(words -> words.contains("has no effect"));
    }

    @Test
    void a_job_may_name_a_class_that_is_applied_with_it_and_keeps_its_rank_over_a_restart() {
        assertThat(workshop.apply(job("priorityClassName: urgent"), priorityClass("urgent", "value: 1000")))
                .allMatch(ApplyOutcome.Created.class::isInstance);
        assertThat(rank()).isEqualTo(1000);
        workshop.restart();
        assertThat(rank()).isEqualTo(1000);
        assertThatThrownBy(() -> workshop.desk.delete(PriorityClassDocument.id("urgent")))
                .isInstanceOf(MasterRefusal.class)
                .hasMessageContaining("Job 'default/train'");
    }

    private int rank() {
        return workshop.desk.views().jobs().getFirst().job().spec().frame().priority();
    }

    @Test
    void a_class_keeps_its_value_and_one_is_the_default_at_most() {
        workshop.apply(priorityClass("usual", "value: 5\nglobalDefault: true"), priorityClass("other", "value: 6"));
        assertThat(workshop.apply(priorityClass("other", "value: 7"))).allMatch(ApplyOutcome.Refused.class::isInstance);
        List<ApplyOutcome> second = workshop.apply(
                priorityClass("other", "value: 6\nglobalDefault: true"), priorityClass("new", "value: 8"));
        assertThat(second.get(0)).isInstanceOf(ApplyOutcome.Refused.class);
        assertThat(second.get(1)).isInstanceOf(ApplyOutcome.Withheld.class);
        assertThat(workshop.apply(
                        priorityClass("other", "value: 6\nglobalDefault: true"), priorityClass("usual", "value: 5")))
                .allMatch(ApplyOutcome.Changed.class::isInstance);
        workshop.apply(job(""));
        assertThat(rank()).isEqualTo(6);
    }

    @Test
    void the_settings_win_over_a_document() {
        Documents reader = new Documents(Map.of());
        PriorityClass applied = new PriorityClass("urgent", 1, true, true);
        reader.useApplied(List.of(applied));
        assertThat(reader.priorityClasses().usual()).contains(applied);
        reader.use(PriorityClasses.of(
                List.of(new PriorityClass("urgent", 2, false, true), new PriorityClass("usual", 3, true, true))));
        assertThat(reader.priorityClasses().byName().get("urgent"))
                .isEqualTo(new PriorityClass("urgent", 2, false, true));
        assertThat(reader.priorityClasses().usual()).map(PriorityClass::value).contains(3);
        assertThat(Admission.conflicts(
                        List.of(applied), List.of(PriorityClassDocument.id("urgent")), reader.ofSettings()))
                .containsKey(PriorityClassDocument.id("urgent"));
    }
}
