package io.tender.benchmarks.report;

import io.tender.benchmarks.daemon.DaemonReport;
import io.tender.benchmarks.daemon.DaemonReport.Spread;
import io.tender.benchmarks.daemon.DaemonReport.Stretch;
import io.tender.benchmarks.daemon.Durability;
import io.tender.benchmarks.measure.Environment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The daemon under load, its start and its recovery, as tables. */
public final class DaemonTables implements Tables {
    private static final double GOAL_START_SECONDS = 2;
    private static final double GOAL_RECOVERY_SECONDS = 10;
    private static final double GOAL_FALL = 0.20;

    private final DaemonReport report;

    public DaemonTables(DaemonReport report) {
        this.report = report;
    }

    private static Table load(DaemonReport.Load load) {
        Table table = new Table(
                2,
                "daemon",
                "load",
                "launches/s",
                "CPU µs/launch",
                "accept to running p50 ms",
                "p99 ms",
                "wanted to running p50 ms",
                "p99 ms");
        for (DaemonReport.Daemon daemon : load.daemons()) {
            add(table, daemon.durability(), "as many as possible", daemon.most());
            add(table, daemon.durability(), Numbers.count(load.size().pace()) + " a second", daemon.steady());
        }
        return table;
    }

    private static void add(Table table, Durability durability, String load, Stretch stretch) {
        table.add(
                name(durability),
                load,
                Numbers.count(Math.round(stretch.launchesPerSecond())),
                Numbers.count(Math.round(stretch.cpuMicros())),
                Numbers.ms(stretch.fromSent().median()),
                Numbers.ms(stretch.fromSent().ninetyNinth()),
                Numbers.ms(stretch.fromWanted().median()),
                Numbers.ms(stretch.fromWanted().ninetyNinth()));
    }

    private static String name(Durability durability) {
        return durability == Durability.FULL ? "durable" : "without a journal";
    }

    private static Table memory(DaemonReport.Load load) {
        Table table = new Table(1, "daemon", "heap after GC MiB", "resident MiB");
        for (DaemonReport.Daemon daemon : load.daemons()) {
            table.add(name(daemon.durability()), mebibytes(daemon.heapBytes()), mebibytes(daemon.residentBytes()));
        }
        return table;
    }

    private static String mebibytes(long bytes) {
        return Numbers.count(bytes >> 20);
    }

    private static String words(DaemonReport.Load load) {
        Spread jobs = load.jobs();
        return String.format(
                Locale.ROOT,
                "Durability costs %.1f %% of the throughput, and %.1f %% of the launches per second of CPU time (goal: under"
                        + " %.0f %%).%nA job, from apply to running, one at a time: p50 %s ms, p99 %s ms.%n",
                100 * load.fall(),
                100 * load.fallPerCpu(),
                100 * GOAL_FALL,
                Numbers.ms(jobs.median()),
                Numbers.ms(jobs.ninetyNinth()));
    }

    private static String title(DaemonReport.Load load) {
        return Numbers.count(load.size().agents()) + " simulated agents, "
                + Numbers.count(load.size().frameworks()) + " frameworks over HTTP, medians of "
                + load.size().repeat() + " stretches of " + load.size().seconds() + " s, in turns";
    }

    private Table starts() {
        Table table = new Table(1, "start", "listening s", "first task running s", "goal s");
        for (DaemonReport.Start start : report.starts()) {
            table.add(start.how(), seconds(start.listening()), seconds(start.running()), seconds(GOAL_START_SECONDS));
        }
        return table;
    }

    private Table recoveries() {
        Table table = new Table(1, "kept as", "agents", "tasks", "MiB", "ready s", "all agents back s", "goal s");
        for (DaemonReport.Recovery recovery : report.recoveries()) {
            table.add(
                    recovery.form(),
                    Numbers.count(recovery.agents()),
                    Numbers.count(recovery.tasks()),
                    mebibytes(recovery.bytes()),
                    seconds(recovery.ready()),
                    seconds(recovery.joined()),
                    seconds(GOAL_RECOVERY_SECONDS));
        }
        return table;
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.2f", seconds);
    }

    /** For a terminal. */
    @Override
    public String text() {
        StringBuilder text = new StringBuilder();
        report.load()
                .ifPresent(load -> text.append(title(load))
                        .append("\n\n")
                        .append(load(load).text())
                        .append('\n')
                        .append(memory(load).text())
                        .append('\n')
                        .append(words(load)));
        if (!report.starts().isEmpty()) {
            text.append('\n').append(starts().text());
        }
        if (!report.recoveries().isEmpty()) {
            text.append('\n').append(recoveries().text());
        }
        return text.append('\n').append(environment()).toString();
    }

    private String environment() {
        Environment environment = report.environment();
        // Daemons that are started over and over count as other programs.
        return "Measured on " + environment.date() + ": " + environment.processor() + ", " + environment.cpus()
                + " CPUs; " + environment.jvm() + ".\n"
                + (report.load().isPresent()
                        ? "Programs other than the daemons and their frameworks"
                        : "All other programs, the daemons included,")
                + " used " + MarkdownReport.foreign(environment) + " meanwhile.\n";
    }

    /** Replaces the sections of a document for which there are figures. */
    @Override
    public void writeInto(Path document) throws IOException {
        Map<String, String> sections = new LinkedHashMap<>();
        report.load()
                .ifPresent(load -> sections.put(
                        "daemon-load",
                        environment() + "\n" + title(load) + ".\n\n"
                                + load(load).markdown() + "\n" + memory(load).markdown() + "\n" + words(load)));
        if (!report.starts().isEmpty()) {
            sections.put("daemon-start", environment() + "\n" + starts().markdown());
        }
        if (!report.recoveries().isEmpty()) {
            sections.put("daemon-recovery", environment() + "\n" + recoveries().markdown());
        }
        for (Map.Entry<String, String> section : sections.entrySet()) {
            MarkdownReport.writeSection(document, section.getKey(), section.getValue());
        }
    }
}
