package io.tender.extender.volcano;

import io.tender.spi.batch.NodeView;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Nodes as they were encoded last, kept until they change. Used from many threads. */
final class NodeBytes {
    static final long USUAL_BYTES = 256L << 20;

    private final Dialect dialect;
    private final long most;
    private final ReentrantLock lock = new ReentrantLock();
    /** The one that was not used for longest comes first. */
    private final Map<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

    private long held;
    private long encodings;

    private static final class Kept {
        private final long version;
        private final byte[] bytes;

        Kept(long version, byte[] bytes) {
            this.version = version;
            this.bytes = bytes;
        }
    }

    /** @param most bytes that are kept */
    NodeBytes(Dialect dialect, long most) {
        this.dialect = dialect;
        this.most = most;
    }

    byte[] of(NodeView node) {
        return of(node, new JobDomains());
    }

    private byte[] of(NodeView node, JobDomains domains) {
        lock.lock();
        try {
            Kept known = kept.get(node.name());
            if (known != null && known.version == node.version()) {
                return known.bytes;
            }
            byte[] bytes = dialect.node(node, domains);
            encodings++;
            Kept before = kept.put(node.name(), new Kept(node.version(), bytes));
            held += bytes.length - (before == null ? 0 : before.bytes.length);
            shrink();
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    List<byte[]> of(List<? extends NodeView> nodes) {
        JobDomains domains = new JobDomains();
        return nodes.stream().map(node -> of(node, domains)).toList();
    }

    private void shrink() {
        Iterator<Kept> oldest = kept.values().iterator();
        while (held > most && oldest.hasNext()) {
            held -= oldest.next().bytes.length;
            oldest.remove();
        }
    }

    /** How often a node was encoded. */
    long encodings() {
        lock.lock();
        try {
            return encodings;
        } finally {
            lock.unlock();
        }
    }

    /** Bytes that are kept. */
    long held() {
        lock.lock();
        try {
            return held;
        } finally {
            lock.unlock();
        }
    }
}
