package io.tender.extender.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StopsTest {
    private static final String ONE = Stops.fingerprint(Map.of("extender.urlPrefix", "http://one"));
    private static final String OTHER = Stops.fingerprint(Map.of("extender.urlPrefix", "http://other"));
    private static final TrialReport.Stop STOP = new TrialReport.Stop(Instant.EPOCH, "too slow");

    private final List<String> told = new ArrayList<>();
    private final Stops stops = new Stops();

    StopsTest() {
        stops.recover(Map.of("old", new Stops.Kept(ONE, STOP)), new Stops.Keeper() {
            @Override
            public void stopped(String extender, Stops.Kept kept) {
                told.add("stopped " + extender + " " + kept.stop().why());
            }

            @Override
            public void lifted(String extender) {
                told.add("lifted " + extender);
            }
        });
    }

    @Test
    void what_was_remembered_holds_for_the_same_settings_only() {
        assertThat(stops.of("old", ONE)).contains(STOP);
        assertThat(stops.of("old", OTHER)).isEmpty();
        assertThat(stops.of("new", ONE)).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void other_settings_lift_a_stop_once_they_are_in_use_and_the_same_do_not() {
        stops.inUse("old", ONE);
        assertThat(stops.of("old", ONE)).contains(STOP);

        stops.inUse("old", OTHER);
        assertThat(stops.of("old", ONE)).isEmpty();
        assertThat(told).containsExactly("lifted old");
    }

    @Test
    void who_was_replaced_can_neither_stop_its_successor_nor_undo_its_stop() {
        stops.inUse("new", OTHER);
        stops.stop("new", new Stops.Kept(OTHER, STOP));
        stops.stop("new", new Stops.Kept(ONE, new TrialReport.Stop(Instant.EPOCH, "late")));

        assertThat(stops.of("new", OTHER)).contains(STOP);
        assertThat(told).containsExactly("stopped new too slow");
    }

    @Test
    void each_stop_and_each_lifting_is_told_once() {
        stops.stop("new", new Stops.Kept(ONE, STOP));
        assertThat(stops.lift("new")).isTrue();
        assertThat(stops.lift("new")).isFalse();
        assertThat(told).containsExactly("stopped new too slow", "lifted new");
    }

    @Test
    void a_fingerprint_tells_settings_apart_and_shows_none_of_them() {
        Map<String, Object> secret = Map.of("extender.headers.X-Key", "hunter2", "a", 1);
        assertThat(Stops.fingerprint(secret))
                .isEqualTo(Stops.fingerprint(secret))
                .doesNotContain("hunter2");
        assertThat(Stops.fingerprint(Map.of("a", "b\n1 cd")))
                .isNotEqualTo(Stops.fingerprint(Map.of("a", "b", "c", "d")));
    }
}
