package io.tender.benchmarks.daemon;

import io.tender.daemon.Daemon;
import io.tender.daemon.journal.Journal;
import io.tender.daemon.journal.JournalException;
import io.tender.daemon.journal.Journals;
import io.tender.daemon.settings.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The daemon as a process that is measured: says where it listens, answers questions about itself, ends with its input. */
final class DaemonProgram {
    static final String HEAP = "heap";

    private DaemonProgram() {}

    /** Takes the file with the settings, and how durable everything is to be. */
    public static void main(String[] args) throws IOException, JournalException {
        Settings settings = Settings.read(Path.of(args[0]), Settings.Given.NOTHING);
        Durability durability = Durability.valueOf(args[1]);
        Journal journal = switch (durability) {
            case FULL -> Journals.open(settings.store());
            case NONE -> new ForgetfulJournal();
        };
        try (Daemon daemon = Daemon.start(settings, "benchmark", journal)) {
            System.out.println(daemon.address());
            BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
            for (String line = asked.readLine(); line != null; line = asked.readLine()) {
                System.out.println(line.equals(HEAP) ? usedHeap() : -1);
            }
        }
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
