package io.tender.daemon.http.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.extender.http.HttpProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FewAtOnceTest {
    private static final Duration LONG = Duration.ofSeconds(50);

    @Test
    void never_more_than_the_most_are_made_at_once_and_all_are_made_in_the_end() throws Exception {
        FewAtOnce few = new FewAtOnce(2, LONG);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger peak = new AtomicInteger();
        CountDownLatch two = new CountDownLatch(2);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> made = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                int number = i;
                made.add(callers.submit(() -> few.make(() -> {
                    peak.accumulateAndGet(now.incrementAndGet(), Math::max);
                    two.countDown();
                    // The first two wait for each other, so both places are taken at some time.
                    awaited(two);
                    now.decrementAndGet();
                    return number;
                })));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(made.get(i).get()).isEqualTo(i);
            }
        }
        assertThat(peak.get()).isEqualTo(2);
    }

    @Test
    void who_gets_no_place_in_time_is_told_to_come_back() throws Exception {
        FewAtOnce few = new FewAtOnce(1, Duration.ofMillis(20));
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (ExecutorService caller = Executors.newSingleThreadExecutor()) {
            Future<String> first = caller.submit(() -> few.make(() -> {
                taken.countDown();
                awaited(end);
                return "first";
            }));
            awaited(taken);
            assertThatThrownBy(() -> few.make(() -> "second")).isInstanceOfSatisfying(HttpProblem.class, problem -> {
                assertThat(problem.status()).isEqualTo(503);
                assertThat(problem)
                        .hasMessage("Already 1 large answers are being put together, which is the most at once");
            });
            end.countDown();
            assertThat(first.get()).isEqualTo("first");
            assertThat(few.make(() -> "third")).isEqualTo("third");
        }
    }

    @Test
    void a_place_is_free_again_after_what_failed() {
        FewAtOnce few = new FewAtOnce(1, Duration.ZERO);
        assertThatThrownBy(() -> few.make(() -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThat(few.make(() -> "next")).isEqualTo("next");
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
