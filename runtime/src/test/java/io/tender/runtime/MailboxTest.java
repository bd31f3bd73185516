package io.tender.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.spi.Chance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MailboxTest {

    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final List<Object> seen = new CopyOnWriteArrayList<>();
    private Mailbox mailbox = started(Mailbox.MOST_WAITING);

    private Mailbox started(int mostWaiting) {
        Mailbox made = new Mailbox(
                "mailbox", ActorClock.of(InstantSource.system()), Chance.seeded(1), failures::add, mostWaiting);
        made.start();
        return made;
    }

    private void bound(int mostWaiting) {
        mailbox.close();
        mailbox = started(mostWaiting);
    }

    @AfterEach
    void end() {
        mailbox.close();
    }

    /** Keeps the mailbox busy until the returned latch is counted down. */
    private CountDownLatch occupied() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        mailbox.post(() -> {
            begun.countDown();
            Patience.await(go);
        });
        Patience.await(begun);
        return go;
    }

    private void drain() {
        CountDownLatch idle = new CountDownLatch(1);
        mailbox.whenIdle(idle::countDown, idle::countDown);
        Patience.await(idle);
    }

    @Test
    void posting_returns_at_once_while_a_turn_is_under_way() {
        CountDownLatch go = occupied();

        for (int i = 0; i < 1_000; i++) {
            int number = i;
            mailbox.post(() -> seen.add(number));
        }

        assertThat(seen).isEmpty();
        assertThat(mailbox.waiting()).isEqualTo(1_000);
        go.countDown();
        drain();
        assertThat(seen).hasSize(1_000).first().isEqualTo(0);
        assertThat(seen).isSortedAccordingTo((a, b) -> Integer.compare((int) a, (int) b));
    }

    @Test
    void what_a_turn_queues_comes_behind_what_waits_already() {
        CountDownLatch go = occupied();
        mailbox.post(() -> {
            seen.add("first");
            mailbox.enqueue(() -> seen.add("queued by first"));
        });
        mailbox.post(() -> seen.add("second"));

        go.countDown();
        drain();

        assertThat(seen).containsExactly("first", "second", "queued by first");
    }

    @Test
    void timers_come_in_the_order_they_are_due() {
        CountDownLatch done = new CountDownLatch(4);
        mailbox.post(() -> {
            after(Duration.ofMillis(30), "late", done);
            after(Duration.ZERO, "now", done);
            after(Duration.ofMillis(1), "soon", done);
            after(Duration.ofMillis(31), "last", done);
        });

        Patience.await(done);

        assertThat(seen).containsExactly("now", "soon", "late", "last");
    }

    private void after(Duration delay, String what, CountDownLatch done) {
        mailbox.after(delay, () -> {
            seen.add(what);
            done.countDown();
        });
    }

    @Test
    void a_timer_waits_as_long_as_it_was_told() {
        AtomicLong asked = new AtomicLong();
        AtomicLong came = new AtomicLong();
        CountDownLatch done = new CountDownLatch(1);
        mailbox.post(() -> {
            asked.set(System.nanoTime());
            mailbox.after(Duration.ofMillis(25), () -> {
                came.set(System.nanoTime());
                done.countDown();
            });
        });

        Patience.await(done);

        assertThat(Duration.ofNanos(came.get() - asked.get())).isGreaterThanOrEqualTo(Duration.ofMillis(25));
    }

    @Test
    void a_delay_longer_than_any_clock_counts_is_no_mistake() {
        CountDownLatch done = new CountDownLatch(1);
        mailbox.post(() -> {
            mailbox.after(Duration.ofSeconds(Long.MAX_VALUE), () -> seen.add("the end of time"));
            mailbox.after(Duration.ofMillis(1), done::countDown);
        });

        Patience.await(done);

        assertThat(seen).isEmpty();
        assertThat(failures).isEmpty();
    }

    @Test
    void a_turn_that_fails_is_told_and_the_next_one_runs() {
        mailbox.post(() -> {
            throw new IllegalStateException("a turn failed");
        });
        mailbox.post(() -> {
            throw new AssertionError("so did another");
        });
        mailbox.post(() -> seen.add("next"));

        drain();

        assertThat(failures).extracting(Throwable::getMessage).containsExactly("a turn failed", "so did another");
        assertThat(seen).containsExactly("next");
    }

    @Test
    void a_listener_that_fails_as_well_does_not_stop_the_loop() {
        mailbox.close();
        mailbox = new Mailbox(
                "mailbox",
                ActorClock.of(InstantSource.system()),
                Chance.seeded(1),
                failure -> {
                    throw new IllegalStateException("nobody listens");
                },
                10);
        mailbox.start();
        mailbox.post(() -> {
            throw new IllegalStateException("a turn failed");
        });
        mailbox.post(() -> seen.add("next"));

        drain();

        assertThat(seen).containsExactly("next");
    }

    @Test
    void a_turn_that_interrupts_its_thread_does_not_end_it() {
        mailbox.post(() -> Thread.currentThread().interrupt());
        mailbox.post(() -> seen.add("next"));

        drain();

        assertThat(seen).containsExactly("next");
        assertThat(failures).isEmpty();
    }

    @Test
    void a_caller_waits_at_the_door_while_too_many_calls_wait() {
        bound(3);
        CountDownLatch go = occupied();
        for (int i = 0; i < 3; i++) {
            mailbox.post(() -> seen.add("inside"));
        }
        Thread fourth = Thread.ofPlatform().start(() -> mailbox.post(() -> seen.add("from the door")));
        Patience.awaitStandstill(fourth);
        assertThat(mailbox.waiting()).isEqualTo(3);

        go.countDown();
        Patience.join(fourth);
        drain();

        assertThat(seen).containsExactly("inside", "inside", "inside", "from the door");
    }

    @Test
    void the_thread_itself_never_waits_at_the_door() {
        bound(1);
        CountDownLatch done = new CountDownLatch(10);

        mailbox.post(() -> {
            for (int i = 0; i < 10; i++) {
                mailbox.post(done::countDown);
            }
        });

        Patience.await(done);
    }

    @Test
    void the_time_is_that_of_the_turn() {
        mailbox.post(() -> {
            seen.add(mailbox.now());
            seen.add(mailbox.now());
        });

        drain();

        assertThat(seen.get(0)).isEqualTo(seen.get(1));
    }

    @Test
    void on_a_stepped_clock_timers_fall_due_when_the_clock_is_moved() {
        SteppedClock clock = new SteppedClock(Instant.EPOCH);
        mailbox.close();
        mailbox = new Mailbox("mailbox", clock, Chance.seeded(1), failures::add, 10);
        mailbox.start();
        mailbox.post(() -> {
            mailbox.after(Duration.ofHours(2), () -> seen.add("third at " + mailbox.now()));
            mailbox.after(Duration.ofHours(1), () -> seen.add("first at " + mailbox.now()));
            mailbox.after(Duration.ofHours(1), () -> seen.add("second at " + mailbox.now()));
        });
        drain();
        assertThat(seen).isEmpty();

        clock.advance(Duration.ofMinutes(90));
        drain();
        assertThat(seen).containsExactly("first at 1970-01-01T01:30:00Z", "second at 1970-01-01T01:30:00Z");

        clock.advance(Duration.ofMinutes(30));
        drain();
        assertThat(seen).hasSize(3).last().isEqualTo("third at 1970-01-01T02:00:00Z");
        assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1))).hasMessageContaining("never goes back");
    }

    @Test
    void close_waits_for_the_turn_under_way_and_drops_the_rest() {
        CountDownLatch go = occupied();
        AtomicBoolean dropped = new AtomicBoolean();
        mailbox.post(() -> seen.add("too late"), () -> dropped.set(true));
        Thread closing = Thread.ofPlatform().start(mailbox::close);
        Patience.awaitStandstill(closing);
        assertThat(dropped).isFalse();

        go.countDown();
        Patience.join(closing);

        assertThat(dropped).isTrue();
        assertThat(seen).isEmpty();
        assertThatThrownBy(() -> mailbox.post(() -> seen.add("later")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the allocator is closed: create a new one");
    }

    @Test
    void close_lets_those_at_the_door_go() {
        bound(1);
        CountDownLatch go = occupied();
        mailbox.post(() -> seen.add("inside"));
        CountDownLatch dropped = new CountDownLatch(3);
        List<Thread> callers = List.of(atTheDoor(dropped), atTheDoor(dropped), atTheDoor(dropped));
        callers.forEach(Patience::awaitStandstill);
        Thread closing = Thread.ofPlatform().start(mailbox::close);
        Patience.awaitStandstill(closing);

        go.countDown();

        Patience.join(closing);
        callers.forEach(Patience::join);
        Patience.await(dropped);
        assertThat(seen).isEmpty();
    }

    private Thread atTheDoor(CountDownLatch dropped) {
        return Thread.ofPlatform().start(() -> mailbox.post(() -> seen.add("from the door"), dropped::countDown));
    }

    @Test
    void a_turn_may_close_the_mailbox_it_runs_in() {
        CountDownLatch dropped = new CountDownLatch(1);
        CountDownLatch go = occupied();
        mailbox.post(mailbox::close);
        mailbox.post(() -> seen.add("too late"), dropped::countDown);

        go.countDown();

        Patience.await(dropped);
        mailbox.close();
        assertThat(seen).isEmpty();
    }

    @Test
    void every_call_around_the_closing_is_either_run_or_dropped() {
        for (int round = 0; round < 200; round++) {
            Mailbox brief = started(2);
            AtomicLong settled = new AtomicLong();
            AtomicLong posted = new AtomicLong();
            CountDownLatch begun = new CountDownLatch(2);
            Runnable caller = () -> {
                begun.countDown();
                try {
                    while (true) {
                        brief.post(settled::incrementAndGet, settled::incrementAndGet);
                        posted.incrementAndGet();
                    }
                } catch (IllegalStateException closed) {
                    assertThat(closed).hasMessageContaining("closed");
                }
            };
            Thread one = Thread.ofPlatform().start(caller);
            Thread other = Thread.ofPlatform().start(caller);
            Patience.await(begun);
            brief.close();
            Patience.join(one);
            Patience.join(other);
            assertThat(settled).hasValue(posted.get());
        }
    }

    @Test
    void whoever_will_not_wait_is_turned_away_at_a_full_door() throws InterruptedException {
        bound(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        mailbox.enqueue(() -> {
            begun.countDown();
            awaitQuietly(go);
        });
        begun.await();
        assertThat(mailbox.tryPost(() -> seen.add("first"), () -> {})).isTrue();
        assertThat(mailbox.tryPost(() -> seen.add("second"), () -> {})).isFalse();
        CountDownLatch done = new CountDownLatch(1);
        mailbox.enqueue(done::countDown);
        go.countDown();
        done.await();
        assertThat(seen).containsExactly("first");
        assertThat(mailbox.tryPost(() -> seen.add("third"), () -> {})).isTrue();
        mailbox.close();
        assertThat(mailbox.tryPost(() -> seen.add("fourth"), () -> {})).isFalse();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void something_can_be_done_after_each_turn_that_did_not_fail() throws InterruptedException {
        mailbox.close();
        mailbox = new Mailbox("mailbox", ActorClock.of(InstantSource.system()), Chance.seeded(1), failures::add, 10);
        mailbox.afterEachTurn(() -> seen.add("after"));
        CountDownLatch done = new CountDownLatch(1);
        mailbox.enqueue(() -> seen.add("turn"));
        mailbox.enqueue(() -> {
            throw new IllegalStateException("failed");
        });
        mailbox.enqueue(done::countDown);
        mailbox.start();
        done.await();
        assertThat(seen).startsWith("turn", "after");
        assertThat(seen.stream().filter("after"::equals).count()).isLessThanOrEqualTo(2);
        assertThat(failures).hasSize(1);
    }

    @Test
    void time_goes_on_evenly_while_the_clock_of_the_machine_is_set() {
        AtomicLong nanos = new AtomicLong(1);
        AtomicReference<Instant> wall = new AtomicReference<>(Instant.EPOCH);
        ActorClock clock = new ActorClock() {
            @Override
            public Instant now() {
                return wall.get();
            }

            @Override
            public long nanos() {
                return nanos.get();
            }

            @Override
            public long realNanos(long some) {
                return some;
            }
        };
        mailbox.close();
        mailbox = new Mailbox("mailbox", clock, Chance.seeded(1), failures::add, Mailbox.MOST_WAITING);
        mailbox.start();

        nanos.addAndGet(1_000);
        wall.set(Instant.EPOCH.minusSeconds(3_600));
        mailbox.post(() -> {
            seen.add(mailbox.now());
            seen.add(mailbox.date());
        });
        drain();

        assertThat(seen).containsExactly(Instant.EPOCH.plusNanos(1_000), Instant.EPOCH.minusSeconds(3_600));
    }
}
