package io.tender.benchmarks.client;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The load generator {@code wrk}, which writes requests and hardly looks at answers: the limit of what is possible. */
public final class Wrk {
    private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");
    private static final Pattern WRONG = Pattern.compile("(Socket errors:.*|Non-2xx.*)");

    private final Path program;

    private Wrk(Path program) {
        this.program = program;
    }

    /** From the PATH, if it is there. */
    public static Optional<Wrk> find() {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String folder : path.split(Pattern.quote(File.pathSeparator), -1)) {
            Path candidate = Path.of(folder.isEmpty() ? "." : folder, "wrk");
            if (Files.isExecutable(candidate) && Files.isRegularFile(candidate)) {
                return Optional.of(new Wrk(candidate));
            }
        }
        return Optional.empty();
    }

    /** Requests per second. */
    public double measure(String url, int connections, Duration duration) throws IOException {
        Path script = Files.createTempFile("wrk", ".lua");
        try {
            Files.writeString(
                    script,
                    "wrk.method = 'POST'\nwrk.headers['Content-Type'] = 'application/json'\nwrk.body = string.rep('x', "
                            + CallRate.REQUEST_BYTES + ")\n");
            Process process = new ProcessBuilder(List.of(
                            program.toString(),
                            "-t" + Math.min(2, connections),
                            "-c" + connections,
                            "-d" + Math.max(1, duration.toSeconds()) + "s",
                            "-s",
                            script.toString(),
                            url))
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return rate(said);
        } finally {
            Files.deleteIfExists(script);
        }
    }

    static double rate(String said) throws IOException {
        Matcher rate = RATE.matcher(said);
        Matcher wrong = WRONG.matcher(said);
        if (!rate.find() || wrong.find()) {
            throw new IOException("wrk did not measure:\n" + said);
        }
        return Double.parseDouble(rate.group(1));
    }
}
