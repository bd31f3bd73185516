package io.tender.extender.volcano;

import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.SessionView;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a session consisted of, so that the next can tell what has changed since.
 *
 * @param nodes their versions by name
 * @param jobs prints of their encoding by id, since they have no version
 * @param queues prints of their encoding by name
 */
record Picture(String session, Map<String, Long> nodes, Map<String, String> jobs, Map<String, String> queues) {

    static Picture of(SessionView session, SortedMap<String, byte[]> jobs, SortedMap<String, byte[]> queues) {
        Map<String, Long> nodes = new TreeMap<>();
        for (NodeView node : session.nodes()) {
            nodes.put(node.name(), node.version());
        }
        return new Picture(session.id(), nodes, prints(jobs), prints(queues));
    }

    private static Map<String, String> prints(SortedMap<String, byte[]> encoded) {
        MessageDigest digest = digest();
        Map<String, String> prints = new TreeMap<>();
        encoded.forEach((name, bytes) -> prints.put(name, HexFormat.of().formatHex(digest.digest(bytes))));
        return prints;
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has SHA-256", missing);
        }
    }
}
