package io.tender.extender.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The current file of a recording and the full ones behind it: {@code name}, {@code name.1}, {@code name.2} … A file holds
 * whole lines, also after a failure: what was written of a line is taken back.
 */
final class RecordingFiles implements AutoCloseable {
    private static final int BUFFER = 1 << 16;
    private static final byte[] LINE_END = {'\n'};

    /** Opens the current file. */
    @FunctionalInterface
    interface Opener {
        SeekableByteChannel open(Path file) throws IOException;
    }

    private final RecordingSettings settings;
    private final Opener opener;
    private final LineBuffer buffer = new LineBuffer();
    private Optional<SeekableByteChannel> out = Optional.empty();
    private Optional<Object> opened = Optional.empty();
    private int buffered;
    private long lost;
    /** Length of the file up to the end of its last whole line, without what is buffered. */
    private long good;
    /** What the file must be cut to before it is used again. */
    private OptionalLong cutTo = OptionalLong.empty();

    RecordingFiles(RecordingSettings settings) {
        // Behind what is there, whoever wrote it: another extender's recording, or that of the same before its settings
        // changed.
        this(settings, file -> Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    RecordingFiles(RecordingSettings settings, Opener opener) {
        this.settings = settings;
        this.opener = opener;
    }

    /** Lines that were appended and then lost, since this was last asked. */
    long takeLost() {
        long count = lost;
        lost = 0;
        return count;
    }

    /** Takes the line, or throws and does not. */
    void append(RecordingLine line) throws IOException {
        if (buffer.size() >= BUFFER) {
            flush();
        }
        open();
        // Where the line begins.
        int before = buffer.size();
        boolean taken = false;
        try {
            line.writeTo(buffer);
            if (good + before > 0 && good + buffer.size() > settings.fileBytes()) {
                int others = before;
                before = 0;
                flush(others);
                shut();
                rotate();
                open();
            }
            buffered++;
            taken = true;
        } finally {
            if (!taken) {
                buffer.cutTo(before);
            }
        }
    }

    void flush() throws IOException {
        flush(buffer.size());
    }

    /** @param count bytes of all lines that were taken */
    private void flush(int count) throws IOException {
        if (buffered == 0) {
            return;
        }
        boolean written = false;
        try {
            if (out.isPresent() && !isStillThere()) {
                // Whoever deletes or moves a log does not mean what comes after it.
                shut();
            }
            open();
            buffer.writeTo(out.orElseThrow(), count);
            good = out.orElseThrow().size();
            written = true;
        } finally {
            if (!written) {
                lost += buffered;
                cutTo = OptionalLong.of(good);
                shut();
            }
            buffered = 0;
            buffer.removeFirst(count);
        }
    }

    private void open() throws IOException {
        if (out.isPresent()) {
            return;
        }
        Path folder = settings.file().toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        SeekableByteChannel file = opener.open(settings.file());
        out = Optional.of(file);
        if (cutTo.isPresent() && file.size() > cutTo.getAsLong()) {
            file.truncate(cutTo.getAsLong());
        }
        cutTo = OptionalLong.empty();
        opened = fileKey();
        // Goes on where an earlier run stopped, in a line of its own if that run was killed within one.
        good = file.size();
        file.position(good);
        if (good > 0 && isTorn()) {
            file.write(ByteBuffer.wrap(LINE_END));
            good = file.size();
        }
    }

    /** Whether what is written can be found by the file's name. */
    private boolean isStillThere() throws IOException {
        try {
            return fileKey().equals(opened);
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    /** What tells the file from others that have its name at another time, where the system has such a thing. */
    private Optional<Object> fileKey() throws IOException {
        return Optional.ofNullable(
                Files.readAttributes(settings.file(), BasicFileAttributes.class).fileKey());
    }

    private boolean isTorn() throws IOException {
        try (SeekableByteChannel written = Files.newByteChannel(settings.file(), StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            written.position(written.size() - 1).read(last);
            return last.get(0) != '\n';
        }
    }

    private void rotate() throws IOException {
        for (int number = settings.files() - 1; number > 0; number--) {
            Path older = numbered(number);
            Path newer = numbered(number - 1);
            if (Files.exists(newer)) {
                Files.move(newer, older, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.deleteIfExists(settings.file());
        cutTo = OptionalLong.empty();
    }

    private Path numbered(int number) {
        return number == 0
                ? settings.file()
                : settings.file().resolveSibling(settings.file().getFileName() + "." + number);
    }

    private void shut() throws IOException {
        if (out.isPresent()) {
            SeekableByteChannel closing = out.get();
            out = Optional.empty();
            closing.close();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            flush();
        } finally {
            shut();
        }
    }
}
