package io.tender.daemon.day;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
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
    private static final double GROWTH = 1.25;
    private static final int FEW = 40;

    @TempDir
    private Path folder;

    private record Hour(SortedMap<String, Integer> held, long heapBytes) {}

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
        List<Hour> hours = new ArrayList<>();
        try (DayWorld world = new DayWorld(7, 30, folder)) {
            DayLoad load = new DayLoad(world, 7);
            for (int hour = 1; hour <= 24; hour++) {
                pass(world, load, Duration.ofHours(1));
                world.check(LONGEST);
                hours.add(new Hour(Census.of(world.roots()), heap()));
                System.out.printf(
                        "hour %d: %d MiB of heap, %d MiB journaled, %d elements held%n",
                        hour,
                        hours.getLast().heapBytes() >> 20,
                        world.journaledBytes() >> 20,
                        hours.getLast().held().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum());
            }
            rest(world, load);
        }
        assertThat(grown(hours))
                .as("what grew between the morning and the night")
                .isEmpty();
        ToDoubleFunction<Hour> heap = Hour::heapBytes;
        assertThat(average(late(hours), heap))
                .as("bytes of heap at night")
                .isLessThan(1.1 * average(early(hours), heap) + (1 << 20));
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

    private static List<Hour> early(List<Hour> hours) {
        return hours.subList(SETTLED_HOUR, SETTLED_HOUR + STRETCH);
    }

    private static List<Hour> late(List<Hour> hours) {
        return hours.subList(hours.size() - STRETCH, hours.size());
    }

    private static double average(List<Hour> hours, ToDoubleFunction<Hour> figure) {
        return hours.stream().mapToDouble(figure).average().orElseThrow();
    }

    /** What there is clearly more of at the end than there was before; the load is random, so a little is chance. */
    private static SortedMap<String, String> grown(List<Hour> hours) {
        TreeMap<String, String> grown = new TreeMap<>();
        for (String name : hours.getLast().held().keySet()) {
            ToDoubleFunction<Hour> size = hour -> hour.held().getOrDefault(name, 0);
            double before = average(early(hours), size);
            double after = average(late(hours), size);
            if (after > GROWTH * before + FEW) {
                grown.put(name, before + " became " + after);
            }
        }
        return grown;
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
