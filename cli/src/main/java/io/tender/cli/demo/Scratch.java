package io.tender.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for the time of a show. */
record Scratch(Path folder) implements AutoCloseable {
    static Scratch create() throws IOException {
        return new Scratch(Files.createTempDirectory("tender-demo-"));
    }

    /** Removes it with all that is in it. */
    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (UncheckedIOException broken) {
            throw broken.getCause();
        }
    }
}
