package io.tender.model.batch;

/** The name of a job, unique in its namespace. */
public record JobId(String namespace, String name) implements Comparable<JobId> {
    public JobId {
        if (namespace.isEmpty() || name.isEmpty() || namespace.indexOf('/') >= 0 || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("got the job '" + namespace + "/" + name
                    + "', expected a namespace and a name, neither empty nor with a slash");
        }
    }

    /** Reads {@code namespace/name}. */
    public static JobId parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("got the job '" + text + "', expected namespace/name");
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
