package io.tender.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsumptionTest {

    private static final List<Resources> TOTALS = List.of(
            Resources.parse("cpus:8;mem:1024;cpus(r):2;cpus(r/c):1;cpus(other):4;ports(r):[1-5]"),
            Resources.parse("cpus{REV}:16;mem:1024"));

    private static Consumption.Used used(String role, String resources) {
        return new Consumption.Used(Role.of(role), Resources.parse(resources));
    }

    @Test
    void reservations_count_used_or_not_for_the_role_and_those_above() {
        assertThat(Consumption.of(Role.of("r"), TOTALS, List.of())).isEqualTo(ResourceQuantities.parse("cpus:3"));
        assertThat(Consumption.of(Role.of("r/c"), TOTALS, List.of())).isEqualTo(ResourceQuantities.parse("cpus:1"));
    }

    @Test
    void use_counts_unless_it_is_reserved_or_revocable() {
        assertThat(Consumption.of(
                        Role.of("r"),
                        TOTALS,
                        List.of(
                                used("r", "cpus:2;cpus(r):2"),
                                used("r/c", "mem:100;cpus{REV}:8"),
                                used("rc", "cpus:1"))))
                .isEqualTo(ResourceQuantities.parse("cpus:5;mem:100"));
    }

    @Test
    void capacity_is_everything_that_is_not_revocable() {
        assertThat(Consumption.capacity(TOTALS)).isEqualTo(ResourceQuantities.parse("cpus:15;mem:2048"));
    }

    @Test
    void a_host_list_has_a_name_per_line() {
        assertThat(HostList.parse("host1\n\n  host2  # behind the door\n# host3\n"))
                .containsExactly("host1", "host2");
    }
}
