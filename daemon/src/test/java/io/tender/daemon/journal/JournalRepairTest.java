package io.tender.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalRepairTest {
    @TempDir
    private Path path = Path.of("");

    @Test
    void a_damaged_middle_is_described_then_cut_and_kept_beside() throws Exception {
        fill();
        StoreFolder folder = new StoreFolder(path);
        byte[] bytes = Files.readAllBytes(folder.segment(3));
        bytes[Segment.HEADER] ^= 1;
        Files.write(folder.segment(3), bytes);
        StoreSettings store = new StoreSettings.Folder(path);

        JournalRepair.Finding finding = JournalRepair.examine(store);
        assertThat(finding.lastGood()).isEqualTo(2);
        assertThat(finding.lost()).isEqualTo(2);
        assertThat(finding.text())
                .contains(folder.segment(3) + " at byte 20")
                .contains("loses what is unreadable and 2");
        assertThat(Files.readAllBytes(folder.segment(3))).isEqualTo(bytes);

        assertThat(JournalRepair.apply(store)).isEqualTo(finding);
        assertThat(JournalRepair.examine(store).damaged()).isFalse();
        assertThat(path.resolve(folder.segment(3).getFileName() + ".damaged")).hasBinaryContent(bytes);
        assertThat(Files.getPosixFilePermissions(path.resolve(folder.segment(3).getFileName() + ".damaged")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(path.resolve(folder.segment(5).getFileName() + ".damaged")).exists();
        try (Journal journal = Journals.open(store)) {
            assertThat(journal.recover().records()).containsExactlyElementsOf(Samples.records(1, 2));
        }
    }

    @Test
    void a_store_in_use_is_left_alone() throws Exception {
        try (Journal journal = FileJournal.open(path)) {
            journal.recover();
            assertThatThrownBy(() -> JournalRepair.apply(new StoreSettings.Folder(path)))
                    .hasMessageContaining("is in use");
        }
    }

    @Test
    void a_folder_that_is_missing_is_told() {
        StoreSettings store = new StoreSettings.Folder(path.resolve("missing"));
        assertThatThrownBy(() -> JournalRepair.examine(store)).hasMessageContaining("There is no journal to look at");
    }

    private void fill() throws JournalException {
        try (Journal journal = FileJournal.open(path, 1)) {
            journal.recover();
            for (int i = 1; i <= 5; i++) {
                journal.append(Samples.records(i, 1));
            }
        }
    }
}
