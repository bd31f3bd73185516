package io.tender.toolkit.replay;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Goes through a recording line by line; what cannot be read is told with its line number, and the rest goes on. */
public final class RecordingReader implements AutoCloseable {
    /** Some hundred times what a recorder writes with its usual settings. */
    static final int LONGEST_LINE = 1 << 28;

    private final String name;
    private final InputStream in;
    private long line;
    private long offset;

    private RecordingReader(String name, InputStream in, long line, long offset) {
        this.name = name;
        this.in = in;
        this.line = line;
        this.offset = offset;
    }

    public static RecordingReader open(Path file) throws IOException {
        return new RecordingReader(file.toString(), new BufferedInputStream(Files.newInputStream(file), 1 << 16), 0, 0);
    }

    /** One line alone. */
    static Entry at(RandomAccessFile file, Entry.Place place) throws IOException {
        file.seek(place.offset());
        InputStream there = new BufferedInputStream(Channels.newInputStream(file.getChannel()), 1 << 16);
        // Closing it would close the file, which is its owner's to do.
        @SuppressWarnings("resource")
        RecordingReader reader = new RecordingReader(place.file(), there, place.line() - 1, place.offset());
        return reader.next()
                .orElseThrow(() -> new IOException(place + " is gone: the recording changed while it was read"));
    }

    /** How many bytes were read. */
    public long position() {
        return offset;
    }

    /** Nothing at the end. Empty lines are passed over. */
    public Optional<Entry> next() throws IOException {
        while (true) {
            Entry.Place place = new Entry.Place(name, line + 1, offset);
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            boolean tooLong = false;
            int next = in.read();
            boolean something = next >= 0;
            while (next >= 0 && next != '\n') {
                offset++;
                tooLong |= text.size() >= LONGEST_LINE;
                if (!tooLong) {
                    text.write(next);
                }
                next = in.read();
            }
            if (!something) {
                return Optional.empty();
            }
            line++;
            offset += next == '\n' ? 1 : 0;
            if (tooLong) {
                return Optional.of(new Entry.Broken(
                        place, "got more than " + LONGEST_LINE + " bytes, expected a line of a recording"));
            }
            if (text.size() > 0) {
                return Optional.of(LineParser.parse(place, text.toByteArray(), next < 0));
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
