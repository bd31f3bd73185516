package io.tender.extender.shadow;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which canaries were stopped and have not been let decide again. A stop outlives whoever was stopped: it holds for the
 * extender of that name until somebody lifts it, or until one with other settings is put to use under the name. Used from many
 * threads.
 */
public final class Stops {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Kept> kept = new TreeMap<>();
    private final Map<String, String> inUse = new TreeMap<>();
    private Keeper keeper = Keeper.NONE;

    /**
     * A stop, and whose it is.
     *
     * @param settings the {@link #fingerprint} of the settings of the extender
     */
    public record Kept(String settings, TrialReport.Stop stop) {}

    /** Remembers stops for longer than the process lasts. Never waits: it is told where decisions are made. */
    public interface Keeper {
        Keeper NONE = new Keeper() {
            @Override
            public void stopped(String extender, Kept kept) {}

            @Override
            public void lifted(String extender) {}
        };

        void stopped(String extender, Kept kept);

        void lifted(String extender);
    }

    /** Takes up what was remembered; from now on changes are told to the keeper. */
    public void recover(Map<String, Kept> remembered, Keeper told) {
        lock.lock();
        try {
            kept.putAll(remembered);
            keeper = told;
        } finally {
            lock.unlock();
        }
    }

    /** The stop that holds for an extender with these settings. */
    Optional<TrialReport.Stop> of(String extender, String settings) {
        lock.lock();
        try {
            return Optional.ofNullable(kept.get(extender))
                    .filter(known -> known.settings().equals(settings))
                    .map(Kept::stop);
        } finally {
            lock.unlock();
        }
    }

    /** An extender with these settings is in use now: what was kept of one with others is void. */
    public void inUse(String extender, String settings) {
        lock.lock();
        try {
            inUse.put(extender, settings);
            Kept known = kept.get(extender);
            if (known != null && !known.settings().equals(settings)) {
                kept.remove(extender);
                keeper.lifted(extender);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether it was noted: what is said of one whose place has been taken is not, as calls of it may end late. */
    boolean stop(String extender, Kept stopped) {
        lock.lock();
        try {
            boolean current = inUse.getOrDefault(extender, stopped.settings()).equals(stopped.settings());
            if (current) {
                kept.put(extender, stopped);
                keeper.stopped(extender, stopped);
            }
            return current;
        } finally {
            lock.unlock();
        }
    }

    /** Whether there was one. */
    boolean lift(String extender) {
        lock.lock();
        try {
            boolean was = kept.remove(extender) != null;
            if (was) {
                keeper.lifted(extender);
            }
            return was;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The same for the same settings and for no others; shows none of them, as some are secret.
     *
     * @param settings by name, as they were given
     */
    public static String fingerprint(Map<String, ?> settings) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            new TreeMap<>(settings).forEach((name, value) -> {
                digest.update(measured(name));
                digest.update(measured(String.valueOf(value)));
            });
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /** With its length, so that two texts in a row are never taken for two others. */
    private static byte[] measured(String text) {
        return (text.length() + " " + text).getBytes(StandardCharsets.UTF_8);
    }
}
