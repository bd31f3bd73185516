package io.tender.core.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.HyperNode;
import io.tender.model.batch.Node;
import io.tender.model.batch.ResourceList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class DomainBookTest {
    private final BatchCluster cluster = new BatchCluster();

    private void node(String name, String rack) {
        cluster.putNode(Node.builder(name, ResourceList.parse("cpu=1"))
                .labels(Map.of("rack", rack))
                .build());
    }

    private static MemberRule ofRack(String rack) {
        return new MemberRule() {
            @Override
            public boolean hasNode(String name, SortedMap<String, String> labels) {
                return rack.equals(labels.get("rack"));
            }

            @Override
            public boolean hasDomain(HyperNode domain) {
                return rack.equals("all") && domain.tier() == 1;
            }
        };
    }

    private List<HyperNode> domains() {
        return cluster.snapshot().hyperNodes();
    }

    @Test
    void members_are_found_as_nodes_come_change_and_go() {
        cluster.putHyperNode(new HyperNode("r1", 1, "", List.of("named"), List.of()), ofRack("1"));
        cluster.putHyperNode(new HyperNode("top", 2, "", List.of(), List.of()), ofRack("all"));
        node("a", "1");
        node("b", "2");
        assertThat(domains())
                .containsExactly(
                        new HyperNode("r1", 1, "", List.of("a", "named"), List.of()),
                        new HyperNode("top", 2, "", List.of(), List.of("r1")));
        node("b", "1");
        assertThat(domains().getFirst().nodes()).containsExactly("a", "b", "named");
        cluster.removeNode("a");
        assertThat(domains().getFirst().nodes()).containsExactly("b", "named");
        cluster.removeHyperNode("r1");
        assertThat(domains()).containsExactly(new HyperNode("top", 2, "", List.of(), List.of()));
    }

    @Test
    void nobody_is_asked_again_while_nothing_changes() {
        cluster.putHyperNode(new HyperNode("r1", 1, "", List.of(), List.of()), ofRack("1"));
        node("a", "1");
        List<HyperNode> first = domains();
        node("a", "1");
        assertThat(domains()).isSameAs(first);
    }
}
