package io.tender.extender.volcano;

import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.SessionView;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a session consisted of, so that the next can tell what has changed since.
 *
 * @param nodes their versions by name
 * @param jobs their versions by id, or prints of the encoding of those that have none
 * @param queues prints of their encoding by name
 */
record Picture(String session, Map<String, Long> nodes, Map<String, String> jobs, Map<String, String> queues) {

    static Picture of(SessionView session, Dialect dialect, SortedMap<String, byte[]> queues) {
        Map<String, Long> nodes = new TreeMap<>();
        for (NodeView node : session.nodes()) {
            nodes.put(node.name(), node.version());
        }
        MessageDigest digest = digest();
        Map<String, String> jobs = new TreeMap<>();
        for (JobView job : session.jobs()) {
            OptionalLong version = job.version();
            jobs.put(
                    job.id().toString(),
                    version.isPresent() ? Long.toString(version.getAsLong()) : print(digest, dialect.job(job)));
        }
        Map<String, String> prints = new TreeMap<>();
        queues.forEach((name, bytes) -> prints.put(name, print(digest, bytes)));
        return new Picture(session.id(), nodes, jobs, prints);
    }

    private static String print(MessageDigest digest, byte[] encoded) {
        return HexFormat.of().formatHex(digest.digest(encoded));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has SHA-256", missing);
        }
    }
}
