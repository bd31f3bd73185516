package io.tender.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Follows what is watched, over interruptions: it goes on from the version it last heard of, or begins anew if the daemon no
 * longer knows what has changed since.
 */
final class Following {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final DaemonClient client;
    private final String path;
    private final Listener listener;
    private String version = "";

    /** Who is told. */
    interface Listener {
        /** What there is will be told from the beginning. */
        void begins();

        /** Something is there (ADDED, MODIFIED) or no longer there (DELETED), or all there is was told (SYNCED). */
        void event(String type, JsonNode event);

        /** Nothing else is known at the moment: a good time to show what was heard. */
        void rests();
    }

    Following(DaemonClient client, String path, Listener listener) {
        this.client = client;
        this.path = path;
        this.listener = listener;
    }

    /** The path of the stream. */
    static String path(Kind kind, Optional<String> name, String more) {
        return "/v1/watch?kind=" + kind.word()
                + name.map(one -> "&name=" + DaemonClient.part(kind.id(one))).orElse("") + more;
    }

    /** Never returns but by an error: whoever watches ends it. */
    void run() throws InterruptedException {
        long giveUpAt = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                once();
                giveUpAt = System.nanoTime() + PATIENCE.toNanos();
            } catch (UserError failed) {
                boolean mayPass = !version.isEmpty() && failed.exitCode() == ExitCode.INTERNAL;
                if (!mayPass || System.nanoTime() > giveUpAt) {
                    throw failed;
                }
            }
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        }
    }

    private void once() {
        if (version.isEmpty()) {
            listener.begins();
        }
        Optional<LineStream> stream = client.lines(path + (version.isEmpty() ? "" : "&since=" + version));
        if (stream.isEmpty()) {
            version = "";
            return;
        }
        try (LineStream lines = stream.get()) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                heard(line.get());
                if (!lines.hasMore()) {
                    listener.rests();
                }
            }
        } catch (IOException cut) {
            // As when the daemon ends the stream: it is taken up again.
            listener.rests();
        }
    }

    private void heard(String line) {
        JsonNode event;
        try {
            event = JSON.readTree(line);
        } catch (JacksonException cut) {
            throw UserError.environment("What is watched broke off within a line.")
                    .got(String.valueOf(cut.getOriginalMessage()));
        }
        version = event.path("version").asString(version);
        String type = event.path("type").asString();
        if (!type.equals("HEARTBEAT")) {
            listener.event(type, event);
        }
    }
}
