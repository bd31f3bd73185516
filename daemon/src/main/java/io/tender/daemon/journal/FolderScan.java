package io.tender.daemon.journal;

import io.tender.daemon.journal.StoreFolder.Numbered;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a whole folder: the newest snapshot, all records after it, and the first damage, at which it ends.
 *
 * @param last the number of the last good record
 * @param cut the segment that the damage is in and the bytes of it that are good; empty if nothing is damaged
 */
record FolderScan(List<byte[]> snapshot, List<byte[]> records, long last, Optional<Damage> damage, Optional<Cut> cut) {

    /** @param later the segments behind it, of which nothing could be used any more */
    record Cut(Numbered segment, int goodBytes, List<Numbered> later) {}

    static FolderScan of(StoreFolder folder) throws IOException {
        List<Numbered> snapshots = folder.snapshots();
        if (snapshots.isEmpty()) {
            return records(folder.segments(), 0, List.of());
        }
        Numbered newest = snapshots.getLast();
        Optional<List<byte[]>> parts = SnapshotFile.read(newest.file(), newest.number());
        if (parts.isEmpty()) {
            Damage damage =
                    new Damage(Damage.Kind.SNAPSHOT, newest.file().toString(), "a snapshot that cannot be read", 0, 0);
            return new FolderScan(List.of(), List.of(), 0, Optional.of(damage), Optional.empty());
        }
        return records(folder.segments(), newest.number(), parts.get());
    }

    private static FolderScan records(List<Numbered> segments, long upTo, List<byte[]> snapshot) throws IOException {
        List<byte[]> records = new ArrayList<>();
        long next = upTo + 1;
        for (int i = 0; i < segments.size(); i++) {
            Numbered segment = segments.get(i);
            List<Numbered> later = segments.subList(i + 1, segments.size());
            long limit = later.isEmpty() ? Long.MAX_VALUE : later.getFirst().number();
            if (limit <= upTo + 1) {
                continue; // The snapshot stands for all of it; a process died before it could be dropped.
            }
            if (segment.number() > next) {
                Damage gap = new Damage(
                        Damage.Kind.MIDDLE,
                        segment.file().toString(),
                        "records " + next + " to " + (segment.number() - 1) + " missing before the first one",
                        next - 1,
                        countReadable(segments.subList(i, segments.size())));
                return new FolderScan(
                        snapshot, records, next - 1, Optional.of(gap), Optional.of(new Cut(segment, 0, later)));
            }
            byte[] file = Files.readAllBytes(segment.file());
            SegmentScan scan = SegmentScan.of(file, segment.number(), limit);
            long from = Math.min(
                    Math.max(next - segment.number(), 0), scan.records().size());
            records.addAll(scan.records().subList((int) from, scan.records().size()));
            next = Math.max(next, scan.next());
            boolean incomplete = !later.isEmpty() && scan.next() < limit;
            if (scan.isDamaged() || incomplete) {
                Damage damage = damage(segment, file, scan, later, next - 1);
                Cut cut = new Cut(segment, scan.goodEnd(), later);
                return new FolderScan(snapshot, records, next - 1, Optional.of(damage), Optional.of(cut));
            }
        }
        return new FolderScan(snapshot, records, next - 1, Optional.empty(), Optional.empty());
    }

    private static Damage damage(Numbered segment, byte[] file, SegmentScan scan, List<Numbered> later, long last)
            throws IOException {
        SegmentScan.Remains remains = scan.remains();
        boolean tail = later.isEmpty() && !remains.wasDurable();
        return new Damage(
                tail ? Damage.Kind.TAIL : Damage.Kind.MIDDLE,
                segment.file() + " at byte " + scan.goodEnd() + " of " + file.length,
                tail ? "an append that was cut short" : "unreadable bytes where record " + scan.next() + " should be",
                last,
                remains.readable() + countReadable(later));
    }

    private static long countReadable(List<Numbered> segments) throws IOException {
        long count = 0;
        for (Numbered segment : segments) {
            SegmentScan scan = SegmentScan.of(Files.readAllBytes(segment.file()), segment.number(), Long.MAX_VALUE);
            count += scan.records().size();
            if (scan.isDamaged()) {
                count += scan.remains().readable();
            }
        }
        return count;
    }
}
