package io.tender.core.batch;

import io.tender.model.batch.HyperNode;
import io.tender.model.batch.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The domains of the network, and who belongs to them now. Each node is asked about once, until its labels change. */
final class DomainBook {
    private final SortedMap<String, Entry> entries = new TreeMap<>();
    private Map<String, Membership> known = new HashMap<>();
    private boolean ruled;

    /** Null when it has to be made again. */
    private @Nullable List<HyperNode> made = List.of();

    private record Entry(HyperNode domain, MemberRule others) {}

    /** Which domains have found a node that had these labels. */
    private record Membership(SortedMap<String, String> labels, List<String> domains) {}

    void put(HyperNode domain, MemberRule others) {
        entries.put(domain.name(), new Entry(domain, others));
        changed();
    }

    void remove(String name) {
        entries.remove(name);
        changed();
    }

    private void changed() {
        ruled = entries.values().stream().anyMatch(entry -> !entry.others().equals(MemberRule.NONE));
        known = new HashMap<>();
        made = null;
    }

    /** Nodes came or went, or have other labels. */
    void nodesChanged() {
        if (ruled) {
            made = null;
        }
    }

    /** All domains, with those of these nodes as members that are theirs. */
    List<HyperNode> among(List<NodeRecord> nodes) {
        List<HyperNode> all = made;
        if (all == null) {
            all = ruled
                    ? found(nodes)
                    : entries.values().stream().map(Entry::domain).toList();
            made = all;
        }
        return all;
    }

    private List<HyperNode> found(List<NodeRecord> nodes) {
        Map<String, Membership> present = new HashMap<>();
        Map<String, TreeSet<String>> members = new HashMap<>();
        for (NodeRecord record : nodes) {
            Node node = record.node();
            Membership before = known.get(node.name());
            Membership now = before != null && before.labels().equals(node.labels()) ? before : membership(node);
            present.put(node.name(), now);
            now.domains()
                    .forEach(domain -> members.computeIfAbsent(domain, unused -> new TreeSet<>())
                            .add(node.name()));
        }
        known = present;
        List<HyperNode> all = new ArrayList<>();
        entries.forEach((name, entry) -> {
            TreeSet<String> here = members.getOrDefault(name, new TreeSet<>());
            here.addAll(entry.domain().nodes());
            TreeSet<String> below = new TreeSet<>(entry.domain().domains());
            entries.forEach((other, candidate) -> {
                if (!other.equals(name) && entry.others().hasDomain(candidate.domain())) {
                    below.add(other);
                }
            });
            all.add(new HyperNode(
                    name, entry.domain().tier(), entry.domain().tierName(), List.copyOf(here), List.copyOf(below)));
        });
        return List.copyOf(all);
    }

    private Membership membership(Node node) {
        List<String> domains = new ArrayList<>();
        entries.forEach((name, entry) -> {
            if (entry.others().hasNode(node.name(), node.labels())) {
                domains.add(name);
            }
        });
        return new Membership(node.labels(), domains);
    }
}
