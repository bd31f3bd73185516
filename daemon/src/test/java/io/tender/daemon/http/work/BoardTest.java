package io.tender.daemon.http.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.daemon.http.EventStream;
import io.tender.extender.http.HttpProblem;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BoardTest {
    private static final JsonMapper JSON = new JsonMapper();

    private final List<Glimpse> there = new ArrayList<>();
    private final Board board = new Board(0xcafe, () -> List.copyOf(there), false);

    private static Glimpse thing(String id, int state) {
        return new Glimpse(
                id, state, () -> JSON.createObjectNode().put("id", id).put("state", state));
    }

    /** Looks, and returns what somebody is told who came before and leaves now. */
    private List<String> told(EventStream stream) throws InterruptedException {
        board.look();
        board.leave(stream);
        stream.close("done");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        stream.write(out, Duration.ofHours(1), () -> new byte[0]);
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(BoardTest::brief)
                .toList();
    }

    private static String brief(String line) {
        JsonNode event = JSON.readTree(line);
        String item = event.has("item")
                ? " " + event.at("/item/id").asString() + "="
                        + event.at("/item/state").asInt()
                : "";
        return event.path("version").asString() + " " + event.path("type").asString() + item;
    }

    private EventStream watch(String since) {
        EventStream stream = new EventStream(1 << 20);
        board.enter(stream, Optional.of(since).filter(version -> !version.isEmpty()));
        return stream;
    }

    @Test
    void who_comes_is_told_what_there_is_and_then_what_changes() throws Exception {
        there.add(thing("a", 1));
        there.add(thing("b", 1));
        EventStream stream = watch("");
        there.set(0, thing("a", 2));
        there.remove(1);
        there.add(thing("c", 1));

        assertThat(told(stream))
                .containsExactly(
                        "cafe-0 ADDED a=1",
                        "cafe-0 ADDED b=1",
                        "cafe-0 SYNCED",
                        "cafe-1 MODIFIED a=2",
                        "cafe-2 ADDED c=1",
                        "cafe-3 DELETED b=1");
    }

    @Test
    void who_was_cut_off_goes_on_from_the_version_heard_last() throws Exception {
        there.add(thing("a", 1));
        told(watch(""));
        there.set(0, thing("a", 2));
        board.look();
        there.set(0, thing("a", 3));
        board.look();

        assertThat(told(watch("cafe-1"))).containsExactly("cafe-2 MODIFIED a=3", "cafe-2 SYNCED");
        assertThat(told(watch("cafe-2"))).containsExactly("cafe-2 SYNCED");
    }

    @Test
    void what_has_not_changed_is_not_told_and_what_looks_the_same_is_not_either() throws Exception {
        there.add(thing("a", 1));
        EventStream stream = watch("");
        board.look();
        there.set(0, new Glimpse("a", "another view", thing("a", 1).json()));

        assertThat(told(stream)).containsExactly("cafe-0 ADDED a=1", "cafe-0 SYNCED");
    }

    @Test
    void of_two_with_one_id_the_first_counts() throws Exception {
        there.add(thing("a", 1));
        there.add(thing("a", 2));

        assertThat(told(watch(""))).containsExactly("cafe-0 ADDED a=1", "cafe-0 SYNCED");
    }

    @Test
    void a_version_of_another_life_or_too_long_ago_is_gone() throws Exception {
        there.add(thing("a", 0));
        told(watch(""));
        for (int i = 1; i <= 10_001; i++) {
            there.set(0, thing("a", i));
            board.look();
        }

        assertThat(told(watch("cafe-1"))).hasSize(10_001);
        for (String version : List.of("cafe-0", "beef-10001", "cafe-10002")) {
            assertThatThrownBy(() -> watch(version))
                    .isInstanceOfSatisfying(
                            HttpProblem.class,
                            problem -> assertThat(problem.status()).isEqualTo(410));
        }
        assertThatThrownBy(() -> watch("yesterday"))
                .isInstanceOfSatisfying(
                        HttpProblem.class,
                        problem -> assertThat(problem.status()).isEqualTo(400));
    }

    @Test
    void who_reads_too_slowly_is_left_behind_and_the_others_are_not() throws Exception {
        EventStream slow = new EventStream(200);
        board.enter(slow, Optional.empty());
        EventStream other = watch("");
        for (int i = 0; i < 10; i++) {
            there.add(thing("a" + i, i));
            board.look();
        }

        assertThat(slow.isClosed()).isTrue();
        assertThat(told(other)).hasSize(11);
    }

    @Test
    void one_thing_that_is_not_there_cannot_be_watched_but_may_go_while_it_is() throws Exception {
        Board ofOne = new Board(1, () -> List.copyOf(there), true);

        assertThatThrownBy(() -> ofOne.enter(new EventStream(1_000), Optional.empty()))
                .isInstanceOfSatisfying(
                        HttpProblem.class,
                        problem -> assertThat(problem.status()).isEqualTo(404));
        there.add(thing("a", 1));
        ofOne.look();
        EventStream stream = new EventStream(1_000);
        ofOne.enter(stream, Optional.empty());
        there.clear();
        ofOne.look();
        assertThat(stream.isClosed()).isFalse();
    }
}
