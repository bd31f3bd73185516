package io.tender.daemon.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The names in a journal's folder: segments by the number of their first record, snapshots by that of their last. */
record StoreFolder(Path path) {
    private static final Pattern SEGMENT = Pattern.compile("records-(\\d{19})\\.log");
    private static final Pattern SNAPSHOT = Pattern.compile("snapshot-(\\d{19})\\.snap");
    private static final String UNFINISHED = ".unfinished";
    private static final Set<StandardOpenOption> FROM_ITS_BEGINNING =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    private static final FileAttribute<Set<PosixFilePermission>> OWNERS =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** @param number of the first record in a segment, of the last one that a snapshot stands for */
    record Numbered(long number, Path file) {}

    Path segment(long first) {
        return path.resolve("records-%019d.log".formatted(first));
    }

    Path snapshot(long upTo) {
        return path.resolve("snapshot-%019d.snap".formatted(upTo));
    }

    List<Numbered> segments() throws IOException {
        return numbered(SEGMENT);
    }

    List<Numbered> snapshots() throws IOException {
        return numbered(SNAPSHOT);
    }

    private List<Numbered> numbered(Pattern pattern) throws IOException {
        List<Numbered> found = new ArrayList<>();
        for (Path file : files()) {
            Matcher matcher = pattern.matcher(file.getFileName().toString());
            if (matcher.matches()) {
                found.add(new Numbered(Long.parseLong(matcher.group(1)), file));
            }
        }
        found.sort(Comparator.comparingLong(Numbered::number));
        return found;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> list = Files.list(path)) {
            return list.toList();
        }
    }

    /** Drops what a process that died was about to write. */
    void dropUnfinished() throws IOException {
        for (Path file : files()) {
            if (file.getFileName().toString().endsWith(UNFINISHED)) {
                Files.delete(file);
            }
        }
    }

    /** Opens a file to write it from its beginning. Only its owner may read it: what tasks were given to keep secret is in it. */
    static FileChannel begin(Path file) throws IOException {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix ? FileChannel.open(file, FROM_ITS_BEGINNING, OWNERS) : FileChannel.open(file, FROM_ITS_BEGINNING);
    }

    static Path unfinished(Path file) {
        return file.resolveSibling(file.getFileName() + UNFINISHED);
    }

    /** Gives a file that is on the disk already its name, for good. */
    void publish(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        sync();
    }

    /** Makes the names themselves durable: a new file is lost with the folder's entry, however often it was synced itself. */
    void sync() throws IOException {
        try (FileChannel folder = FileChannel.open(path, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }
}
