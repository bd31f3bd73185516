package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.daemon.cluster.AgentReport;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Resources;
import io.tender.model.batch.Taint;
import io.tender.model.batch.TaintName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TaintsTest {
    private static final AgentId A1 = new AgentId("a1");
    private static final String OWN = "own=yes:NoSchedule";

    private final World world = new World();

    private static AgentReport report(String resources) {
        List<Attribute> attributes = new ArrayList<>(Attribute.parseAll("ssd:true"));
        attributes.addAll(Taint.attributes(OWN));
        return new AgentReport(
                new AgentInfo(A1, "a1.host", attributes, Optional.empty()),
                AgentCapability.all(),
                Resources.parse(resources),
                List.of());
    }

    private void join() {
        world.cluster.add(report("cpus:4;mem:4096"));
        world.settle();
    }

    private List<String> taints() {
        AgentInfo agent = world.view().agent(A1).orElseThrow().agent();
        return Taint.among(agent.attributes()).stream().map(Taint::toString).toList();
    }

    private boolean put(String... taints) {
        boolean changed = world.operator()
                .taint(A1, Arrays.stream(taints).map(Taint::parse).toList(), List.of());
        world.settle();
        return changed;
    }

    private boolean remove(String... names) {
        boolean changed = world.operator()
                .taint(A1, List.of(), Arrays.stream(names).map(TaintName::parse).toList());
        world.settle();
        return changed;
    }

    @Test
    void a_taint_is_told_with_new_offers_in_place_of_those_that_are_out() {
        join();
        Scheduler framework = world.subscribe("f");
        Offer before = framework.offerOf("a1");

        assertThat(put("gpu=a:NoSchedule")).isTrue();

        assertThat(framework.heard(FrameworkEvent.Rescind.class)).contains(new FrameworkEvent.Rescind(before.id()));
        world.advance(Duration.ofSeconds(2));
        assertThat(Taint.among(framework.offerOf("a1").agent().attributes()))
                .containsExactly(Taint.parse(OWN), Taint.parse("gpu=a:NoSchedule"));
        world.checkReplay();
    }

    @Test
    void what_changes_nothing_takes_no_offer_back() {
        join();
        put("gpu=a:NoSchedule");
        world.advance(Duration.ofSeconds(2));
        Scheduler framework = world.subscribe("f");
        Offer offer = framework.offerOf("a1");

        assertThat(put("gpu=a:NoSchedule")).isFalse();
        assertThat(put(OWN)).as("what the agent says itself").isFalse();

        assertThat(framework.offers).containsKey(offer.id());
    }

    @Test
    void one_takes_the_place_of_another_with_its_key_and_effect() {
        join();
        put("gpu=a:NoSchedule", "gpu=a:NoExecute", "old:PreferNoSchedule");
        put("gpu=b:NoSchedule");
        assertThat(taints()).containsExactly(OWN, "gpu=b:NoSchedule", "gpu=a:NoExecute", "old:PreferNoSchedule");
        remove("gpu:NoSchedule");
        assertThat(taints()).containsExactly(OWN, "gpu=a:NoExecute", "old:PreferNoSchedule");
        put("gpu=c:NoSchedule");
        remove("gpu", "old:PreferNoSchedule");
        assertThat(taints()).containsExactly(OWN);
        world.checkReplay();
    }

    @Test
    void taints_outlast_restarts_and_reports_of_the_agent() {
        join();
        put("gpu:NoSchedule");
        world.restart();
        assertThat(taints()).containsExactly(OWN, "gpu:NoSchedule");
        world.cluster.change(report("cpus:8;mem:4096"));
        world.settle();
        assertThat(taints()).containsExactly(OWN, "gpu:NoSchedule");
        assertThat(world.view().agent(A1).orElseThrow().total().amount("cpus")).isEqualTo(8000);
        world.cluster.partition(A1);
        world.settle();
        put("late:NoSchedule");
        world.cluster.heal(A1);
        world.settle();
        assertThat(taints()).containsExactly(OWN, "gpu:NoSchedule", "late:NoSchedule");
        world.checkReplay();
    }

    @Test
    void what_makes_no_sense_is_refused_and_changes_nothing() {
        join();
        put("gpu:NoSchedule");
        refused(MasterRefusal.Kind.UNKNOWN, () -> remove("other"), "gpu:NoSchedule");
        refused(MasterRefusal.Kind.UNKNOWN, () -> remove("gpu:NoExecute"), "'gpu:NoExecute'");
        refused(MasterRefusal.Kind.CONFLICT, () -> remove("own"), "settings");
        refused(MasterRefusal.Kind.CONFLICT, () -> put("own=no:NoSchedule"), "settings");
        refused(
                MasterRefusal.Kind.INVALID,
                () -> world.operator()
                        .taint(A1, List.of(Taint.parse("gpu=a:NoSchedule")), List.of(TaintName.parse("gpu"))),
                "at once");
        refused(
                MasterRefusal.Kind.UNKNOWN,
                () -> world.operator().taint(new AgentId("nobody"), List.of(), List.of(TaintName.parse("gpu"))),
                "nobody");
        String[] many = new String[Taints.MOST];
        Arrays.setAll(many, n -> "k" + n + ":NoSchedule");
        refused(MasterRefusal.Kind.CONFLICT, () -> put(many), "at most " + Taints.MOST);
        assertThat(taints()).containsExactly(OWN, "gpu:NoSchedule");
    }

    private static void refused(MasterRefusal.Kind kind, Runnable order, String words) {
        assertThatThrownBy(order::run)
                .isInstanceOfSatisfying(
                        MasterRefusal.class,
                        refusal -> assertThat(refusal.kind()).isEqualTo(kind))
                .hasMessageContaining(words);
    }

    @Test
    void a_name_has_a_key_and_perhaps_an_effect_but_no_value() {
        assertThat(TaintName.parse("gpu")).hasToString("gpu");
        assertThat(TaintName.parse("gpu:NoExecute")).hasToString("gpu:NoExecute");
        for (String wrong : List.of("", "gpu=a", "gpu=a:NoSchedule", "gpu:", "gpu:Never", "a b", ":NoSchedule")) {
            assertThatThrownBy(() -> TaintName.parse(wrong)).as(wrong).hasMessageContaining("key:Effect");
        }
    }
}
