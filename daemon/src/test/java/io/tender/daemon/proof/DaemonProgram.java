package io.tender.daemon.proof;

import io.tender.daemon.Daemon;
import io.tender.daemon.Ending;
import io.tender.daemon.settings.Settings;
import java.nio.file.Files;
import java.nio.file.Path;

/** What {@code tender serve} runs, without its command line: a file of settings, and the daemon until it is told to end. */
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
        Daemon daemon = Daemon.start(settings, "proof");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            daemon.close();
            Runtime.getRuntime().halt(0);
        }));
        System.out.println(LISTENS + daemon.address());
        if (daemon.await() instanceof Ending.Failed) {
            Runtime.getRuntime().halt(FAILED);
        }
    }
}
