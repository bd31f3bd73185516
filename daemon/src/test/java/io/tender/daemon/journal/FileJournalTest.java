package io.tender.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileJournalTest extends JournalContract {
    @TempDir
    private Path temporary = Path.of("");

    private Path path = Path.of("");

    @BeforeEach
    void name_a_folder_that_does_not_exist() {
        path = temporary.resolve("not").resolve("yet");
    }

    @Override
    Journal open() throws JournalException {
        return Journals.open(new StoreSettings.Folder(path));
    }

    /** Segments so small that each append begins a new one. */
    private Journal openWithSmallSegments() throws JournalException {
        return FileJournal.open(path, 1);
    }

    @Test
    void a_tail_torn_at_any_byte_of_the_last_group_is_cut_and_reported() throws Exception {
        try (Journal journal = open()) {
            journal.recover();
            journal.append(Samples.records(1, 4));
        }
        Path file = new StoreFolder(path).segment(1);
        int good = (int) Files.size(file);
        byte[] whole = withGroupBehind(Files.readAllBytes(file), 5, 3);
        for (int length = good; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            try (Journal journal = open()) {
                Journal.Recovered recovered = journal.recover();
                int expected = length == whole.length ? 7 : 4;
                assertThat(recovered.records()).containsExactlyElementsOf(Samples.records(1, expected));
                assertThat(recovered.notice().isEmpty()).isEqualTo(length == good || length == whole.length);
                journal.append(Samples.records(expected + 1, 2));
            }
            try (Journal journal = open()) {
                Journal.Recovered again = journal.recover();
                assertThat(again.notice()).isEmpty();
                assertThat(again.records()).hasSize(length == whole.length ? 9 : 6);
            }
            for (StoreFolder.Numbered later : new StoreFolder(path).segments()) {
                Files.delete(later.file());
            }
        }
    }

    @Test
    void nobody_but_its_owner_may_read_what_is_kept() throws Exception {
        try (Journal journal = open()) {
            journal.recover();
            long last = journal.append(Samples.records(1, 4));
            journal.snapshot(last, Samples.records(1, 4));
            journal.append(Samples.records(5, 1));
        }
        StoreFolder folder = new StoreFolder(path);
        List<StoreFolder.Numbered> kept = new ArrayList<>(folder.segments());
        kept.addAll(folder.snapshots());
        assertThat(kept).hasSizeGreaterThanOrEqualTo(2);
        for (StoreFolder.Numbered one : kept) {
            assertThat(Files.getPosixFilePermissions(one.file()))
                    .as("%s", one)
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test
    void pages_of_the_last_group_that_never_reached_the_disk_are_a_torn_tail() throws Exception {
        try (Journal journal = open()) {
            journal.recover();
            journal.append(Samples.records(1, 4));
        }
        Path file = new StoreFolder(path).segment(1);
        int good = (int) Files.size(file);
        byte[] whole = withGroupBehind(Files.readAllBytes(file), 5, 50);
        for (int from = good; from < whole.length - 64; from += 64) {
            byte[] holed = whole.clone();
            Arrays.fill(holed, from, from + 64, (byte) 0);
            Files.write(file, holed);
            try (Journal journal = open()) {
                Journal.Recovered recovered = journal.recover();
                assertThat(recovered.records()).containsExactlyElementsOf(Samples.records(1, 4));
                assertThat(recovered.notice()).contains("cut behind record 4");
            }
        }
    }

    @Test
    void a_segment_torn_while_it_was_made_is_dropped() throws Exception {
        try (Journal journal = openWithSmallSegments()) {
            journal.recover();
            journal.append(Samples.records(1, 4));
        }
        for (int length = 0; length < Segment.HEADER; length++) {
            Files.write(new StoreFolder(path).segment(5), new byte[length]);
            try (Journal journal = open()) {
                Journal.Recovered recovered = journal.recover();
                assertThat(recovered.last()).isEqualTo(4);
                assertThat(recovered.notice()).isNotEmpty();
            }
        }
    }

    @Test
    void what_a_failed_append_left_behind_does_not_count_once_another_segment_took_over() throws Exception {
        try (Journal journal = open()) {
            journal.recover();
            journal.append(Samples.records(1, 4));
        }
        Path file = new StoreFolder(path).segment(1);
        byte[] whole = withGroupBehind(Files.readAllBytes(file), 5, 3);
        try (Journal journal = open()) {
            journal.recover();
            journal.append(Samples.records(5, 1));
            journal.append(Samples.records(6, 1));
        }
        for (int length = whole.length - 40; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            try (Journal journal = open()) {
                assertThat(journal.recover().records()).containsExactlyElementsOf(Samples.records(1, 6));
            }
        }
    }

    @Test
    void a_missing_segment_stops_the_start() throws Exception {
        try (Journal journal = openWithSmallSegments()) {
            journal.recover();
            for (int i = 1; i <= 5; i++) {
                journal.append(Samples.records(i, 1));
            }
        }
        Files.delete(new StoreFolder(path).segment(3));
        try (Journal journal = open()) {
            assertThatThrownBy(journal::recover)
                    .hasMessageContaining("unreadable bytes where record 3 should be")
                    .hasMessageContaining("2 readable records")
                    .hasMessageContaining("tender journal repair");
        }
        Files.delete(new StoreFolder(path).segment(1));
        try (Journal journal = open()) {
            assertThatThrownBy(journal::recover).hasMessageContaining("records 1 to 1 missing");
        }
    }

    @Test
    void a_damaged_snapshot_stops_the_start() throws Exception {
        try (Journal journal = open()) {
            journal.recover();
            journal.append(Samples.records(1, 4));
            journal.snapshot(4, List.of(Samples.bytes("state")));
        }
        Path file = new StoreFolder(path).snapshot(4);
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 4;
            Files.write(file, flipped);
            try (Journal journal = open()) {
                assertThatThrownBy(journal::recover).hasMessageContaining("a snapshot that cannot be read");
            }
        }
    }

    @Test
    void segments_that_a_snapshot_stands_for_are_dropped() throws Exception {
        try (Journal journal = openWithSmallSegments()) {
            journal.recover();
            for (int i = 1; i <= 9; i++) {
                journal.append(Samples.records(i, 1));
            }
            journal.snapshot(6, List.of());
        }
        assertThat(new StoreFolder(path).segments())
                .extracting(StoreFolder.Numbered::number)
                .containsExactly(7L, 8L, 9L);
        try (Journal journal = open()) {
            assertThat(journal.recover().records()).containsExactlyElementsOf(Samples.records(7, 3));
        }
    }

    @Test
    void a_snapshot_that_was_under_way_when_the_process_died_is_forgotten() throws Exception {
        try (Journal journal = open()) {
            journal.recover();
            journal.append(Samples.records(1, 4));
        }
        Path unfinished = StoreFolder.unfinished(new StoreFolder(path).snapshot(4));
        Files.write(unfinished, new byte[100]);
        try (Journal journal = open()) {
            assertThat(journal.recover().records()).hasSize(4);
        }
        assertThat(unfinished).doesNotExist();
    }

    @Test
    void a_file_in_the_place_of_the_folder_is_told() throws Exception {
        Files.createDirectories(temporary.resolve("not"));
        Files.writeString(path, "something");
        assertThatThrownBy(this::open).hasMessageContaining("something that is not a folder");
        path = path.resolve("below");
        assertThatThrownBy(this::open).hasMessageContaining("cannot be kept in").hasMessageContaining("to do:");
    }

    private static byte[] withGroupBehind(byte[] file, long first, int count) throws JournalException {
        byte[] group = Frames.group(first, Samples.records(first, count)).array();
        byte[] both = Arrays.copyOf(file, file.length + group.length);
        System.arraycopy(group, 0, both, file.length, group.length);
        return both;
    }
}
