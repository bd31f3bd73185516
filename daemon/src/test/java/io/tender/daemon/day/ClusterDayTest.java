package io.tender.daemon.day;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work, frameworks and agents come and go for hours: everything always adds up, and nothing piles up. */
class ClusterDayTest {
    private static final Duration BETWEEN_ACTS = Duration.ofSeconds(10);

    /** Far longer than a task runs, with all that can happen to it. */
    private static final Duration LONGEST = Duration.ofHours(1);

    /** By then everything that is bounded has reached its bound. */
    private static final int SETTLED_HOUR = 6;

    private static final int STRETCH = 6;
    private static final int HOURS = 24;
    private static final double GROWTH = 1.25;
    private static final int FEW = 40;

    @TempDir
    private Path folder;

    /** What was held, and how much heap there was, in some hours: only sums, lest looking at a day takes more and more room. */
    private static final class Stretch {
        private final TreeMap<String, Integer> held = new TreeMap<>();
        private long heapBytes;
        private int hours;

        void add(SortedMap<String, Integer> counted, long heap) {
            counted.forEach((name, size) -> held.merge(name, size, Integer::sum));
            heapBytes += heap;
            hours++;
        }

        double held(String name) {
            return (double) held.getOrDefault(name, 0) / hours;
        }

        double heapBytes() {
            return (double) heapBytes / hours;
        }
    }

    @Test
    void a_quarter_of_an_hour_of_everything_adds_up_and_comes_to_rest() {
        try (DayWorld world = new DayWorld(1, 12, folder)) {
            DayLoad load = new DayLoad(world, 1);
            for (int minutes = 0; minutes < 15; minutes += 5) {
                pass(world, load, Duration.ofMinutes(5));
                world.check(LONGEST);
            }
            rest(world, load);
        }
    }

    @Test
    @Tag("long")
    void a_day_of_everything_leaves_nothing_behind() {
        Stretch morning = new Stretch();
        Stretch night = new Stretch();
        try (DayWorld world = new DayWorld(7, 30, folder)) {
            DayLoad load = new DayLoad(world, 7);
            for (int hour = 1; hour <= HOURS; hour++) {
                pass(world, load, Duration.ofHours(1));
                world.check(LONGEST);
                long heap = heap();
                SortedMap<String, Integer> held = Census.of(world.roots());
                if (hour > SETTLED_HOUR && hour <= SETTLED_HOUR + STRETCH) {
                    morning.add(held, heap);
                } else if (hour > HOURS - STRETCH) {
                    night.add(held, heap);
                }
                System.out.printf(
                        "hour %d: %d MiB of heap, %d MiB journaled, %d elements held%n",
                        hour,
                        heap >> 20,
                        world.journaledBytes() >> 20,
                        held.values().stream().mapToInt(Integer::intValue).sum());
            }
            rest(world, load);
        }
        assertThat(grown(morning, night))
                .as("what grew between the morning and the night")
                .isEmpty();
        assertThat(night.heapBytes()).as("bytes of heap at night").isLessThan(1.1 * morning.heapBytes() + (1 << 20));
    }

    private static void pass(DayWorld world, DayLoad load, Duration time) {
        for (Duration left = time; left.isPositive(); left = left.minus(BETWEEN_ACTS)) {
            world.later(load::act);
            world.advance(BETWEEN_ACTS);
        }
    }

    private static void rest(DayWorld world, DayLoad load) {
        world.later(load::end);
        world.advance(Duration.ofMinutes(30));
        world.check(LONGEST);
        world.checkQuiet();
    }

    /** What there is clearly more of at the end than there was before; the load is random, so a little is chance. */
    private static SortedMap<String, String> grown(Stretch morning, Stretch night) {
        TreeMap<String, String> grown = new TreeMap<>();
        for (String name : night.held.keySet()) {
            if (night.held(name) > GROWTH * morning.held(name) + FEW) {
                grown.put(name, morning.held(name) + " became " + night.held(name));
            }
        }
        return grown;
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
