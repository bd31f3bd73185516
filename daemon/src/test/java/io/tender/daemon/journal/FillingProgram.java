package io.tender.daemon.journal;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that appends until the folder takes no more, then drops the file {@code ballast} if there is one, and appends the
 * same again; prints how often it failed and what was the last number.
 */
final class FillingProgram {
    private FillingProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path path = Path.of(arguments[0]);
        int appends = Integer.parseInt(arguments[1]);
        int failures = 0;
        try (Journal journal = Journals.open(new StoreSettings.Folder(path.resolve("journal")))) {
            long last = journal.recover().last();
            for (int i = 0; i < appends; i++) {
                try {
                    last = journal.append(Samples.records(last + 1, 100));
                } catch (JournalException full) {
                    failures++;
                    if (!full.isPassing() || failures > appends) {
                        throw full;
                    }
                    Files.deleteIfExists(path.resolve("ballast"));
                    i--;
                }
            }
            System.out.println(failures + " " + last);
        }
    }
}
