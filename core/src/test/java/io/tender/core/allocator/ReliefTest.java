package io.tender.core.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Disk;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.OfferConstraints;
import io.tender.model.Quota;
import io.tender.model.Resource;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When agents that wait for room in a quota are looked at again. */
class ReliefTest {
    private static final Role EATER = Role.of("eater");
    private static final Role BELOW = Role.of("eater/below");

    private final Books books = new Books(AllocatorOptions.defaults(), SorterKind.DRF, SorterKind.DRF);
    private final AgentRecord agent = agent("a", "cpus:4;mem:64");

    private AgentRecord agent(String id, String total) {
        AgentRecord record = books.addAgent(new AgentInfo(new AgentId(id), id, List.of(), Optional.empty()));
        books.setTotal(record, Resources.parse(total));
        return record;
    }

    private RoleClient framework(String id, Role role) {
        FrameworkRecord framework =
                new FrameworkRecord(FrameworkInfo.of(new FrameworkId(id), Set.of(role)), OfferConstraints.none());
        framework.active = true;
        RoleClient client = books.track(framework, role);
        client.subscribed = true;
        books.refreshEligibility(client);
        return client;
    }

    private void limit(String limits) {
        books.roles.updateQuota(EATER, new Quota(ResourceQuantities.empty(), ResourceLimits.parse(limits)));
    }

    private void giveAndTake(RoleClient client, String resources) {
        books.charge(agent, client, Resources.parse(resources));
        books.uncharge(agent, client, Resources.parse(resources));
    }

    private Set<String> reliefAtRun(long number, boolean nestedQuota) {
        books.roles.beginRun(number);
        books.roles.relief.begin(number, books.roles, nestedQuota);
        return books.roles.relief.names();
    }

    @Test
    void it_is_used_up_when_the_role_consumes_as_much_again() {
        RoleClient client = framework("f", EATER);
        limit("cpus:4");
        books.charge(agent, client, Resources.parse("cpus:3"));
        books.uncharge(agent, client, Resources.parse("cpus:2"));
        reliefAtRun(1, false);
        books.roles.runConsumed(client.node).add(ResourceQuantities.parse("cpus:1"));
        assertThat(books.roles.relief.isLeft(books.roles)).isTrue();
        books.roles.runConsumed(client.node).add(ResourceQuantities.parse("cpus:1"));
        assertThat(books.roles.relief.isLeft(books.roles)).isFalse();
    }

    @Test
    void what_is_taken_again_before_the_run_is_no_relief() {
        RoleClient client = framework("f", EATER);
        limit("cpus:4");
        giveAndTake(client, "cpus:2");
        books.charge(agent, client, Resources.parse("cpus:2"));
        assertThat(reliefAtRun(1, false)).isEmpty();
        assertThat(books.roles.relief.isLeft(books.roles)).isFalse();
    }

    @Test
    void reserving_or_unreserving_what_is_held_is_no_relief() {
        RoleClient client = framework("f", EATER);
        limit("cpus:4");
        Resources plain = Resources.parse("cpus:2");
        Resources reserved = Resources.parse("cpus(eater):2");
        Resources others = Resources.parse("mem:64;cpus:2;cpus(eater):1");
        books.setTotal(agent, others.plus(plain));
        books.charge(agent, client, plain);
        books.convert(agent, client, plain, reserved, others.plus(reserved));
        assertThat(reliefAtRun(1, false)).isEmpty();
        books.convert(agent, client, reserved, plain, others.plus(plain));
        assertThat(reliefAtRun(2, false)).isEmpty();
        books.setTotal(agent, Resources.parse("mem:64;cpus:2").plus(plain));
        assertThat(reliefAtRun(3, false)).as("a reservation that went").containsExactly("cpus");
    }

    @Test
    void another_copy_of_what_is_shared_uses_nothing_up() {
        RoleClient client = framework("f", EATER);
        limit("disk:10");
        Resources shared = Resources.of(Resource.scalar("disk", 2_000)
                .withDisk(Disk.persistent("v", "path"))
                .asShared());
        books.setTotal(agent, Resources.parse("disk:8").plus(shared));
        books.charge(agent, client, shared.plus(Resources.parse("disk:8")));
        books.uncharge(agent, client, Resources.parse("disk:2"));
        books.charge(agent, client, shared);
        assertThat(reliefAtRun(1, false)).containsExactly("disk");
    }

    @Test
    void only_names_that_a_quota_speaks_of_are_a_relief() {
        RoleClient client = framework("f", EATER);
        limit("cpus:2");
        giveAndTake(client, "mem:10");
        assertThat(reliefAtRun(1, false)).isEmpty();
        giveAndTake(client, "cpus:1;mem:10");
        assertThat(reliefAtRun(2, false)).containsExactly("cpus");
        assertThat(reliefAtRun(3, false)).as("until it is used up").containsExactly("cpus");
        books.roles.relief.end();
        assertThat(reliefAtRun(4, false)).isEmpty();
    }

    @Test
    void it_is_no_relief_where_nobody_wants_anything() {
        RoleClient client = framework("f", EATER);
        limit("cpus:2");
        client.framework.suppressed.add(EATER);
        books.refreshEligibility(client);
        giveAndTake(client, "cpus:1");
        assertThat(reliefAtRun(1, false)).isEmpty();
    }

    @Test
    void with_nested_quota_those_below_listen_too() {
        RoleClient client = framework("f", BELOW);
        limit("cpus:2");
        giveAndTake(client, "cpus:1");
        assertThat(reliefAtRun(1, false)).isEmpty();
        assertThat(reliefAtRun(2, true)).containsExactly("cpus");
    }

    @Test
    void it_concerns_agents_that_have_something_of_it() {
        AgentRecord gpus = agent("g", "gpus:1");
        RoleClient client = framework("f", EATER);
        limit("cpus:2");
        giveAndTake(client, "cpus:1");
        assertThat(reliefAtRun(1, false)).containsExactly("cpus");
        assertThat(books.roles.relief.concerns(agent)).isTrue();
        assertThat(books.roles.relief.concerns(gpus)).isFalse();
    }

    @Test
    void an_agent_knows_its_holders_and_a_holder_its_agents() {
        RoleClient one = framework("f", EATER);
        RoleClient other = framework("g", BELOW);
        AgentRecord second = agent("b", "cpus:4");
        AgentRecord third = agent("c", "cpus:4");
        for (AgentRecord each : List.of(agent, second, third)) {
            books.charge(each, other, Resources.parse("cpus:1"));
            books.charge(each, one, Resources.parse("cpus:2"));
        }
        books.uncharge(agent, one, Resources.parse("cpus:2"));
        assertThat(one.agents).containsExactlyInAnyOrder(second, third);
        assertThat(books.release(one.framework)).containsExactlyInAnyOrder(second, third);
        assertThat(books.release(other.framework)).containsExactlyInAnyOrder(agent, second, third);
        assertThat(one.agents).isEmpty();
        assertThat(third.holderCount()).isZero();
    }
}
