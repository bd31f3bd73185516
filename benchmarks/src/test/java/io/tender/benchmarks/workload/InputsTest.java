package io.tender.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.benchmarks.workload.HierarchyFullSort.Tree;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class InputsTest {

    @Test
    void ports_are_fragmented_into_single_ports_and_one_last_range() {
        assertThat(Inputs.fragmentedPorts(1)).isEqualTo("[31000-32000]");
        assertThat(Inputs.fragmentedPorts(3)).isEqualTo("[31000-31000,31002-31002,31004-32000]");
        assertThat(Inputs.fragmentedPorts(16)).startsWith("[31000-31000,").endsWith(",31028-31028,31030-32000]");
        assertThat(Inputs.fragmentedPorts(100)).endsWith(",31196-31196,31198-32000]");
    }

    @Test
    void every_agent_has_resource_objects_of_its_own() {
        var frameworks = Inputs.frameworks(2, Role.ANY);
        var agents = Inputs.agents(3, "cpus:2", frameworks, "cpus:1", Role.ANY);
        assertThat(agents.get(0).total())
                .isEqualTo(agents.get(1).total())
                .isNotSameAs(agents.get(1).total());
        assertThat(agents.get(2).id().value()).isEqualTo("agent3");
        assertThat(agents.get(2).used())
                .containsEntry(frameworks.get(0).id(), Resources.parse("cpus:1").allocate(Role.ANY));
    }

    @Test
    void trees_have_all_nodes_but_the_root_as_clients_children_first() {
        assertThat(Tree.FLAT.clients()).hasSize(1056).startsWith("0/0", "0/1").endsWith("31");
        assertThat(Tree.MIDDLE.clients()).hasSize(1092).startsWith("0/0/0/0/0/0");
        assertThat(Tree.DEEP.clients()).hasSize(1022).doesNotHaveDuplicates();
        assertThatThrownBy(() -> Tree.withClients(7)).hasMessageContaining("1056, 1092 or 1022");
    }

    @Test
    void sizes_that_are_not_given_have_usual_values() {
        Sizes sizes = new Sizes(List.of(), List.of(), OptionalInt.empty());
        assertThat(DeclineOffers.FAMILY.sized(sizes))
                .extracting(Workload::label)
                .containsExactly("1000x50 (100 rounds)", "1000x200 (400 rounds)");
    }

    @Test
    void a_label_of_no_case_is_refused() {
        assertThatThrownBy(() -> DeclineOffers.FAMILY.labelled("many"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("DeclineOffers has no case 'many'");
    }
}
