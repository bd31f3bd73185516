package io.tender.model.batch;

import io.tender.model.BrokenRule;

/** The name of a job, unique in its namespace. */
public record JobId(String namespace, String name) implements Comparable<JobId> {
    public JobId {
        if (namespace.isEmpty() || name.isEmpty() || namespace.indexOf('/') >= 0 || name.indexOf('/') >= 0) {
            throw BrokenRule.of(
                    "That is no name of a job.",
                    "'" + namespace + "/" + name + "'",
                    "a namespace and a name, neither empty nor with a slash",
                    "correct it");
        }
    }

    /** Reads {@code namespace/name}. */
    public static JobId parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw BrokenRule.of("That is no name of a job.", "'" + text + "'", "namespace/name", "correct it");
        }
        return new JobId(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public int compareTo(JobId other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
