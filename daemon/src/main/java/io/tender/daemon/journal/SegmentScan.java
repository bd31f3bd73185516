package io.tender.daemon.journal;

import io.tender.daemon.journal.Frames.Frame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads one segment up to the first thing that is not as it should be, and finds out what that means. */
final class SegmentScan {

    private final byte[] file;
    private final long limit;
    private final List<byte[]> records = new ArrayList<>();
    private final long first;
    private int goodEnd;
    private boolean damaged;

    private SegmentScan(byte[] file, long first, long limit) {
        this.file = file;
        this.first = first;
        this.limit = limit;
    }

    /** @param limit the number the next segment begins with: whatever lies here from that number on does not count */
    static SegmentScan of(byte[] file, long first, long limit) {
        SegmentScan scan = new SegmentScan(file, first, limit);
        if (Segment.hasHeader(file, first)) {
            scan.goodEnd = Segment.HEADER;
            scan.readGroups();
        } else {
            scan.damaged = true;
        }
        return scan;
    }

    private void readGroups() {
        while (next() < limit && goodEnd < file.length) {
            List<Frame> group = readGroup();
            if (group.isEmpty()) {
                damaged = true;
                return;
            }
            for (Frame frame : group) {
                int from = frame.start() + Frames.HEADER;
                records.add(Arrays.copyOfRange(file, from, from + frame.length()));
                goodEnd = frame.end();
            }
        }
    }

    private List<Frame> readGroup() {
        List<Frame> group = new ArrayList<>();
        int at = goodEnd;
        while (true) {
            long expected = next() + group.size();
            Optional<Frame> frame = Frames.at(file, at, expected, expected);
            boolean fits = frame.isPresent()
                    && frame.get().index() == group.size()
                    && (group.isEmpty()
                            || frame.get().following() == group.getLast().following() - 1);
            if (!fits) {
                return List.of();
            }
            group.add(frame.get());
            if (frame.get().following() == 0) {
                return group;
            }
            at = frame.get().end();
        }
    }

    /** The number after the last good record. */
    long next() {
        return first + records.size();
    }

    List<byte[]> records() {
        return records;
    }

    /** Where the last good group ends. */
    int goodEnd() {
        return goodEnd;
    }

    boolean isDamaged() {
        return damaged;
    }

    /** Good frames behind the damage: how many, and whether one of them proves that what is damaged had been durable. */
    Remains remains() {
        int readable = 0;
        boolean wasDurable = false;
        long lowest = next();
        // A frame takes room, so a number beyond this cannot be genuine.
        long highest = lowest + file.length / Frames.HEADER;
        for (int at = goodEnd; at + Frames.HEADER <= file.length; at++) {
            Optional<Frame> frame = Frames.at(file, at, lowest, highest);
            if (frame.isPresent()) {
                readable++;
                // A good header that is missing was written before any group; a later group, after this one was
                // durable.
                wasDurable |= goodEnd == 0 || frame.get().groupStart() > next();
                lowest = frame.get().number() + 1;
                at = frame.get().end() - 1;
            }
        }
        return new Remains(readable, wasDurable);
    }

    record Remains(int readable, boolean wasDurable) {}
}
