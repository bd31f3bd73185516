package io.tender.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever happens to the files: all before the damage is there and it is reported, or a stop; never a wrong record. */
final class DamageProperties {

    @Property(tries = 100)
    void a_flipped_bit_never_makes_a_wrong_record(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int groups, @ForAll boolean smallSegments)
            throws Exception {
        Path path = Files.createTempDirectory("damage");
        try {
            Random random = new Random(seed);
            int[] ends = fill(path, random, groups, smallSegments ? 300 : FileJournal.SEGMENT_BYTES);
            int last = ends[groups];
            int lastGroup = ends[groups - 1];
            flip(path, random);
            StoreSettings store = new StoreSettings.Folder(path);
            JournalRepair.Finding finding = JournalRepair.examine(store);
            assertThat(finding.damaged()).isTrue();
            try (Journal journal = Journals.open(store)) {
                Journal.Recovered recovered = journal.recover();
                // Only the last group can be taken for an append that was cut short.
                assertThat(recovered.notice()).isNotEmpty();
                assertThat(recovered.records()).containsExactlyElementsOf(Samples.records(1, lastGroup));
                return;
            } catch (JournalException stop) {
                assertThat(stop).hasMessageContaining("tender journal repair");
            }
            assertThat(JournalRepair.apply(store)).isEqualTo(finding);
            try (Journal journal = Journals.open(store)) {
                Journal.Recovered mended = journal.recover();
                assertThat(mended.notice()).isEmpty();
                assertThat(mended.last()).isEqualTo(finding.lastGood()).isLessThan(last);
                assertThat(ends).contains((int) mended.last());
                assertThat(mended.records()).containsExactlyElementsOf(Samples.records(1, (int) mended.last()));
            }
        } finally {
            delete(path);
        }
    }

    /** @return the number of the last record after each group, and 0 before the first */
    private static int[] fill(Path path, Random random, int groups, long segmentBytes) throws JournalException {
        int[] ends = new int[groups + 1];
        try (Journal journal = FileJournal.open(path, segmentBytes)) {
            journal.recover();
            for (int i = 1; i <= groups; i++) {
                int count = 1 + random.nextInt(8);
                ends[i] = (int) journal.append(Samples.records(ends[i - 1] + 1, count));
            }
        }
        return ends;
    }

    private static void flip(Path path, Random random) throws IOException {
        List<StoreFolder.Numbered> segments = new StoreFolder(path).segments();
        Path file = segments.get(random.nextInt(segments.size())).file();
        byte[] bytes = Files.readAllBytes(file);
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, bytes);
    }

    private static void delete(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
