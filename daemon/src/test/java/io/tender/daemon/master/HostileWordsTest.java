package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.RunState;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Label;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.Reservation;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.service.TaskId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words and amounts that nobody can mean are refused before anything has changed. */
final class HostileWordsTest {
    private static final AgentId A1 = new AgentId("a1");
    private static final String HALF = "x\ud800y";
    private static final String LONG = "x".repeat(TextRules.LONGEST_NAME + 1);

    private final World world = new World();

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "a\nb", "a\u009fb", "a/b", "..", HALF, "\udc00"})
    void ids_are_text_that_can_be_shown(String id) {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.accept(
                framework.offerOf("a1"), new OfferOperation.Launch(List.of(framework.task(id, "a1", "cpus:1"))));

        assertThat(framework.states(id)).containsExactly(RunState.ERROR);
        assertThatThrownBy(
                        () -> world.subscribe(Subscription.of("g", World.ROLE).withId(new FrameworkId(id))))
                .isInstanceOf(MasterRefusal.class)
                .hasMessageContaining("Framework ID");
        assertThat(world.view().frameworks()).hasSize(1);
    }

    @Test
    void whole_characters_outside_the_basic_plane_are_welcome() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("task-\ud83d\ude80", "a1", "cpus:1;mem:10");

        assertThat(framework.states("task-\ud83d\ude80")).containsExactly(RunState.RUNNING);
    }

    private TaskSpec task(String id, String name, Map<String, String> environment, Map<String, String> labels) {
        TaskSpec plain = TaskSpec.of(
                new TaskId(id),
                A1,
                Resources.parse("cpus:0.1"),
                new Command(true, List.of("true"), new TreeMap<>(environment), ""));
        return new TaskSpec(
                plain.id(),
                name,
                plain.agent(),
                plain.resources(),
                plain.command(),
                plain.ports(),
                plain.grace(),
                new TreeMap<>(labels),
                plain.executor(),
                plain.runsFor(),
                "");
    }

    @Test
    void names_keys_and_values_of_a_task_have_a_length() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        String huge = "v".repeat(TextRules.LONGEST_VALUE + 1);
        framework.accept(
                framework.offerOf("a1"),
                new OfferOperation.Launch(List.of(
                        task("name", LONG, Map.of(), Map.of()),
                        task("variable", "n", Map.of(LONG, "v"), Map.of()),
                        task("value", "n", Map.of("k", huge), Map.of()),
                        task("label", "n", Map.of(), Map.of(LONG, "v")),
                        task("control", "n", Map.of(), Map.of("a\u0007", "v")),
                        task("good", "n", Map.of("k", "v\n"), Map.of("k", "v")))));

        for (String wrong : List.of("name", "variable", "value", "label", "control")) {
            assertThat(framework.states(wrong)).as(wrong).containsExactly(RunState.ERROR);
            assertThat(framework.statuses(wrong).getFirst().message()).as(wrong).contains("Got", "expected");
        }
        assertThat(framework.states("good")).containsExactly(RunState.RUNNING);
    }

    @Test
    void what_a_framework_says_of_itself_has_a_length() {
        assertThatThrownBy(() -> world.subscribe(Subscription.of(LONG, World.ROLE)))
                .isInstanceOf(MasterRefusal.class)
                .hasMessageContaining("the name of a framework")
                .hasMessageContaining("1025 characters");
        assertThat(world.view().frameworks()).isEmpty();
    }

    @Test
    void reservations_do_not_add_up_to_more_than_can_be_kept() {
        world.agent("a1", "cpus:4;mem:4096");
        Resources labelled = Resources.parse("cpus:1")
                .pushReservation(new Reservation(
                        Reservation.Type.DYNAMIC,
                        World.ROLE,
                        Optional.empty(),
                        List.of(Label.of("k", "v".repeat(TextRules.MOST_BYTES)))));
        Scheduler framework = world.subscribe("f");
        framework.accept(
                framework.offerOf("a1"), new OfferOperation.Change(new Operation.Reserve(labelled), Optional.of("op")));

        assertThat(framework
                        .heard(FrameworkEvent.OperationUpdate.class)
                        .getLast()
                        .message())
                .contains("bytes to describe");
        assertThatThrownBy(() -> world.operator().operate(A1, List.of(new Operation.Reserve(labelled))))
                .isInstanceOf(MasterRefusal.class)
                .hasMessageContaining("bytes to describe");
        assertThat(world.view().agents().getFirst().total().hasReserved()).isFalse();
    }

    // Amounts

    @Test
    void amounts_of_a_group_that_cannot_be_added_up_are_refused() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        String most = "cpus:9000000000000000";
        framework.accept(
                framework.offerOf("a1"),
                new OfferOperation.LaunchGroup(
                        new ExecutorSpec("pod", Resources.parse("cpus:1")),
                        List.of(framework.task("g1", "a1", most), framework.task("g2", "a1", most))));

        assertThat(framework.states("g1")).containsExactly(RunState.ERROR);
        assertThat(framework.statuses("g2").getFirst().reason()).isEqualTo("REASON_TASK_GROUP_INVALID");
        assertThat(world.cluster.alive()).isEmpty();
    }

    @Test
    void quotas_that_cannot_be_added_up_are_refused_as_a_whole() {
        world.agent("a1", "cpus:4;mem:4096");
        Quota most = Quota.both(ResourceQuantities.parse("cpus:9000000000000000"));
        TreeMap<Role, Quota> both = new TreeMap<>(Map.of(Role.of("a"), most, Role.of("b"), most));
        for (boolean force : List.of(true, false)) {
            assertThatThrownBy(() -> world.operator().setQuotas(both, force, role -> true))
                    .isInstanceOf(MasterRefusal.class);
        }
        assertThat(world.view().quotas()).isEmpty();
    }
}
