package io.tender.benchmarks.daemon;

import io.tender.benchmarks.daemon.DaemonReport.Spread;
import io.tender.benchmarks.daemon.DaemonReport.Stretch;
import io.tender.benchmarks.measure.Statistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Puts two daemons under load that differ in durability alone. Both live all the time and take turns, so that what else
 * happens on the machine meets both of them.
 */
public final class LoadRun {
    /** Of each stretch, before it is measured. */
    private static final Duration RAMP = Duration.ofSeconds(2);

    private final LoadSize size;
    private final Path folder;
    private final Optional<Path> recording;
    private final Consumer<String> progress;
    private Duration daemonsCpu = Duration.ZERO;

    /** A daemon, its frameworks and what was measured of it. */
    private record Side(
            Durability durability, DaemonProcess process, Crowd crowd, List<Stretch> most, List<Stretch> steady) {}

    /**
     * @param folder in which the daemons keep their data
     * @param recording where the durable daemon's flight recording goes, if one is wanted
     */
    public LoadRun(LoadSize size, Path folder, Optional<Path> recording, Consumer<String> progress) {
        this.size = size;
        this.folder = folder;
        this.recording = recording;
        this.progress = progress;
    }

    public static int parts(LoadSize size) {
        return 5 + 4 * size.repeat();
    }

    public DaemonReport.Load measure() throws IOException {
        Map<Durability, Side> sides = new EnumMap<>(Durability.class);
        try {
            for (Durability durability : Durability.values()) {
                progress.accept(name(durability) + ": " + size.frameworks() + " frameworks subscribe");
                sides.put(durability, begin(durability));
            }
            for (Side side : sides.values()) {
                progress.accept(name(side.durability()) + ": warming up");
                most(side, Duration.ofSeconds(size.warmUpSeconds()));
            }
            for (int i = 1; i <= size.repeat(); i++) {
                for (Side side : sides.values()) {
                    progress.accept(name(side.durability()) + ": as many as possible, " + i);
                    side.most().add(most(side, Duration.ofSeconds(size.seconds())));
                }
            }
            for (int i = 1; i <= size.repeat(); i++) {
                for (Side side : sides.values()) {
                    progress.accept(name(side.durability()) + ": " + size.pace() + " a second, " + i);
                    side.steady().add(steady(side));
                }
            }
            progress.accept("jobs");
            Side durable = sides.values().iterator().next();
            durable.crowd().rest();
            Spread jobs = new JobRun(durable.process().address()).measure(size.jobs());
            List<DaemonReport.Daemon> daemons = new ArrayList<>();
            for (Side side : sides.values()) {
                daemons.add(summary(side));
            }
            return new DaemonReport.Load(size, daemons, jobs);
        } finally {
            for (Side side : sides.values()) {
                side.crowd().close();
                daemonsCpu = daemonsCpu.plus(side.process().cpuTime());
                side.process().close();
            }
        }
    }

    /** What the daemons have used so far. */
    public Duration daemonsCpu() {
        return daemonsCpu;
    }

    private static String name(Durability durability) {
        return durability == Durability.FULL ? "durable" : "not durable";
    }

    private Side begin(Durability durability) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name(durability).replace(' ', '-')));
        Path settings = home.resolve("tender.yaml");
        Files.writeString(settings, """
                listen: 127.0.0.1:0
                store: store
                limits: {connections: %d, requests: %d, streams: %d}
                agents:
                  local: {enabled: false}
                  simulated:
                    agents: [{count: %d, name: "sim-{n}", resources: "cpus:16;mem:65536;disk:100000;ports:[31000-32000]"}]
                    tasks: {runsFor: 1secs, startTakes: 1ms}
                """.formatted(
                3 * size.frameworks() + 100, 3 * size.frameworks() + 100, size.frameworks() + 100, size.agents()));
        List<String> options = new ArrayList<>(List.of("-Xmx2g"));
        if (durability == Durability.FULL) {
            recording.ifPresent(file -> options.add("-XX:StartFlightRecording=settings=profile,filename=" + file));
        }
        DaemonProcess process = DaemonProcess.start(settings, durability, options);
        try {
            Crowd crowd = new Crowd(process.address(), size.frameworks(), size.agents());
            crowd.awaitOffers();
            return new Side(durability, process, crowd, new ArrayList<>(), new ArrayList<>());
        } catch (IOException | RuntimeException failed) {
            process.close();
            throw failed;
        }
    }

    /** As many launches as it can do. */
    private Stretch most(Side side, Duration length) {
        side.crowd().keep(size.inFlight());
        pause(RAMP);
        Stretch stretch = stretch(side, () -> pause(length));
        side.crowd().keep(0);
        return stretch;
    }

    private Stretch steady(Side side) {
        side.crowd().pace(size.pace(), RAMP);
        Stretch stretch = stretch(side, () -> side.crowd().pace(size.pace(), Duration.ofSeconds(size.seconds())));
        side.crowd().drain();
        return stretch;
    }

    private static void pause(Duration length) {
        long end = System.nanoTime() + length.toNanos();
        for (long left = length.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static Stretch stretch(Side side, Runnable load) {
        side.crowd().next();
        Duration cpuBefore = side.process().cpuTime();
        long begun = System.nanoTime();
        load.run();
        double seconds = (System.nanoTime() - begun) / 1e9;
        Duration cpu = side.process().cpuTime().minus(cpuBefore);
        Window window = side.crowd().next();
        side.crowd().check();
        int launches = window.fromSent.count();
        return new Stretch(
                launches / seconds,
                cpu.toNanos() / 1e3 / Math.max(1, launches),
                spread(window.fromWanted),
                spread(window.fromSent));
    }

    static Spread spread(Samples samples) {
        return new Spread(samples.percentile(0.5), samples.percentile(0.99));
    }

    private static DaemonReport.Daemon summary(Side side) throws IOException {
        long heap = side.process().heapBytes();
        return new DaemonReport.Daemon(
                side.durability(),
                median(side.most()),
                median(side.steady()),
                heap,
                side.process().residentBytes().orElse(0L));
    }

    private static Stretch median(List<Stretch> stretches) {
        return new Stretch(
                median(stretches, Stretch::launchesPerSecond),
                median(stretches, Stretch::cpuMicros),
                new Spread(
                        median(stretches, stretch -> stretch.fromWanted().median()),
                        median(stretches, stretch -> stretch.fromWanted().ninetyNinth())),
                new Spread(
                        median(stretches, stretch -> stretch.fromSent().median()),
                        median(stretches, stretch -> stretch.fromSent().ninetyNinth())));
    }

    private static double median(List<Stretch> stretches, ToDoubleFunction<Stretch> figure) {
        return Statistics.of(stretches.stream().mapToDouble(figure).toArray()).median();
    }
}
