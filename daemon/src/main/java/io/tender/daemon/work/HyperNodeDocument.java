package io.tender.daemon.work;

import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.MemberRule;
import io.tender.mesos.TextPatterns;
import io.tender.model.TextPattern;
import io.tender.model.batch.HyperNode;
import io.tender.model.batch.Selector;
import io.tender.spi.batch.SessionData;
import java.util.List;
import java.util.SortedMap;

/**
 * A HyperNode of {@code topology.volcano.sh/v1alpha1}.
 *
 * @param domain with the members that are named
 * @param nodePatterns regular expressions of the names of nodes that are members too
 * @param nodeLabels what the labels of nodes match that are members too
 * @param domainPatterns regular expressions of the names of hyper nodes that are members too
 */
public record HyperNodeDocument(
        HyperNode domain, List<String> nodePatterns, List<Selector> nodeLabels, List<String> domainPatterns)
        implements SessionDocument {
    static final String KIND = "HyperNode";

    public HyperNodeDocument {
        nodePatterns = List.copyOf(nodePatterns);
        nodeLabels = List.copyOf(nodeLabels);
        domainPatterns = List.copyOf(domainPatterns);
    }

    @Override
    public DocumentId id() {
        return new DocumentId(KIND, domain.name());
    }

    @Override
    public SessionData data() {
        return SessionData.HYPER_NODES;
    }

    @Override
    public void putInto(BatchCluster cluster) {
        boolean named = nodePatterns.isEmpty() && nodeLabels.isEmpty() && domainPatterns.isEmpty();
        cluster.putHyperNode(domain, named ? MemberRule.NONE : new Rule(this));
    }

    @Override
    public void removeFrom(BatchCluster cluster) {
        cluster.removeHyperNode(domain.name());
    }

    /** A pattern that finds its text anywhere in a name, as Go's do. */
    static TextPattern pattern(String regex) {
        // First alone: what is only half of an expression might be whole between the others.
        TextPattern alone = TextPatterns.compile(regex);
        return TextPatterns.compile("(?s:.*)(?:" + alone.regex() + ")(?s:.*)");
    }

    private static final class Rule implements MemberRule {
        private final List<TextPattern> nodeNames;
        private final List<Selector> nodeLabels;
        private final List<TextPattern> domainNames;

        Rule(HyperNodeDocument document) {
            nodeNames = document.nodePatterns.stream()
                    .map(HyperNodeDocument::pattern)
                    .toList();
            nodeLabels = document.nodeLabels;
            domainNames = document.domainPatterns.stream()
                    .map(HyperNodeDocument::pattern)
                    .toList();
        }

        @Override
        public boolean hasNode(String name, SortedMap<String, String> labels) {
            return nodeNames.stream().anyMatch(pattern -> pattern.matches(name))
                    || nodeLabels.stream().anyMatch(selector -> selector.matches(labels));
        }

        @Override
        public boolean hasDomain(HyperNode other) {
            return domainNames.stream().anyMatch(pattern -> pattern.matches(other.name()));
        }
    }
}
