package io.tender.mesos;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Documents as Mesos writes them, kept beside the tests. */
final class Golden {
    private Golden() {}

    static String text(String name) {
        try (InputStream in = Golden.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The document without the space that only people need; no string in the files holds any. */
    static String compact(String name) {
        return text(name)
                .lines()
                .map(String::strip)
                .reduce("", String::concat)
                .replace(": ", ":")
                .replace(", ", ",");
    }
}
