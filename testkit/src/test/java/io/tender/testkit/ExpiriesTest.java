package io.tender.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.spi.Expiries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpiriesTest {
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    /** Something that ends. */
    private static final class Thing {
        final int number;
        boolean dropped;

        Thing(int number) {
            this.number = number;
        }
    }

    /** An allocator without anything to allocate: it ticks, runs, and lets things end. */
    private static class Ticking {
        final ManualHost host = new ManualHost(1);
        final List<String> log = new ArrayList<>();
        final List<Thing> things = new ArrayList<>();
        private final Map<End, Together> ends = new HashMap<>();
        private long ticks;
        boolean paused;

        /** When, and after how many ticks it began: what has both in common ends together. */
        private record End(Instant due, long ticks) {}

        /** Things that end together; equal to nothing else. */
        private static final class Together {
            final List<Thing> things = new ArrayList<>();
        }

        void scheduleTick() {
            host.after(INTERVAL, this::tick);
            ticks++;
        }

        void tick() {
            if (paused) {
                scheduleTick();
            } else {
                host.enqueue(this::run);
            }
        }

        void run() {
            log("run");
            scheduleTick();
            // Whoever hears of a run may queue something behind whatever is queued by now.
            host.enqueue(() -> log("after the run"));
        }

        /** Each end has a timer of its own, which is asked for at once. */
        void begin(Thing thing, Duration length) {
            End end = new End(host.now().plus(length), ticks);
            Together known = ends.get(end);
            if (known != null) {
                known.things.add(thing);
                return;
            }
            Together fresh = new Together();
            fresh.things.add(thing);
            ends.put(end, fresh);
            host.after(length, () -> {
                if (ends.remove(end, fresh)) {
                    host.enqueue(() ->
                            fresh.things.stream().filter(one -> !one.dropped).forEach(this::end));
                }
            });
        }

        void end(Thing thing) {
            thing.dropped = true;
            log("end of " + thing.number);
        }

        void drop(Thing thing) {
            thing.dropped = true;
            ends.values().removeIf(together -> together.things.stream().allMatch(one -> one.dropped));
        }

        void log(String what) {
            log.add(host.now() + " " + what);
        }
    }

    /** The same with timers only for ends that are near. */
    private static final class WithExpiries extends Ticking {
        private final Expiries<Thing> expiries = new Expiries<>(host, thing -> thing.dropped, this::end);
        private final List<Expiries<Thing>.Batch> batches = new ArrayList<>();

        @Override
        void scheduleTick() {
            super.scheduleTick();
            expiries.tickScheduled(INTERVAL);
        }

        @Override
        void begin(Thing thing, Duration length) {
            Expiries<Thing>.Batch batch = expiries.in(length);
            batch.add(thing);
            batches.add(batch);
        }

        @Override
        void drop(Thing thing) {
            super.drop(thing);
            batches.get(thing.number).noteDropped();
        }
    }

    /** One history, the same for each that plays it by the same seed. */
    private static List<String> play(Ticking ticking, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ticking.scheduleTick();
        for (int step = 0; step < 2_000; step++) {
            int kind = random.nextInt(10);
            if (kind < 4) {
                Thing thing = new Thing(ticking.things.size());
                ticking.things.add(thing);
                // Whole and half intervals meet ticks and each other; shorter ones are for a changed interval.
                ticking.begin(
                        thing,
                        INTERVAL.multipliedBy(1 + random.nextInt(random.nextInt(3) == 0 ? 80 : 12))
                                .dividedBy(4));
                // Somebody else may have asked for something at the same instant.
                int other = thing.number;
                ticking.host.after(
                        INTERVAL.multipliedBy(random.nextInt(12)).dividedBy(4),
                        () -> ticking.host.enqueue(() -> ticking.log("beside " + other)));
            } else if (kind < 7) {
                ticking.host.advance(INTERVAL.multipliedBy(random.nextInt(5)).dividedBy(4));
            } else if (kind < 9 && !ticking.things.isEmpty()) {
                Thing thing = ticking.things.get(random.nextInt(ticking.things.size()));
                if (!thing.dropped) {
                    ticking.drop(thing);
                }
            } else if (kind == 9) {
                ticking.paused = random.nextInt(4) == 0;
            }
        }
        ticking.paused = false;
        ticking.host.advance(INTERVAL.multipliedBy(25));
        return ticking.log;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void ends_ticks_and_what_others_ask_for_come_in_the_order_they_would_have_with_a_timer_for_each_end(long seed) {
        WithExpiries tested = new WithExpiries();

        assertThat(play(tested, seed)).isEqualTo(play(new Ticking(), seed)).hasSizeGreaterThan(500);
        assertThat(tested.expiries.size()).isZero();
    }

    @Test
    void what_was_dropped_leaves_neither_a_timer_nor_itself() {
        WithExpiries ticking = new WithExpiries();
        ticking.scheduleTick();
        for (int i = 0; i < 1_000; i++) {
            Thing thing = new Thing(i);
            ticking.things.add(thing);
            ticking.begin(thing, Duration.ofDays(365).minusMillis(i * 3L));
            ticking.host.advance(Duration.ofMillis(1));
            if (i % 2 == 0) {
                ticking.drop(thing);
            }
        }
        assertThat(ticking.expiries.size()).isEqualTo(500);
        assertThat(ticking.host.timers()).isEqualTo(1);
        for (int i = 1; i < 1_000; i += 2) {
            ticking.drop(ticking.things.get(i));
        }
        assertThat(ticking.expiries.size()).isZero();
        ticking.host.advance(Duration.ofMinutes(1));
        assertThat(ticking.host.timers()).isEqualTo(1);
    }
}
