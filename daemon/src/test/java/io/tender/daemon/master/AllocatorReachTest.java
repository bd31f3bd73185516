package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.cluster.AgentReport;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.Reservation;
import io.tender.model.Resource;
import io.tender.model.ResourceQuantities;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.spi.Allocator;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What frameworks, agents and operators do reaches the whole of the allocator's interface: none of it is there for nothing. */
@SuppressWarnings("FutureReturnValueIgnored") // what became of it is of no interest here
final class AllocatorReachTest {
    private static final AgentId A1 = new AgentId("a1");

    private final Set<String> reached = new TreeSet<>();
    private final World world = new World(UnaryOperator.identity(), this::noting);

    private Allocator noting(Allocator real) {
        return (Allocator) Proxy.newProxyInstance(
                Allocator.class.getClassLoader(),
                new Class<?>[] {Allocator.class},
                (proxy, method, arguments) -> noted(real, method, arguments));
    }

    private Object noted(Allocator real, Method method, Object[] arguments) throws Throwable {
        reached.add(method.getName());
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    @Test
    void every_method_is_reached_by_what_people_do() {
        agents();
        Scheduler framework = world.subscribe("f");
        offers(framework);
        operators(framework);
        maintenance(framework);
        end(framework);

        assertThat(reached)
                .containsAll(Arrays.stream(Allocator.class.getMethods())
                        .map(Method::getName)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private void agents() {
        world.agent("a1", "cpus:4;mem:4096;disk:1000");
        AgentInfo second = new AgentInfo(new AgentId("a2"), "a2.host", List.of(), Optional.empty());
        Resources provided = Resources.of(Resource.scalar("disk", 1_000_000).withProvider("provider-1"));
        world.cluster.add(new AgentReport(
                second,
                AgentCapability.all(),
                Resources.parse("cpus:4;mem:4096").plus(provided),
                List.of()));
        world.settle();
        world.cluster.change(new AgentReport(
                second,
                AgentCapability.all(),
                Resources.parse("cpus:8;mem:4096").plus(provided),
                List.of()));
        world.settle();
    }

    private void offers(Scheduler framework) {
        Resources reserved = Resources.parse("cpus:1").pushReservation(Reservation.dynamic(World.ROLE));
        framework.accept(
                framework.offerOf("a1"),
                new OfferOperation.Change(new Operation.Reserve(reserved), Optional.empty()),
                new OfferOperation.Launch(List.of(framework.task("t1", "a1", "cpus:1;mem:10"))));
        framework.call(new FrameworkCall.Decline(List.of(framework.offerOf("a2").id()), Filters.ofSeconds(1)));
        TreeSet<Role> all = new TreeSet<>();
        framework.call(new FrameworkCall.Suppress(all));
        framework.call(new FrameworkCall.Revive(all));
        framework.call(
                new FrameworkCall.Request(List.of(ResourceRequest.anywhere(ResourceQuantities.parse("cpus:1")))));
        world.master().offerConstraints();
    }

    private void operators(Scheduler framework) {
        world.operator()
                .setQuotas(
                        new TreeMap<>(Map.of(Role.of("vip"), Quota.both(ResourceQuantities.parse("cpus:1")))),
                        false,
                        role -> true);
        world.operator().setWeights(new TreeMap<>(Map.of(World.ROLE, 2.0)));
        world.operator().setWhitelist(Optional.empty());
        world.operator()
                .operate(
                        A1,
                        List.of(new Operation.Reserve(
                                Resources.parse("cpus:1").pushReservation(Reservation.dynamic(World.ROLE)))));
        world.operator().deactivate(A1);
        world.settle();
        world.operator().reactivate(A1);
        world.settle();
        framework.call(new FrameworkCall.UpdateFramework(
                Subscription.of("renamed", World.ROLE).withId(framework.id)));
    }

    private void maintenance(Scheduler framework) {
        Unavailability when = new Unavailability(world.now().plusSeconds(3600), Optional.empty());
        world.operator().schedule(List.of(new MaintenanceWindow(List.of("a1.host"), when)));
        world.advance(Duration.ofSeconds(2));
        framework.call(new FrameworkCall.AcceptInverseOffers(
                List.of(world.view().inverseOffers().getFirst().id()), Filters.ofSeconds(1)));
        world.operator().maintenanceStatus();
    }

    private void end(Scheduler framework) {
        world.disconnect(framework);
        Scheduler again = world.again(framework);
        world.cluster.remove(A1);
        world.settle();
        again.call(new FrameworkCall.Teardown());
    }
}
