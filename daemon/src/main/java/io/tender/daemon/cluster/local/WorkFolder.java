package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.TaskKey;
import io.tender.model.AgentId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the agent keeps everything it has; held by one process at a time. */
final class WorkFolder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkFolder.class);

    private final Path path;
    private final FileChannel lock;

    private WorkFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Makes the folder if need be, and holds it until it is closed. */
    static WorkFolder open(Path path) throws IOException {
        return open(path, false);
    }

    /** @param passable whether other users must be able to reach folders of theirs below it */
    static WorkFolder open(Path path, boolean passable) throws IOException {
        Path work = path.toAbsolutePath().normalize();
        Files.createDirectories(work);
        Files.setPosixFilePermissions(work, PosixFilePermissions.fromString(passable ? "rwx--x--x" : "rwx------"));
        WorkFolder folder = new WorkFolder(work, lock(work.resolve("lock")));
        Files.createDirectories(folder.tasks());
        Files.createDirectories(folder.bell());
        Files.createDirectories(folder.trash());
        Files.createDirectories(folder.volumes());
        Files.createDirectories(folder.unclaimed());
        for (Path ours : List.of(folder.bell(), folder.trash(), folder.unclaimed())) {
            Files.setPosixFilePermissions(ours, PosixFilePermissions.fromString("rwx------"));
        }
        folder.writeSupervisor();
        return folder;
    }

    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        @Nullable FileLock held;
        try {
            held = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            held = null;
        }
        if (held == null) {
            channel.close();
            throw new IOException(
                    "The agent's folder is in use.\n  got:      " + file + " is held by process "
                            + Files.readString(file).trim()
                            + "\n  expected: one daemon per folder\n  to do:    stop that one, or give this one another folder");
        }
        channel.truncate(0);
        channel.write(
                ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
        return channel;
    }

    /** A running shell reads its script bit by bit, so an older version is left alone and not written over. */
    private void writeSupervisor() throws IOException {
        byte[] text;
        try (InputStream in =
                Objects.requireNonNull(WorkFolder.class.getResourceAsStream("supervise.sh"), "supervise.sh")) {
            text = in.readAllBytes();
        }
        Path fresh = path.resolve("supervise.new");
        Files.write(fresh, text);
        Files.move(fresh, supervisor(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    Path path() {
        return path;
    }

    Path supervisor() {
        return path.resolve("supervise.sh");
    }

    /** A file appears here whenever a task starts or ends. */
    Path bell() {
        return path.resolve("bell");
    }

    /** What is to be deleted, moved out of the way first. */
    Path trash() {
        return path.resolve("trash");
    }

    /** The folder of each persistent volume, in that of its role. */
    Path volumes() {
        return path.resolve("volumes");
    }

    /** What was found where volumes are kept and is none. */
    Path unclaimed() {
        return path.resolve("unclaimed");
    }

    private Path tasks() {
        return path.resolve("tasks");
    }

    TaskFolder folder(TaskKey key) {
        return new TaskFolder(tasks().resolve(SafeName.of(key.framework().value()))
                .resolve(SafeName.of(key.task().value())));
    }

    /** The agent's id: made once, kept for as long as the folder. */
    AgentId agentId(String hostname) throws IOException {
        Path file = path.resolve("agent");
        try {
            return new AgentId(Files.readString(file).trim());
        } catch (NoSuchFileException e) {
            AgentId id =
                    new AgentId(hostname + "-" + UUID.randomUUID().toString().substring(0, 8));
            Path fresh = path.resolve("agent.new");
            Files.writeString(
                    fresh,
                    id + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.SYNC,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            return id;
        }
    }

    /** The folders of all tasks there are; what is none is said in the log and left alone. */
    List<TaskFolder> taskFolders() throws IOException {
        List<TaskFolder> found = new ArrayList<>();
        for (Path framework : foldersIn(tasks())) {
            try {
                foldersIn(framework).forEach(folder -> found.add(new TaskFolder(folder)));
            } catch (IOException unreadable) {
                LOG.error("{} cannot be read, so nothing is known of its tasks: {}", framework, unreadable.toString());
            }
        }
        return found;
    }

    /** The folders of all volumes there are. */
    List<Path> volumeFolders() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path role : foldersIn(volumes())) {
            found.addAll(foldersIn(role));
        }
        return found;
    }

    private static List<Path> foldersIn(Path above) throws IOException {
        List<Path> folders = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(above)) {
            for (Path one : all) {
                if (Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS)) {
                    folders.add(one);
                } else {
                    LOG.error("{} is passed over: it is no folder, and everything here should be one", one);
                }
            }
        } catch (DirectoryIteratorException failed) {
            throw failed.getCause();
        }
        return folders;
    }

    /** Moves a folder out of the way at once, so that its name is free; returns where it is now. */
    Path discard(Path folder) throws IOException {
        Path moved = trash().resolve(UUID.randomUUID().toString());
        Files.move(folder, moved, StandardCopyOption.ATOMIC_MOVE);
        return moved;
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
