package io.tender.daemon.work;

import java.util.Comparator;

/**
 * Names a document.
 *
 * @param kind such as Job, Queue or Service
 * @param name {@code namespace/name} of a job, pod group, quota or disruption budget, the name of a queue, hyper node or priority
 *     class, {@code role/environment/name} of a service
 */
public record DocumentId(String kind, String name) implements Comparable<DocumentId> {
    private static final Comparator<DocumentId> ORDER =
            Comparator.comparing(DocumentId::kind).thenComparing(DocumentId::name);

    @Override
    public int compareTo(DocumentId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return kind + " '" + name + "'";
    }
}
