package io.tender.daemon;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends what was begun, stage by stage, and goes on if one of them fails to end. */
final class Closing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    private final Map<Stage, Deque<AutoCloseable>> begun = new EnumMap<>(Stage.class);

    synchronized <T extends AutoCloseable> T at(Stage stage, T part) {
        begun.computeIfAbsent(stage, none -> new ArrayDeque<>()).push(part);
        return part;
    }

    @Override
    public synchronized void close() {
        begun.forEach((stage, parts) -> parts.forEach(part -> close(stage, part)));
        begun.clear();
    }

    private static void close(Stage stage, AutoCloseable part) {
        try {
            part.close();
        } catch (InterruptedException inAHurry) {
            Thread.currentThread().interrupt();
        } catch (Exception failed) {
            LOG.warn("stopping: {} did not end as it should; going on", stage, failed);
        }
    }
}
