package io.tender.daemon.journal;

import io.tender.daemon.journal.StoreFolder.Numbered;
import io.tender.model.FailureWords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal in a folder: segments that are appended to, and snapshots beside them.
 *
 * <p>A failure to write is always a passing one. The next try begins a new segment and relies on nothing that a failed one
 * left behind, so it is safe whatever the reason was; and whether the disk can be helped is for the operator to say.
 */
final class FileJournal implements Journal {

    /** Size from which on a new segment is begun, so that what a snapshot stands for can be dropped. */
    static final long SEGMENT_BYTES = 32L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(FileJournal.class);

    private final StoreFolder folder;
    private final FolderLock lock;
    private final long segmentBytes;
    private @Nullable Segment segment;
    private volatile long last = -1;
    /** Held while a snapshot is written: the store is not let go of under it. */
    private final ReentrantLock snapshots = new ReentrantLock();

    private boolean closed;

    private FileJournal(StoreFolder folder, FolderLock lock, long segmentBytes) {
        this.folder = folder;
        this.lock = lock;
        this.segmentBytes = segmentBytes;
    }

    static FileJournal open(Path path) throws JournalException {
        return open(path, SEGMENT_BYTES);
    }

    static FileJournal open(Path path, long segmentBytes) throws JournalException {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw JournalException.lasting(
                    "The journal cannot be kept in " + path + ".",
                    "something that is not a folder",
                    "a folder, or a path at which one can be made",
                    "name another path, or move what is there");
        }
        try {
            Files.createDirectories(path);
            return new FileJournal(new StoreFolder(path), FolderLock.take(path), segmentBytes);
        } catch (IOException failure) {
            throw new JournalException(
                    JournalException.text(
                            "The journal cannot be kept in " + path + ".",
                            describe(failure),
                            "a folder that this user may write to",
                            "change its permissions or owner, or name another path"),
                    failure,
                    false);
        }
    }

    @Override
    public Recovered recover() throws JournalException {
        try {
            folder.dropUnfinished();
            FolderScan scan = FolderScan.of(folder);
            String notice = "";
            if (scan.damage().isPresent()) {
                Damage damage = scan.damage().get();
                if (damage.kind() != Damage.Kind.TAIL) {
                    throw damage.stop();
                }
                cut(scan.cut().orElseThrow());
                notice = "%s was found in %s; it was cut behind record %d, the last good one"
                        .formatted(damage.what(), damage.where(), damage.lastGood());
            }
            last = scan.last();
            return new Recovered(scan.snapshot(), scan.records(), scan.last(), notice);
        } catch (IOException failure) {
            throw new JournalException(
                    JournalException.text(
                            "The journal in " + folder.path() + " cannot be read.",
                            describe(failure),
                            "files that this user may read and write",
                            "see to the disk and the permissions"),
                    failure,
                    false);
        }
    }

    private void cut(FolderScan.Cut cut) throws IOException {
        if (cut.goodBytes() == 0) {
            Files.delete(cut.segment().file());
        } else {
            try (FileChannel channel = FileChannel.open(cut.segment().file(), StandardOpenOption.WRITE)) {
                channel.truncate(cut.goodBytes());
                channel.force(true);
            }
        }
        folder.sync();
    }

    @Override
    public long append(List<byte[]> records) throws JournalException {
        long before = recoveredLast();
        if (records.isEmpty()) {
            return before;
        }
        ByteBuffer group = Frames.group(before + 1, records);
        try {
            segmentFor(before + 1).append(group);
        } catch (IOException failure) {
            abandonSegment();
            throw failedToWrite("appended", failure);
        }
        last = before + records.size();
        return last;
    }

    private long recoveredLast() {
        if (last < 0) {
            throw new IllegalStateException(
                    "a journal has to be recovered before it is written to: call recover() first");
        }
        return last;
    }

    private Segment segmentFor(long next) throws IOException {
        Segment current = segment;
        if (current != null && current.size() >= segmentBytes && current.first() < next) {
            current.close();
            segment = null;
            current = null;
        }
        if (current == null) {
            current = Segment.create(folder, next);
            segment = current;
        }
        return current;
    }

    private void abandonSegment() {
        Segment failed = segment;
        segment = null;
        if (failed != null) {
            try {
                failed.close();
            } catch (IOException another) {
                LOG.debug("a segment that is given up could not be closed either", another);
            }
        }
    }

    @Override
    public void snapshot(long upTo, List<byte[]> parts) throws JournalException {
        if (upTo > recoveredLast() || upTo < 0) {
            throw new IllegalArgumentException(
                    "a snapshot up to record %d, but record %d is the last durable one".formatted(upTo, last));
        }
        snapshots.lock();
        try {
            if (closed) {
                throw new IllegalStateException("a snapshot for a journal that is closed: close it after the last one");
            }
            SnapshotFile.write(folder, upTo, parts);
            drop(upTo);
        } catch (IOException failure) {
            throw failedToWrite("kept as a snapshot", failure);
        } finally {
            snapshots.unlock();
        }
    }

    private void drop(long upTo) throws IOException {
        for (Numbered older : folder.snapshots()) {
            if (older.number() < upTo) {
                Files.delete(older.file());
            }
        }
        List<Numbered> segments = folder.segments();
        // Never the last one, which is being written to; and oldest first, so that a gap can never be left.
        for (int i = 0; i + 1 < segments.size() && segments.get(i + 1).number() <= upTo + 1; i++) {
            Files.delete(segments.get(i).file());
        }
        folder.sync();
    }

    private JournalException failedToWrite(String what, IOException failure) {
        return new JournalException(
                JournalException.text(
                        "Nothing can be " + what + " in " + folder.path() + ".",
                        describe(failure),
                        "room on the disk, and a file system that takes writes",
                        "make room or mend the file system; it is tried again until it works"),
                failure,
                true);
    }

    private static String describe(IOException failure) {
        return FailureWords.of(failure);
    }

    @Override
    public void close() {
        snapshots.lock();
        try {
            closed = true;
            abandonSegment();
            lock.close();
        } catch (IOException failure) {
            LOG.warn("the lock of the journal in {} could not be let go of", folder.path(), failure);
        } finally {
            snapshots.unlock();
        }
    }
}
