package io.tender.daemon.proof;

import io.tender.daemon.ClockedDaemon;
import io.tender.daemon.Daemon;
import io.tender.daemon.Ending;
import io.tender.daemon.settings.Settings;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What {@code tender serve} runs, without its command line: a file of settings, by how much its clock is ahead, and the daemon
 * until it is told to end.
 */
final class DaemonProgram {
    /** Precedes the address on standard output. */
    static final String LISTENS = "listens on ";

    static final int FAILED = 3;

    private DaemonProgram() {}

    @SuppressWarnings("SystemOut") // The line is this program's answer to the one who started it.
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        Path folder = file.toAbsolutePath().getParent();
        Settings settings = Settings.read(file.toString(), Files.readString(file), folder, Settings.Given.NOTHING);
        AtomicReference<Duration> ahead = new AtomicReference<>(Duration.parse(args[1]));
        InstantSource clock = () -> Instant.now().plus(ahead.get());
        Daemon daemon = ClockedDaemon.start(settings, "proof", clock);
        Thread.ofPlatform().daemon(true).start(() -> set(ahead));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            daemon.close();
            Runtime.getRuntime().halt(0);
        }));
        System.out.println(LISTENS + daemon.address());
        if (daemon.await() instanceof Ending.Failed) {
            Runtime.getRuntime().halt(FAILED);
        }
    }

    /** Each line says by how much its clock is ahead of the machine's from now on. */
    private static void set(AtomicReference<Duration> ahead) {
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))
                .lines()
                .forEach(line -> ahead.set(Duration.parse(line)));
    }
}
