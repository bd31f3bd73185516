package io.tender.extender.client;

import io.tender.model.FailureWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bearer token in a file, read again when the file changes. Looked at once a second at most, or at once when a peer did
 * not accept the token. While the file cannot be read the last token stays in use.
 */
final class TokenFile {
    private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);
    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{1,16384}");
    private static final long LARGEST = 1 << 16;
    private static final long LOOK_EVERY = TimeUnit.SECONDS.toNanos(1);
    /** A file that takes longer is read beside the calls. */
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(100);

    /** When the file was changed, its size, and which file it is: tokens are often exchanged by moving a link. */
    private record Version(long modified, long size, String key) {}

    private record Loaded(Version version, Secret token, Set<String> forms) {}

    private final ExtenderName extender;
    private final Path file;
    /** The reading under way, of which there is one at most. */
    private final AtomicReference<@Nullable CompletableFuture<Void>> reading = new AtomicReference<>();

    private volatile Loaded loaded;
    private volatile long looked;
    private volatile boolean doubted;
    private volatile boolean failing;

    /** @throws IllegalArgumentException when there is no usable token in the file now */
    TokenFile(ExtenderName extender, Path file, long now) {
        this.extender = extender;
        this.file = file;
        this.looked = now;
        try {
            this.loaded = load();
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    "The token file of extender '" + extender + "' cannot be used.\n  got:      "
                            + reason(unreadable)
                            + "\n  expected: a readable file with one token in it\n  to do:    see to "
                            + file,
                    unreadable);
        }
    }

    /**
     * The token, read again if it is time to. Reading is waited for as long as given and no longer, on a thread of its
     * own: a file on a dead disk cannot be read within any deadline.
     */
    Secret token(long now, long mostNanos) throws InterruptedException {
        if (doubted || now - looked >= LOOK_EVERY) {
            CompletableFuture<Void> mine = new CompletableFuture<>();
            CompletableFuture<Void> other = reading.compareAndExchange(null, mine);
            if (other == null) {
                looked = now;
                doubted = false;
                start(mine);
            }
            await(other == null ? mine : other, Math.min(mostNanos, PATIENCE));
        }
        return loaded.token();
    }

    private void start(CompletableFuture<Void> done) {
        boolean started = false;
        try {
            Thread.ofPlatform().name("tender-token-" + extender).daemon(true).start(() -> refresh(done));
            started = true;
        } finally {
            if (!started) {
                ended(done);
            }
        }
    }

    private void ended(CompletableFuture<Void> done) {
        reading.set(null);
        done.complete(null);
    }

    private static void await(CompletableFuture<Void> read, long nanos) throws InterruptedException {
        try {
            read.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException slow) {
            LOG.debug("A token file is slow; the last token stays in use meanwhile");
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("reading completes without a failure", impossible);
        }
    }

    /** How the token may be written, and the one before it, which may still be on its way back to us. */
    Set<String> forms() {
        return loaded.forms();
    }

    /** The peer did not accept the token: looks at the file again with the next call. */
    void doubt() {
        doubted = true;
    }

    private void refresh(CompletableFuture<Void> done) {
        try {
            Loaded before = loaded;
            if (!version().equals(before.version())) {
                Loaded fresh = load();
                Set<String> both = new LinkedHashSet<>(fresh.forms());
                both.addAll(SecretForms.ofToken(before.token().reveal()));
                loaded = new Loaded(fresh.version(), fresh.token(), both);
            }
            failing = false;
        } catch (IOException | RuntimeException unreadable) {
            if (!failing) {
                failing = true;
                LOG.warn(
                        "Extender '{}': the token file {} cannot be read ({}); the last token stays in use",
                        extender,
                        file,
                        reason(unreadable));
            }
        } finally {
            ended(done);
        }
    }

    private Version version() throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new Version(
                attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                attributes.size(),
                String.valueOf(attributes.fileKey()));
    }

    private Loaded load() throws IOException {
        // The version from before reading: a change in between is then noticed the next time.
        Version version = version();
        if (version.size() > LARGEST) {
            throw new IOException("a file of " + version.size() + " bytes, which is no token");
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
        if (!TOKEN.matcher(text).matches()) {
            throw new IOException("a file without a token of printable ASCII characters");
        }
        return new Loaded(version, Secret.of(text), SecretForms.ofToken(text));
    }

    /** Without the contents of the file, whatever they were. */
    private static String reason(Exception unreadable) {
        return FailureWords.of(unreadable);
    }
}
