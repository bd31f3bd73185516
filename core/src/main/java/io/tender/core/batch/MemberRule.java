package io.tender.core.batch;

import io.tender.model.batch.HyperNode;
import java.util.SortedMap;

/** Finds members of a domain that are not named one by one. The same question must always have the same answer. */
public interface MemberRule {
    /** Finds nobody. */
    MemberRule NONE = new MemberRule() {
        @Override
        public boolean hasNode(String name, SortedMap<String, String> labels) {
            return false;
        }

        @Override
        public boolean hasDomain(HyperNode domain) {
            return false;
        }
    };

    boolean hasNode(String name, SortedMap<String, String> labels);

    boolean hasDomain(HyperNode domain);
}
