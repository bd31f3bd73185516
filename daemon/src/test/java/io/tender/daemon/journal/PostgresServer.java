package io.tender.daemon.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A private PostgreSQL server in a temporary folder; Debian's package is enough. */
public final class PostgresServer implements AutoCloseable {
    /** What to say where there is none. */
    public static final String MISSING = "PostgreSQL is missing: install Debian's package postgresql";

    private static final Object LOCK = new Object();

    @SuppressWarnings("NullableOptional") // null until somebody has looked
    private static @Nullable Optional<PostgresServer> running;

    private final List<String> command;
    private final Path folder;

    /** Nobody else is given the port while the server is away. */
    private final Socket keptPort;

    private Process server;

    private PostgresServer(List<String> command, Path folder, Socket keptPort) throws IOException {
        this.command = command;
        this.folder = folder;
        this.keptPort = keptPort;
        this.server = begin();
    }

    /** One for all tests of a JVM; empty if there is none on this machine and none could be installed. */
    public static Optional<PostgresServer> find() throws IOException, InterruptedException {
        synchronized (LOCK) {
            Optional<PostgresServer> found = running;
            if (found == null) {
                found = own();
                found.ifPresent(
                        shared -> Runtime.getRuntime().addShutdownHook(new Thread(() -> closeAtTheEnd(shared))));
                running = found;
            }
            return found;
        }
    }

    /** One for the caller alone, who may kill it and has to close it; empty as above. */
    public static Optional<PostgresServer> own() throws IOException, InterruptedException {
        Optional<Path> programs = programs();
        if (programs.isEmpty()) {
            run(List.of("bash", "../.ci/install-postgresql"));
            programs = programs();
        }
        return programs.isPresent() ? Optional.of(start(programs.get())) : Optional.empty();
    }

    private static Optional<Path> programs() throws IOException {
        List<Path> folders = new ArrayList<>();
        Path debian = Path.of("/usr/lib/postgresql");
        if (Files.isDirectory(debian)) {
            try (Stream<Path> versions = Files.list(debian)) {
                versions.map(version -> version.resolve("bin")).sorted().forEach(folders::add);
            }
        }
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            folders.add(Path.of(folder));
        }
        return folders.reversed().stream()
                .filter(folder ->
                        Files.isExecutable(folder.resolve("postgres")) && Files.isExecutable(folder.resolve("initdb")))
                .findFirst();
    }

    private static PostgresServer start(Path programs) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(Path.of("/tmp"), "tender-postgres");
        List<String> asUser = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            // The server refuses to run as root.
            must(List.of("chown", "nobody", folder.toString()));
            asUser.addAll(List.of("setpriv", "--reuid=nobody", "--clear-groups"));
        }
        String data = folder.resolve("data").toString();
        must(with(
                asUser,
                programs.resolve("initdb").toString(),
                "-D",
                data,
                "-U",
                "tender",
                "-A",
                "trust",
                "-N",
                "-E",
                "UTF8"));
        Socket kept = keptPort();
        List<String> command = with(
                asUser,
                programs.resolve("postgres").toString(),
                "-D",
                data,
                "-k",
                folder.toString(),
                "-h",
                "127.0.0.1",
                "-p",
                Integer.toString(kept.getLocalPort()),
                "-c",
                "fsync=off");
        return new PostgresServer(command, folder, kept);
    }

    private Process begin() throws IOException {
        Process begun = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        awaitReady(begun);
        return begun;
    }

    /** Ends it without any warning, and all its processes with it: SIGKILL. */
    public void kill() {
        List<ProcessHandle> all = new ArrayList<>(server.descendants().toList());
        // It first, lest it notice that others of it are gone.
        all.addFirst(server.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(process -> process.onExit().join());
    }

    /** Starts it again after it was killed, on the same port, with what it has kept. */
    public void restart() throws IOException {
        server = begin();
    }

    private static void awaitReady(Process server) throws IOException {
        BufferedReader log = server.inputReader(StandardCharsets.UTF_8);
        StringBuilder all = new StringBuilder();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            all.append(line).append('\n');
            if (line.contains("ready to accept connections")) {
                Thread.ofVirtual().start(() -> log.lines().forEach(ignored -> {}));
                return;
            }
        }
        throw new IOException("PostgreSQL did not start:\n" + all);
    }

    private static void closeAtTheEnd(PostgresServer shared) {
        try {
            shared.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Ends it and removes all that it kept. */
    @Override
    public void close() throws IOException {
        try {
            // SIGINT: at once, but in order.
            run(List.of("kill", "-INT", Long.toString(server.pid())));
            server.waitFor();
            run(List.of("rm", "-rf", folder.toString()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            keptPort.close();
        }
    }

    /** Bound and not listening: nobody else is given the port before the server has it. */
    private static Socket keptPort() throws IOException {
        Socket socket = new Socket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }

    private static List<String> with(List<String> prefix, String... command) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(List.of(command));
        return all;
    }

    private static void must(List<String> command) throws IOException, InterruptedException {
        if (run(command) != 0) {
            throw new IOException("failed: " + String.join(" ", command));
        }
    }

    private static int run(List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    public int port() {
        return keptPort.getLocalPort();
    }

    /** A store in an empty schema of that name, reached through a port that may be a proxy's. */
    StoreSettings.Database store(String schema, int through) {
        return new StoreSettings.Database(
                "jdbc:postgresql://127.0.0.1:" + through + "/postgres?currentSchema=" + schema, "tender", "");
    }

    public void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:postgresql://127.0.0.1:" + port() + "/postgres", "tender", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
