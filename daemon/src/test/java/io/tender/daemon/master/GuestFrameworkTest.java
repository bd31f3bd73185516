package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.offers.NativeOfferSetFactory;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceScheduler;
import io.tender.core.services.ServiceSettings;
import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.RunState;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.model.service.TaskStatus;
import io.tender.spi.framework.Guest;
import io.tender.spi.framework.Launch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class GuestFrameworkTest {
    private static final AgentId A1 = new AgentId("a1");
    private static final FrameworkId ID = new FrameworkId("services");

    private final World world = new World();
    private final List<String> heard = new ArrayList<>();
    private final List<HostOffer> offers = new ArrayList<>();
    private final List<String> totals = new ArrayList<>();

    private final Guest guest = new Guest() {
        @Override
        public void agentTotal(AgentId agent, Resources total) {
            totals.add(agent + " " + total + (offers.isEmpty() ? "" : " after offers"));
        }

        @Override
        public void offers(Collection<HostOffer> arrived) {
            offers.addAll(arrived);
        }

        @Override
        public void rescinded(OfferId offer) {
            heard.add("rescinded");
            offers.removeIf(held -> held.id().equals(offer));
        }

        @Override
        public void status(TaskStatus status) {
            heard.add(status.task() + " " + status.state());
        }

        @Override
        public void agentLost(AgentId agent) {
            heard.add("lost " + agent);
        }

        @Override
        public void inverseOffer(AgentId agent, Unavailability when) {
            heard.add("leave " + agent);
        }

        @Override
        public void unavailable(AgentId agent, Optional<Unavailability> when) {
            heard.add(agent + (when.isPresent() ? " will be down" : " stays up"));
        }

        @Override
        public void maintenance(AgentId agent, MaintenanceMode mode) {
            heard.add(agent + " is " + mode);
        }

        @Override
        public void attributesChanged(AgentId agent, HostAttributes attributes) {
            heard.add(agent + " has " + attributes.valuesOf("rack"));
        }

        @Override
        public void disconnected() {
            heard.add("disconnected");
        }

        @Override
        public void connected() {
            heard.add("connected");
        }
    };

    private GuestFramework framework() {
        return new GuestFramework(
                ID,
                Subscription.of("services", World.ROLE),
                world.master(),
                world.host(),
                launch -> TaskSpec.of(launch.task(), launch.agent(), launch.resources(), Command.shell("sleep 1")));
    }

    private GuestFramework connected() {
        GuestFramework framework = framework();
        framework.connect(guest);
        world.settle();
        return framework;
    }

    private void launch(GuestFramework framework, String task) {
        HostOffer offer = offers.removeFirst();
        framework.accept(
                List.of(offer.id()),
                List.of(new Launch(
                        new TaskId(task),
                        offer.agent(),
                        Resources.parse("cpus:1;mem:10").allocate(World.ROLE),
                        new TreeMap<>())),
                Filters.ofSeconds(0));
        world.settle();
    }

    @Test
    void it_is_told_how_much_each_agent_has_before_that_is_offered() {
        world.agent("a1", "cpus:4;mem:4096");
        connected();
        assertThat(totals).containsExactly("a1 cpus:4;mem:4096");

        offers.clear();
        world.agent("a2", "cpus:2;mem:1024");
        world.settle();
        assertThat(totals).endsWith("a2 cpus:2;mem:1024");
        assertThat(totals).hasSize(2);
    }

    @Test
    void a_scheduler_beside_the_master_launches_kills_and_reconciles() {
        world.agent("a1", "cpus:4;mem:4096");
        GuestFramework framework = connected();
        launch(framework, "t1");
        assertThat(heard).containsExactly("connected", "t1 RUNNING");
        framework.reconcile(List.of(new TaskId("t1"), new TaskId("t9")));
        framework.reconcile(List.of());
        world.settle();
        assertThat(heard).endsWith("t1 RUNNING", "t9 LOST");
        framework.kill(new TaskId("t1"));
        world.settle();
        assertThat(heard).endsWith("t1 KILLED");
        assertThat(world.view().tasks()).as("acknowledged by itself").isEmpty();
        world.advance(Duration.ofSeconds(2));
        framework.decline(List.of(offers.getFirst().id()), Filters.ofSeconds(1));
        framework.suppress();
        offers.clear();
        world.advance(Duration.ofSeconds(3));
        assertThat(offers).isEmpty();
        framework.revive();
        world.settle();
        assertThat(offers).hasSize(1);
    }

    @Test
    void it_hears_of_agents_out_of_reach_gone_and_to_be_left() {
        world.agent("a1", "cpus:4;mem:4096");
        GuestFramework framework = connected();
        launch(framework, "t1");
        world.cluster.partition(A1);
        world.settle();
        assertThat(heard).endsWith("t1 " + TaskState.PARTITIONED);
        world.cluster.heal(A1);
        world.settle();
        assertThat(heard).endsWith("t1 RUNNING").doesNotContain("lost a1");
        world.operator()
                .schedule(List.of(new MaintenanceWindow(
                        List.of("a1.host"), new Unavailability(world.now().plusSeconds(60), Optional.empty()))));
        world.advance(Duration.ofSeconds(1));
        assertThat(heard).contains("leave a1");
        framework.acceptInverseOffer(A1);
        assertThat(world.view().inverseOffers()).isEmpty();
        world.cluster.remove(A1);
        world.settle();
        assertThat(heard).contains("t1 LOST", "lost a1");
    }

    @Test
    void it_hears_of_maintenance_and_that_it_is_called_off_though_the_machine_is_full_and_never_offered() {
        world.agent("a1", "cpus:1;mem:10");
        GuestFramework framework = connected();
        launch(framework, "t1");
        heard.clear();
        Unavailability tomorrow = new Unavailability(world.now().plusSeconds(86_400), Optional.empty());
        world.operator().schedule(List.of(new MaintenanceWindow(List.of("A1.host"), tomorrow)));
        world.settle();
        assertThat(heard).contains("a1 will be down", "a1 is SCHEDULED");
        world.advance(Duration.ofSeconds(2));
        framework.acceptInverseOffer(A1);
        heard.clear();
        world.operator().schedule(List.of());
        world.advance(Duration.ofSeconds(2));
        assertThat(heard).contains("a1 stays up", "a1 is NONE");
        assertThat(offers).isEmpty();
    }

    @Test
    void services_stay_where_they_are_when_the_maintenance_of_their_full_machine_is_called_off() {
        world.agent("a1", "cpus:1;mem:128;disk:64");
        GuestFramework framework = framework();
        ServiceScheduler services = new ServiceScheduler(
                world.host(),
                framework,
                Ordering.NONE,
                ServiceSettings.defaults(),
                new NativeOfferSetFactory()::create,
                ServiceListener.NONE);
        framework.connect(services);
        services.submit(
                TaskConfig.of(JobKey.parse("www/prod/hello"), ResourceBundle.parse("cpus:1;mem:128;disk:64")), 1);
        world.advance(Duration.ofSeconds(5));
        assertThat(services.tasks())
                .singleElement()
                .satisfies(task -> assertThat(task.state()).isEqualTo(TaskState.RUNNING));
        Unavailability soon = new Unavailability(world.now().plusSeconds(600), Optional.empty());
        world.operator().schedule(List.of(new MaintenanceWindow(List.of("a1.host"), soon)));
        world.advance(Duration.ofSeconds(10));
        assertThat(services.metrics()).containsEntry("agents_in_maintenance", 1L);
        world.operator().schedule(List.of());
        world.advance(Duration.ofMinutes(15));
        assertThat(services.tasks())
                .singleElement()
                .satisfies(task -> assertThat(task.state()).isEqualTo(TaskState.RUNNING));
        assertThat(world.cluster.starts().values()).containsExactly(1);
    }

    @Test
    void it_hears_of_a_drain_and_its_end_and_once_more_after_a_restart() {
        world.agent("a1", "cpus:4;mem:4096");
        GuestFramework framework = connected();
        launch(framework, "t1");
        heard.clear();
        world.operator().drain(A1, Optional.empty(), false);
        world.settle();
        assertThat(heard).containsSubsequence("a1 is DRAINING", "t1 KILLED", "a1 is DRAINED");
        world.restart();
        heard.clear();
        connected();
        assertThat(heard).contains("connected", "a1 is DRAINED");
        world.operator().reactivate(A1);
        world.settle();
        assertThat(heard).endsWith("a1 is NONE");
    }

    @Test
    void it_hears_of_new_attributes_though_the_machine_is_full() {
        world.agent("a1", "cpus:1;mem:10");
        launch(connected(), "t1");
        heard.clear();
        world.cluster.change(new AgentReport(
                new AgentInfo(A1, "a1.host", Attribute.parseAll("rack:r2"), Optional.empty()),
                AgentCapability.all(),
                Resources.parse("cpus:1;mem:10"),
                List.of()));
        world.settle();
        assertThat(heard).contains("a1 has [r2]");
    }

    @Test
    void after_a_restart_it_goes_on_under_the_same_id() {
        world.agent("a1", "cpus:4;mem:4096");
        launch(connected(), "t1");
        world.settle();
        heard.clear();
        offers.clear();
        world.crash();
        GuestFramework back = connected();
        back.reconcile(List.of(new TaskId("t1")));
        world.settle();
        assertThat(heard).contains("connected", "t1 RUNNING");
        world.cluster.report(A1, new io.tender.daemon.cluster.TaskKey(ID, new TaskId("t1")), RunState.FINISHED);
        world.settle();
        assertThat(heard).endsWith("t1 FINISHED");
    }

    @Test
    void nobody_else_may_speak_for_it_or_end_it() {
        connected();
        assertThatThrownBy(() ->
                        world.subscribe(Subscription.of("imposter", World.ROLE).withId(ID)))
                .isInstanceOf(MasterRefusal.class)
                .hasMessageContaining("part of the daemon");
        assertThatThrownBy(() -> world.operator().teardown(ID)).isInstanceOf(MasterRefusal.class);
        assertThat(world.view().framework(ID).orElseThrow().connected()).isTrue();
    }
}
