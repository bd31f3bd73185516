package io.tender.daemon.cluster.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The folder of one task: what is known of it, what it wrote, and a sandbox that is the task's own. */
record TaskFolder(Path path) {
    /** Far beyond any order. */
    private static final long LONGEST_RECORD = 64L << 20;

    private static final Set<PosixFilePermission> OURS = PosixFilePermissions.fromString("rwx------");

    /** Where the task runs and may do as it likes. */
    Path sandbox() {
        return path.resolve("sandbox");
    }

    Path started() {
        return path.resolve("started");
    }

    Path output(String stream) {
        return path.resolve(stream);
    }

    private Path recordFile() {
        return path.resolve("record");
    }

    /** Makes the folder; what an attempt left that never came to a record is taken over. */
    void create() throws IOException {
        Files.createDirectories(sandbox());
        Files.setPosixFilePermissions(path, OURS);
    }

    /**
     * Replaces the record as a whole.
     *
     * @param durable whether it must outlive the machine, and not only this process
     */
    void write(TaskRecord record, boolean durable) throws IOException {
        replace(recordFile(), RecordText.write(record), durable);
        if (durable) {
            force(path);
            // The names on the way here must last as well: those of the task, of its framework.
            Path above = path.getParent();
            for (int level = 0; level < 2 && above != null; level++) {
                force(above);
                above = above.getParent();
            }
        }
    }

    void writeRun(String script) throws IOException {
        replace(path.resolve("run"), script.getBytes(StandardCharsets.UTF_8), false);
    }

    private void replace(Path file, byte[] bytes, boolean durable) throws IOException {
        Path fresh = path.resolve(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                fresh,
                EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            if (durable) {
                channel.force(true);
            }
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /**
     * The record; empty if there is none.
     *
     * @throws IllegalArgumentException if it cannot be understood
     */
    Optional<TaskRecord> read() throws IOException {
        try {
            if (Files.size(recordFile()) > LONGEST_RECORD) {
                throw new IOException("The record is " + Files.size(recordFile()) + " bytes long; expected at most "
                        + LONGEST_RECORD);
            }
            return Optional.of(RecordText.read(Files.readAllBytes(recordFile())));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Takes back what was written before a start that is not to be. Works on a full disk too. */
    void forgetRecord() throws IOException {
        Files.deleteIfExists(recordFile());
    }

    /** Who won the right to start the task; empty while nobody has. */
    Optional<Started> readStarted() throws IOException {
        try {
            return Started.parse(Files.readString(started()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Tries to win it, so that the task never starts; false if it was started before. */
    boolean claimNever() throws IOException {
        Path claim = path.resolve("claim." + Started.NEVER);
        Files.writeString(claim, Started.NEVER + "\n");
        try {
            Files.createLink(started(), claim);
            return true;
        } catch (FileAlreadyExistsException e) {
            return readStarted().filter(Started.Never.class::isInstance).isPresent();
        } finally {
            Files.deleteIfExists(claim);
        }
    }

    /** How the task ended; empty while it has not. A torn file, as a machine that lost its power leaves, counts as none. */
    Optional<Exit> readExit() throws IOException {
        try {
            String written = Files.readString(path.resolve("exit")).trim();
            return written.matches("[0-9]{1,3}") ? Optional.of(new Exit(Integer.parseInt(written))) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
