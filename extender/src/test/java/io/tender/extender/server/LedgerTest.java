package io.tender.extender.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.batch.ResourceList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {
    private static final Duration HOLD = Duration.ofSeconds(30);
    private static final ResourceList ONE = ResourceList.parse("licence=1");
    private static final ResourceList TWO = ResourceList.parse("licence=2");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-02T03:04:05Z"));
    private final InstantSource clock = now::get;

    @TempDir
    private Path folder;

    private Ledger inMemory() {
        Ledger ledger = Ledger.inMemory(clock, HOLD, 1_000);
        ledger.capacity("matlab", TWO);
        return ledger;
    }

    private Ledger journaled() throws IOException {
        Ledger ledger = Ledger.journaled(folder.resolve("ledger"), clock, HOLD, 1_000);
        ledger.capacity("matlab", TWO);
        return ledger;
    }

    private void pass(Duration time) {
        now.updateAndGet(then -> then.plus(time));
    }

    @Test
    void no_more_is_granted_than_there_is() {
        Ledger ledger = inMemory();
        assertThat(ledger.reserve("a", "matlab", ONE).isHeld()).isTrue();
        assertThat(ledger.reserve("b", "matlab", ONE).isHeld()).isTrue();
        assertThat(ledger.reserve("c", "matlab", ONE).refusal())
                .hasValueSatisfying(reason -> assertThat(reason).contains("not enough of matlab", "wanted licence=1"));
        assertThat(ledger.reserve("d", "another", ONE).isHeld()).isFalse();
        ledger.release("a");
        assertThat(ledger.reserve("c", "matlab", ONE).isHeld()).isTrue();
    }

    @Test
    void to_ask_twice_is_to_have_it_once() {
        Ledger ledger = inMemory();
        assertThat(ledger.reserve("a", "matlab", ONE)).isEqualTo(ledger.reserve("a", "matlab", ONE));
        assertThat(ledger.free("matlab")).isEqualTo(ONE);
        assertThat(ledger.commit("a")).isEqualTo(ledger.commit("a"));
        assertThat(ledger.reserve("a", "matlab", ONE).isHeld()).isTrue();
        assertThat(ledger.free("matlab")).isEqualTo(ONE);
        ledger.release("a");
        ledger.release("a");
        assertThat(ledger.free("matlab")).isEqualTo(TWO);
    }

    @Test
    void a_key_holds_one_thing() {
        Ledger ledger = inMemory();
        ledger.reserve("a", "matlab", ONE);
        assertThat(ledger.reserve("a", "matlab", TWO).refusal()).isPresent();
        assertThat(ledger.reserve("a", "other", ONE).refusal()).isPresent();
    }

    @Test
    void what_is_reserved_lapses_and_what_is_committed_stays() {
        Ledger ledger = inMemory();
        ledger.reserve("kept", "matlab", ONE);
        ledger.commit("kept");
        ledger.reserve("lost", "matlab", ONE);
        pass(HOLD.minusMillis(1));
        assertThat(ledger.free("matlab")).isEqualTo(ResourceList.empty());
        ledger.reserve("lost", "matlab", ONE); // once more, which lengthens it
        pass(HOLD.minusMillis(1));
        assertThat(ledger.holding("lost")).isPresent();
        pass(Duration.ofMillis(1));
        assertThat(ledger.holding("lost")).isEmpty();
        assertThat(ledger.commit("lost").refusal()).isPresent();
        assertThat(ledger.holding("kept")).isPresent();
        assertThat(ledger.free("matlab")).isEqualTo(ONE);
    }

    @Test
    void a_pool_that_shrinks_takes_nothing_from_anybody_and_gives_nothing_more() {
        Ledger ledger = inMemory();
        ledger.reserve("a", "matlab", TWO);
        ledger.capacity("matlab", ONE);
        assertThat(ledger.holding("a")).isPresent();
        assertThat(ledger.reserve("b", "matlab", ONE).isHeld()).isFalse();
        assertThat(ledger.commit("a").isHeld()).isTrue();
    }

    @Test
    void no_more_things_are_held_than_allowed() {
        Ledger ledger = Ledger.inMemory(clock, HOLD, 2);
        ledger.capacity("p", ResourceList.parse("x=100"));
        ledger.reserve("a", "p", ResourceList.parse("x=1"));
        ledger.reserve("b", "p", ResourceList.parse("x=1"));
        assertThat(ledger.reserve("c", "p", ResourceList.parse("x=1")).refusal())
                .hasValueSatisfying(reason -> assertThat(reason).contains("most allowed"));
    }

    @Test
    void what_was_renewed_committed_or_released_is_not_remembered_any_more() {
        Ledger ledger = inMemory();
        for (int i = 0; i < 100; i++) {
            ledger.reserve("renewed", "matlab", ONE);
            ledger.reserve("released" + i, "matlab", ONE);
            pass(Duration.ofMillis(1));
            ledger.release("released" + i);
        }
        assertThat(ledger.watched()).isEqualTo(1);
        ledger.commit("renewed");
        assertThat(ledger.watched()).isZero();
        ledger.reserve("a", "matlab", ONE);
        pass(HOLD);
        assertThat(ledger.keys()).containsExactly("renewed");
        assertThat(ledger.watched()).isZero();
    }

    @Test
    void a_file_brings_back_what_was_held() throws IOException {
        try (Ledger ledger = journaled()) {
            ledger.reserve("a", "matlab", ONE);
            ledger.commit("a");
            ledger.reserve("b", "matlab", ONE);
        }
        try (Ledger ledger = journaled()) {
            assertThat(ledger.holding("a").orElseThrow().isCommitted()).isTrue();
            assertThat(ledger.holding("b").orElseThrow().isCommitted()).isFalse();
            assertThat(ledger.reserve("c", "matlab", ONE).isHeld()).isFalse();
            ledger.release("a");
            pass(HOLD);
            assertThat(ledger.free("matlab")).isEqualTo(TWO);
            assertThat(ledger.reserve("c", "matlab", TWO).isHeld()).isTrue();
        }
        now.updateAndGet(then -> then.minus(HOLD)); // a clock set back brings back nobody's reservation
        try (Ledger ledger = journaled()) {
            assertThat(ledger.held()).isEqualTo(Map.of("matlab", TWO));
        }
    }

    @Test
    void one_program_at_a_time_uses_a_file() throws IOException {
        try (Ledger ledger = journaled()) {
            assertThat(ledger.free("matlab")).isEqualTo(TWO);
            assertThatThrownBy(this::journaled).isInstanceOf(IOException.class).hasMessageContaining("in use");
        }
    }

    @Test
    void a_step_cut_short_at_any_byte_never_happened_and_all_before_it_did() throws IOException {
        Path file = folder.resolve("ledger");
        try (Ledger ledger = journaled()) {
            ledger.reserve("a", "matlab", ONE);
            ledger.commit("a");
        }
        byte[] before = Files.readAllBytes(file);
        try (Ledger ledger = journaled()) {
            ledger.reserve("b", "matlab", ONE);
        }
        byte[] after = Files.readAllBytes(file);
        for (int cut = before.length; cut < after.length; cut++) {
            Files.write(file, Arrays.copyOf(after, cut));
            try (Ledger ledger = journaled()) {
                assertThat(ledger.holding("a")).isPresent();
                assertThat(ledger.holding("b")).isEmpty();
            }
            assertThat(Files.readAllBytes(file)).isEqualTo(before);
        }
        byte[] smeared = after.clone();
        Arrays.fill(smeared, before.length + 3, after.length, (byte) 0);
        Files.write(file, smeared);
        try (Ledger ledger = journaled()) {
            assertThat(ledger.holding("b")).isEmpty();
            assertThat(ledger.reserve("b", "matlab", ONE).isHeld()).isTrue();
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(after);
    }

    @Test
    void damage_before_sound_steps_is_told_and_not_passed_over() throws IOException {
        Path file = folder.resolve("ledger");
        try (Ledger ledger = journaled()) {
            ledger.reserve("a", "matlab", ONE);
            ledger.reserve("b", "matlab", ONE);
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[12] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(this::journaled)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged")
                .hasMessageContaining("to do:");
    }

    @Test
    void a_file_that_cannot_be_a_ledger_is_left_as_it_is() throws IOException {
        Path file = folder.resolve("ledger");
        byte[] words = "licence,count\nmatlab,2\nsolver,3\n".getBytes(StandardCharsets.UTF_8);
        Files.write(file, words);
        assertThatThrownBy(this::journaled)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged")
                .hasMessageContaining("to do:");
        assertThat(Files.readAllBytes(file)).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(bytes = {0, 1, -1})
    void more_at_the_end_than_a_step_could_leave_there_is_damage(byte filling) throws IOException {
        Path file = folder.resolve("ledger");
        try (Ledger ledger = journaled()) {
            ledger.reserve("a", "matlab", ONE);
            ledger.commit("a");
        }
        byte[] lost = new byte[2 << 20];
        Arrays.fill(lost, filling);
        Files.write(file, lost, StandardOpenOption.APPEND);
        assertThatThrownBy(this::journaled).isInstanceOf(IOException.class).hasMessageContaining("damaged");
        assertThat(Files.size(file)).isGreaterThan(lost.length);
    }

    @Test
    void a_link_is_the_file_that_it_leads_to() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("large-disk"));
        Files.createSymbolicLink(folder.resolve("ledger"), Path.of("large-disk", "real"));
        byte[] one;
        try (Ledger ledger = journaled()) {
            ledger.reserve("a", "matlab", ONE);
            one = Files.readAllBytes(elsewhere.resolve("real"));
            // Two names of one file are no way for two programs to grant the same.
            assertThatThrownBy(() -> Ledger.journaled(elsewhere.resolve("real"), clock, HOLD, 1_000))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use");
        }
        for (int i = 0; i < 10_000; i++) {
            Files.write(elsewhere.resolve("real"), one, StandardOpenOption.APPEND);
        }
        try (Ledger ledger = journaled()) {
            ledger.reserve("b", "matlab", ONE);
        }
        assertThat(folder.resolve("ledger")).isSymbolicLink();
        assertThat(Files.size(elsewhere.resolve("real"))).isLessThan(4L * one.length);
    }

    @Test
    void a_file_that_cannot_be_opened_is_named_with_what_is_in_the_way() {
        assertThatThrownBy(() -> Ledger.journaled(folder.resolve("missing").resolve("ledger"), clock, HOLD, 1_000))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("missing")
                .hasMessageContaining("expected:")
                .hasMessageContaining("to do:");
    }

    @Test
    void a_file_does_not_grow_for_ever() throws IOException {
        Path file = folder.resolve("ledger");
        // Steps of the past are written by hand, since each real one waits for the disk.
        try (Ledger ledger = journaled()) {
            ledger.reserve("a", "matlab", ONE);
        }
        byte[] one = Files.readAllBytes(file);
        for (int i = 0; i < 10_000; i++) {
            Files.write(file, one, StandardOpenOption.APPEND);
        }
        try (Ledger ledger = journaled()) {
            assertThat(ledger.free("matlab")).isEqualTo(ONE);
            ledger.reserve("b", "matlab", ONE);
            assertThat(Files.size(file)).isLessThan(4L * one.length);
            ledger.release("b");
        }
        try (Ledger ledger = journaled()) {
            assertThat(ledger.held()).isEqualTo(Map.of("matlab", ONE));
        }
    }

    @Test
    void an_interrupt_refuses_a_step_and_ends_neither_the_ledger_nor_the_interrupt() throws IOException {
        Path file = folder.resolve("ledger");
        try (Ledger ledger = journaled()) {
            ledger.reserve("a", "matlab", ONE);
            long before = Files.size(file);
            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(() -> ledger.reserve("b", "matlab", ONE))
                        .isInstanceOf(UncheckedIOException.class)
                        .hasMessageContaining("interrupted")
                        .cause()
                        .hasNoSuppressedExceptions();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(Files.size(file)).isEqualTo(before);
            assertThat(ledger.holding("b")).isEmpty();
            assertThat(ledger.reserve("c", "matlab", ONE).isHeld()).isTrue();
        }
        try (Ledger ledger = journaled()) {
            assertThat(ledger.keys()).containsExactly("a", "c");
        }
    }

    @Test
    void a_ledger_that_was_closed_takes_no_step() throws IOException {
        Ledger ledger = journaled();
        ledger.close();
        try (Ledger next = journaled()) {
            assertThatThrownBy(() -> ledger.reserve("a", "matlab", ONE)).cause().hasMessageContaining("closed");
            assertThat(next.keys()).isEmpty();
        }
    }

    /** Many schedulers at once, whose messages are repeated, reordered, late or lost. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void nothing_is_ever_granted_twice(long seed) throws Exception {
        int capacity = 5;
        AtomicLong millis = new AtomicLong();
        Ledger ledger = Ledger.inMemory(() -> Instant.ofEpochMilli(millis.get()), Duration.ofMillis(50), 10_000);
        ledger.capacity("gpu", ResourceList.of("gpu", capacity * 1000L));
        ResourceList gpu = ResourceList.of("gpu", 1000);
        Map<String, Boolean> believed = new ConcurrentHashMap<>();
        List<Future<Integer>> runs = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int thread = 0; thread < 8; thread++) {
                Random random = new Random(seed * 31 + thread);
                String owner = "t" + thread + "-";
                runs.add(threads.submit(() -> {
                    int most = 0;
                    for (int step = 0; step < 4_000; step++) {
                        // Each key belongs to one thread, so that what its owner believes is no race.
                        String key = owner + random.nextInt(4);
                        switch (random.nextInt(6)) {
                            case 0, 1 -> ledger.reserve(key, "gpu", gpu);
                            case 2, 3 -> {
                                if (ledger.commit(key).isHeld()) {
                                    believed.put(key, true);
                                }
                            }
                            case 4 -> {
                                believed.remove(key);
                                ledger.release(key);
                            }
                            default -> millis.addAndGet(random.nextInt(20));
                        }
                        most = Math.max(most, believed.size());
                        assertThat(ledger.held()
                                        .getOrDefault("gpu", ResourceList.empty())
                                        .millis("gpu"))
                                .isLessThanOrEqualTo(capacity * 1000L);
                    }
                    return most;
                }));
            }
            int most = 0;
            for (Future<Integer> run : runs) {
                most = Math.max(most, run.get());
            }
            assertThat(most).isBetween(1, capacity);
        }
        assertThat(ledger.held().getOrDefault("gpu", ResourceList.empty()).millis("gpu"))
                .isEqualTo(1000L * believed.size() + reserved(ledger));
    }

    private static long reserved(Ledger ledger) {
        long reserved = 0;
        for (int thread = 0; thread < 8; thread++) {
            for (int key = 0; key < 4; key++) {
                reserved += ledger.holding("t" + thread + "-" + key)
                        .filter(holding -> !holding.isCommitted())
                        .map(holding -> holding.amounts().millis("gpu"))
                        .orElse(0L);
            }
        }
        return reserved;
    }
}
