package io.tender.model.batch;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the jobs of a namespace may reserve together, and what others in it use already.
 *
 * @param none resources of which they may have nothing at all; an amount of zero says nothing in {@code hard}
 */
public record NamespaceQuota(
        String namespace, String name, ResourceList hard, ResourceList used, SortedSet<String> none) {
    public NamespaceQuota {
        none = Collections.unmodifiableSortedSet(new TreeSet<>(none));
    }

    /** One that allows something of all it speaks of. */
    public NamespaceQuota(String namespace, String name, ResourceList hard, ResourceList used) {
        this(namespace, name, hard, used, Collections.emptySortedSet());
    }
}
