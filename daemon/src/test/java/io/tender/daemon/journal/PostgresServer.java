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

/** A private PostgreSQL server in a temporary folder, one for all tests of a JVM; Debian's package is enough. */
public final class PostgresServer {
    private static final Object LOCK = new Object();

    @SuppressWarnings("NullableOptional") // null until somebody has looked
    private static @Nullable Optional<PostgresServer> running;

    private final int port;

    private PostgresServer(int port) {
        this.port = port;
    }

    /** The server; empty if there is none on this machine and none could be installed, which is then printed. */
    public static Optional<PostgresServer> find() throws IOException, InterruptedException {
        synchronized (LOCK) {
            Optional<PostgresServer> found = running;
            if (found == null) {
                Optional<Path> programs = programs();
                if (programs.isEmpty()) {
                    run(List.of("bash", "../.ci/install-postgresql"));
                    programs = programs();
                }
                found = programs.isPresent() ? Optional.of(start(programs.get())) : Optional.empty();
                running = found;
            }
            return found;
        }
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
        try (Socket kept = keptPort()) {
            int port = kept.getLocalPort();
            Process server = server(programs, asUser, data, folder, port);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, folder)));
            awaitReady(server);
            return new PostgresServer(port);
        }
    }

    private static Process server(Path programs, List<String> asUser, String data, Path folder, int port)
            throws IOException {
        return new ProcessBuilder(with(
                        asUser,
                        programs.resolve("postgres").toString(),
                        "-D",
                        data,
                        "-k",
                        folder.toString(),
                        "-h",
                        "127.0.0.1",
                        "-p",
                        Integer.toString(port),
                        "-c",
                        "fsync=off"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
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

    private static void stop(Process server, Path folder) {
        try {
            // SIGINT: at once, but in order.
            run(List.of("kill", "-INT", Long.toString(server.pid())));
            server.waitFor();
            run(List.of("rm", "-rf", folder.toString()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
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
        return port;
    }

    /** A store in an empty schema of that name, reached through a port that may be a proxy's. */
    StoreSettings.Database store(String schema, int through) {
        return new StoreSettings.Database(
                "jdbc:postgresql://127.0.0.1:" + through + "/postgres?currentSchema=" + schema, "tender", "");
    }

    public void execute(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/postgres", "tender", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
