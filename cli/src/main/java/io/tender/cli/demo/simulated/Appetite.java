package io.tender.cli.demo.simulated;

import io.tender.model.Resources;
import io.tender.spi.Chance;
import java.time.Duration;

/** What a framework wants: which tasks, how many at a time, and for how long. */
interface Appetite {

    /** What one task takes. */
    Resources task();

    /** Lets a moment pass: traffic rises and falls, work arrives. */
    void pass(Duration elapsed);

    /** How many tasks it would like to have running now, given how many are; fewer means that some are to be stopped. */
    int wanted(int running);

    /** Tells that so many were started. */
    default void started(int tasks) {}

    /** How long the next task takes; the draw is its share of chance. */
    Duration length(long draw);

    /** Whether it asks for silence while it wants nothing, instead of declining what comes. */
    boolean suppressesWhenIdle();

    /** Somewhere between the two, as chance has it. */
    static Duration between(Duration least, Duration most, long draw) {
        double part = Chance.unit(draw);
        return least.plusMillis(Math.round(part * most.minus(least).toMillis()));
    }

    /**
     * A service: it keeps as many long-running instances as its traffic asks for. The traffic comes in waves, and now
     * and then the service grows or shrinks to follow it.
     */
    final class Service implements Appetite {
        private static final Duration WAVE = Duration.ofSeconds(60);
        private static final Duration BETWEEN_SCALINGS = Duration.ofSeconds(4);

        private final int fewest;
        private final int most;
        private int target;

        Service(int fewest, int most) {
            this.fewest = fewest;
            this.most = most;
            pass(Duration.ZERO);
        }

        @Override
        public Resources task() {
            return Resources.parse("cpus:1;mem:1024");
        }

        @Override
        public void pass(Duration elapsed) {
            Duration scaled = BETWEEN_SCALINGS.multipliedBy(elapsed.dividedBy(BETWEEN_SCALINGS));
            double phase = 2 * Math.PI * scaled.toMillis() / WAVE.toMillis();
            target = (int) Math.round(fewest + (most - fewest) * (1 - StrictMath.cos(phase)) / 2);
        }

        @Override
        public int wanted(int running) {
            return target;
        }

        @Override
        public Duration length(long draw) {
            return between(Duration.ofSeconds(60), Duration.ofSeconds(240), draw);
        }

        @Override
        public boolean suppressesWhenIdle() {
            return true;
        }
    }

    /** A batch system with a queue that never ends: it takes all it is offered. */
    final class Hog implements Appetite {
        @Override
        public Resources task() {
            return Resources.parse("cpus:2;mem:2048");
        }

        @Override
        public void pass(Duration elapsed) {}

        @Override
        public int wanted(int running) {
            return Integer.MAX_VALUE;
        }

        @Override
        public Duration length(long draw) {
            return between(Duration.ofSeconds(4), Duration.ofSeconds(12), draw);
        }

        @Override
        public boolean suppressesWhenIdle() {
            return false;
        }
    }

    /** Somebody who shows up now and then with many short tasks, and is gone again. */
    final class Opportunist implements Appetite {
        private static final Duration BETWEEN_BURSTS = Duration.ofSeconds(12);

        private final Chance chance;
        private final int largestBurst;
        private long bursts = -1;
        private int backlog;

        Opportunist(Chance chance, int largestBurst) {
            this.chance = chance;
            this.largestBurst = largestBurst;
        }

        @Override
        public Resources task() {
            return Resources.parse("cpus:0.5;mem:256");
        }

        @Override
        public void pass(Duration elapsed) {
            long due = elapsed.dividedBy(BETWEEN_BURSTS);
            if (due > bursts) {
                bursts = due;
                double size = 0.25 + 0.75 * Chance.unit(chance.draw(Chance.key(Chance.key("burst"), due)));
                backlog += (int) Math.ceil(largestBurst * size);
            }
        }

        @Override
        public int wanted(int running) {
            return running + backlog;
        }

        @Override
        public void started(int tasks) {
            backlog -= tasks;
        }

        @Override
        public Duration length(long draw) {
            return between(Duration.ofSeconds(1), Duration.ofSeconds(5), draw);
        }

        @Override
        public boolean suppressesWhenIdle() {
            return true;
        }
    }
}
