package io.tender.extender.volcano;

import io.tender.spi.batch.NodeView;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Answers about a class of equal tasks and a node, good until the node changes. Used from many threads.
 *
 * @param <V> the answer
 */
final class KeptAnswers<V> {
    static final int USUAL_ANSWERS = 1_000_000;

    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    /** The class that was not asked about for longest comes first. */
    private final Map<TaskClass, Map<String, Kept<V>>> classes = new LinkedHashMap<>(16, 0.75f, true);

    /** Answers, and classes, which take room too. */
    private int size;

    private record Kept<V>(long version, V answer) {}

    /** @param most answers that are kept; the classes not asked about for longest go first */
    KeptAnswers(int most) {
        this.most = most;
    }

    /** The answers about one class of tasks. */
    About about(TaskClass tasks) {
        return new About(tasks);
    }

    int size() {
        lock.lock();
        try {
            return size;
        } finally {
            lock.unlock();
        }
    }

    /** One class, so that its template is compared once for all nodes. */
    final class About {
        private final TaskClass tasks;
        private final Map<String, Kept<V>> nodes;

        private About(TaskClass tasks) {
            this.tasks = tasks;
            lock.lock();
            try {
                nodes = classes.computeIfAbsent(tasks, unused -> {
                    size++;
                    return new HashMap<>();
                });
                shrink();
            } finally {
                lock.unlock();
            }
        }

        TaskClass tasks() {
            return tasks;
        }

        boolean isEmpty() {
            lock.lock();
            try {
                return nodes.isEmpty();
            } finally {
                lock.unlock();
            }
        }

        Optional<V> on(NodeView node) {
            lock.lock();
            try {
                Kept<V> known = nodes.get(node.name());
                return known != null && known.version == node.version() ? Optional.of(known.answer) : Optional.empty();
            } finally {
                lock.unlock();
            }
        }

        @SuppressWarnings("ReferenceEquality") // a class that had to go is not counted any more
        void keep(NodeView node, V answer) {
            lock.lock();
            try {
                boolean added = nodes.put(node.name(), new Kept<>(node.version(), answer)) == null;
                if (added && classes.get(tasks) == nodes) {
                    size++;
                    shrink();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private void shrink() {
        Iterator<Map<String, Kept<V>>> oldest = classes.values().iterator();
        while (size > most && oldest.hasNext()) {
            size -= 1 + oldest.next().size();
            oldest.remove();
        }
    }
}
