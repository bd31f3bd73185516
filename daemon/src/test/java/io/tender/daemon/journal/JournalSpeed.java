package io.tender.daemon.journal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/**
 * Measures the journal in a folder: appends in groups of 1, 16 and 256 records of 300 bytes, and the recovery of a million
 * records. The argument is a folder on the disk to be measured; it should be empty.
 */
final class JournalSpeed {
    private static final long SPAN = 3_000_000_000L;

    private JournalSpeed() {}

    public static void main(String[] arguments) throws Exception {
        Path path = Files.createDirectories(Path.of(arguments[0]));
        for (int round = 1; round <= 2; round++) {
            for (int size : new int[] {1, 16, 256}) {
                append(path.resolve("round" + round + "-group" + size), size);
            }
        }
        recover(path.resolve("million"));
    }

    private static void append(Path path, int size) throws JournalException {
        List<byte[]> group = Collections.nCopies(size, new byte[300]);
        try (Journal journal = FileJournal.open(path)) {
            journal.recover();
            long began = System.nanoTime();
            long last = 0;
            while (System.nanoTime() - began < SPAN) {
                last = journal.append(group);
            }
            System.out.printf("groups of %d: %.0f records/s%n", size, last * 1e9 / (System.nanoTime() - began));
        }
    }

    private static void recover(Path path) throws JournalException {
        try (Journal journal = FileJournal.open(path)) {
            journal.recover();
            for (int i = 0; i < 1000; i++) {
                journal.append(Collections.nCopies(1000, new byte[300]));
            }
        }
        for (int round = 1; round <= 3; round++) {
            long began = System.nanoTime();
            try (Journal journal = FileJournal.open(path)) {
                long last = journal.recover().last();
                System.out.printf("recovery of %d records: %.2f s%n", last, (System.nanoTime() - began) / 1e9);
            }
        }
    }
}
