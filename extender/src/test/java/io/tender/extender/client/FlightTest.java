package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FlightTest {
    private static final long OWN = Duration.ofMillis(100).toNanos();

    private final ManualTime time = new ManualTime();

    private Flight flight() {
        return new Flight(time, time.nanos(), time.nanos() + OWN);
    }

    @Test
    void a_peer_had_a_fair_chance_when_half_the_time_was_left_after_waiting_for_ones_turn() {
        Flight prompt = flight();
        Flight late = flight();
        Flight never = flight();
        time.pass(Duration.ofMillis(50));
        prompt.admitted();
        time.pass(Duration.ofMillis(1));
        late.admitted();

        assertThat(prompt.hadFairChance(OWN)).isTrue();
        assertThat(late.hadFairChance(OWN)).isFalse();
        assertThat(never.hadFairChance(OWN)).isFalse();
    }

    @Test
    void what_others_wait_for_too_is_left_alone_when_one_flight_ends() {
        CompletableFuture<String> coming = new CompletableFuture<>();
        Flight flight = flight();
        flight.shut();

        assertThatThrownBy(() -> flight.await(coming)).isInstanceOf(DeadlinePassed.class);
        assertThat(coming).isNotDone();
    }
}
