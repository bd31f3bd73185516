package io.tender.daemon.day;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A day of everything, as a program: in a process of its own, since only there nobody but the daemon's objects lives on the
 * heap. It fails when something does not add up, or when there is more and more of something.
 */
final class ClusterDay {
    /** Far longer than a task runs, with all that can happen to it. */
    static final Duration LONGEST = Duration.ofHours(1);

    private static final Duration BETWEEN_ACTS = Duration.ofSeconds(10);
    private static final int HOURS = 24;

    /** By then everything that is bounded has reached its bound. */
    private static final int SETTLED_HOUR = 6;

    private static final int STRETCH = 6;
    private static final double GROWTH = 1.25;
    private static final int FEW = 40;

    /**
     * The most that may stay of a task. A string alone takes more, and so does an entry of a map; the JVM keeps a little by itself, as
     * it makes more and more of what is called often fast.
     */
    private static final double BYTES_PER_TASK = 32;

    private final int leak;
    private final List<byte[]> leaked = new ArrayList<>();
    private final Stretch morning = new Stretch();
    private final Stretch night = new Stretch();
    private final double[] heap = new double[HOURS - SETTLED_HOUR];
    private long tasksBefore;

    private ClusterDay(int leak) {
        this.leak = leak;
    }

    /** What was held in some hours: only sums, lest looking at a day takes more and more room. */
    private static final class Stretch {
        private final TreeMap<String, Integer> held = new TreeMap<>();
        private int hours;

        void add(SortedMap<String, Integer> counted) {
            counted.forEach((name, size) -> held.merge(name, size, Integer::sum));
            hours++;
        }

        double held(String name) {
            return (double) held.getOrDefault(name, 0) / hours;
        }
    }

    /** @param args a folder, and how many bytes to keep of each task, so that it can be seen that this is noticed */
    public static void main(String[] args) {
        new ClusterDay(Integer.parseInt(args[1])).pass(Path.of(args[0]));
    }

    private void pass(Path folder) {
        try (DayWorld world = new DayWorld(7, 30, folder)) {
            DayLoad load = new DayLoad(world, 7);
            for (int hour = 1; hour <= HOURS; hour++) {
                pass(world, load, Duration.ofHours(1));
                world.check(LONGEST);
                look(world, hour);
            }
            rest(world, load);
            assertThat(grown())
                    .as("what grew between the morning and the night")
                    .isEmpty();
            checkHeap((double) (world.tasks() - tasksBefore) / heap.length);
        }
    }

    static void pass(DayWorld world, DayLoad load, Duration time) {
        for (Duration left = time; left.isPositive(); left = left.minus(BETWEEN_ACTS)) {
            world.later(load::act);
            world.advance(BETWEEN_ACTS);
        }
    }

    static void rest(DayWorld world, DayLoad load) {
        world.later(load::end);
        world.advance(Duration.ofMinutes(30));
        world.check(LONGEST);
        world.checkQuiet();
    }

    @SuppressWarnings("SystemOut") // A day takes a while: whoever waits sees how far it is.
    private void look(DayWorld world, int hour) {
        while (leak > 0 && leaked.size() < world.tasks()) {
            leaked.add(new byte[leak]);
        }
        long live = LiveHeap.bytes();
        SortedMap<String, Integer> held = Census.of(world.roots());
        if (hour == SETTLED_HOUR) {
            tasksBefore = world.tasks();
        } else if (hour > SETTLED_HOUR) {
            heap[hour - SETTLED_HOUR - 1] = live;
        }
        if (hour > SETTLED_HOUR && hour <= SETTLED_HOUR + STRETCH) {
            morning.add(held);
        } else if (hour > HOURS - STRETCH) {
            night.add(held);
        }
        System.out.printf(
                "hour %d: %.2f MiB of heap, %d MiB journaled, %d tasks launched, %d elements held%n",
                hour,
                (double) live / (1 << 20),
                world.journaledBytes() >> 20,
                world.tasks(),
                held.values().stream().mapToInt(Integer::intValue).sum());
    }

    /** What there is clearly more of at the end than there was before; the load is random, so a little is chance. */
    private SortedMap<String, String> grown() {
        TreeMap<String, String> grown = new TreeMap<>();
        for (String name : night.held.keySet()) {
            if (night.held(name) > GROWTH * morning.held(name) + FEW) {
                grown.put(name, morning.held(name) + " became " + night.held(name));
            }
        }
        return grown;
    }

    @SuppressWarnings("SystemOut")
    private void checkHeap(double tasksPerHour) {
        Trend trend = Trend.of(heap);
        System.out.printf(
                "the heap grew by %.1f bytes per task, give or take %.1f; at most %.1f, of %.1f allowed%n",
                trend.slope() / tasksPerHour,
                trend.error() / tasksPerHour,
                trend.atMost() / tasksPerHour,
                BYTES_PER_TASK);
        assertThat(trend.atMost() / tasksPerHour)
                .as("bytes of heap that stay of each task, at most")
                .isLessThan(BYTES_PER_TASK);
    }
}
