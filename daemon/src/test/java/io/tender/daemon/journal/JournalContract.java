package io.tender.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What every store keeps. */
abstract class JournalContract {

    /** Opens the same store each time within a test. */
    abstract Journal open() throws JournalException;

    @Test
    void a_new_store_is_empty() throws Exception {
        try (Journal journal = open()) {
            Journal.Recovered recovered = journal.recover();
            assertThat(recovered.snapshot()).isEmpty();
            assertThat(recovered.records()).isEmpty();
            assertThat(recovered.last()).isZero();
        }
    }

    @Test
    void what_was_appended_is_found_again_in_order() throws Exception {
        try (Journal journal = open()) {
            journal.recover();
            assertThat(journal.append(Samples.records(1, 3))).isEqualTo(3);
            assertThat(journal.append(List.of())).isEqualTo(3);
            assertThat(journal.append(Samples.records(4, 1))).isEqualTo(4);
        }
        try (Journal journal = open()) {
            Journal.Recovered recovered = journal.recover();
            assertThat(recovered.records()).containsExactlyElementsOf(Samples.records(1, 4));
            assertThat(recovered.last()).isEqualTo(4);
            assertThat(journal.append(Samples.records(5, 2))).isEqualTo(6);
        }
        try (Journal journal = open()) {
            assertThat(journal.recover().records()).containsExactlyElementsOf(Samples.records(1, 6));
        }
    }

    @Test
    void a_snapshot_stands_for_the_records_up_to_its_number() throws Exception {
        try (Journal journal = open()) {
            journal.recover();
            journal.append(Samples.records(1, 10));
            journal.snapshot(4, List.of(Samples.bytes("older")));
            journal.append(Samples.records(11, 5));
            journal.snapshot(12, List.of(Samples.bytes("a"), Samples.bytes(""), Samples.bytes("b")));
        }
        try (Journal journal = open()) {
            Journal.Recovered recovered = journal.recover();
            assertThat(Samples.texts(recovered.snapshot())).containsExactly("a", "", "b");
            assertThat(recovered.records()).containsExactlyElementsOf(Samples.records(13, 3));
            assertThat(recovered.last()).isEqualTo(15);
        }
    }

    @Test
    void numbers_go_on_after_a_snapshot_of_everything() throws Exception {
        try (Journal journal = open()) {
            journal.recover();
            journal.append(Samples.records(1, 7));
            journal.snapshot(7, List.of(Samples.bytes("all")));
        }
        try (Journal journal = open()) {
            assertThat(journal.recover().records()).isEmpty();
            assertThat(journal.append(Samples.records(8, 1))).isEqualTo(8);
        }
        try (Journal journal = open()) {
            assertThat(journal.recover().records()).containsExactlyElementsOf(Samples.records(8, 1));
        }
    }

    @Test
    void a_snapshot_of_what_is_not_durable_is_refused() throws Exception {
        try (Journal journal = open()) {
            journal.recover();
            journal.append(Samples.records(1, 1));
            assertThatThrownBy(() -> journal.snapshot(2, List.of())).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void nothing_is_appended_before_recovery() throws Exception {
        try (Journal journal = open()) {
            assertThatThrownBy(() -> journal.append(Samples.records(1, 1))).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void a_second_one_is_told_who_holds_the_store() throws Exception {
        try (Journal first = open()) {
            first.recover();
            assertThatThrownBy(this::open)
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("is in use")
                    .hasMessageContaining("process " + ProcessHandle.current().pid())
                    .matches(failure -> !((JournalException) failure).isPassing());
        }
        open().close();
    }
}
