package io.tender.daemon.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.master.Change;
import io.tender.daemon.master.ChangeCodec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a turn leaves behind becomes durable and known, whatever is odd about a part of it. */
final class OutboxTest {
    private final List<byte[]> records = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private final Outbox outbox = new Outbox((submitted, whenDurable) -> {
        records.addAll(submitted);
        whenDurable.run();
    });

    @Test
    void an_output_that_fails_does_not_keep_the_others_from_being_told() {
        outbox.afterwards(() -> heard.add("first"));
        outbox.afterwards(() -> {
            throw new IllegalStateException("a listener is out of order");
        });
        outbox.afterwards(() -> heard.add("last"));

        outbox.flush();

        assertThat(heard).containsExactly("first", "last");
    }

    private static Change document(int number, int length) {
        return new Change.DocumentPut("job", "j" + number, "x".repeat(length), 1);
    }

    @Test
    void a_large_turn_is_several_records_in_order() {
        List<Change> turn = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            turn.add(document(i, 700_000));
        }
        turn.forEach(outbox::changed);
        outbox.flush();

        assertThat(records).hasSize(5);
        assertThat(read(records)).isEqualTo(turn);
    }

    @Test
    void parts_of_a_snapshot_are_as_large_as_a_record_may_be_and_no_larger() {
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < 2_500; i++) {
            changes.add(document(i, i % 500 == 0 ? 900_000 : 1));
        }
        List<byte[]> parts = outbox.encode(changes);

        assertThat(parts).allSatisfy(part -> assertThat(part.length).isLessThan(2_000_000));
        assertThat(parts).hasSizeLessThan(12);
        assertThat(read(parts)).isEqualTo(changes);
    }

    private static List<Change> read(List<byte[]> parts) {
        ChangeCodec codec = new ChangeCodec();
        return parts.stream().flatMap(part -> codec.decode(part).stream()).toList();
    }
}
