package io.tender.daemon.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A file that groups of records are appended to.
 *
 * <p>Once an append has failed the file is not written to again: after a failed sync nobody knows which pages reached the
 * disk, and a second sync may succeed without having written them. The next segment takes over at the same number, and
 * whatever the failed append left behind that number does not count.
 */
final class Segment implements AutoCloseable {
    static final int HEADER = 20;

    /** Says what the file is, and the version of its layout. */
    private static final long MAGIC = 0x54454e4445524a31L;

    private final FileChannel channel;
    private final long first;
    private long size;

    private Segment(FileChannel channel, long first) {
        this.channel = channel;
        this.first = first;
    }

    static Segment create(StoreFolder folder, long first) throws IOException {
        // A file of that name can only be the trace of an append that failed.
        FileChannel channel = StoreFolder.begin(folder.segment(first));
        Segment segment = new Segment(channel, first);
        try {
            segment.write(header(first));
            channel.force(true);
            folder.sync();
            return segment;
        } catch (IOException | RuntimeException failure) {
            channel.close();
            throw failure;
        }
    }

    private static ByteBuffer header(long first) {
        ByteBuffer header = ByteBuffer.allocate(HEADER).putLong(MAGIC).putLong(first);
        return header.putInt(Frames.checksum(header.array(), 0, HEADER - 4)).flip();
    }

    static boolean hasHeader(byte[] file, long first) {
        return file.length >= HEADER && ByteBuffer.wrap(file, 0, HEADER).equals(header(first));
    }

    void append(ByteBuffer group) throws IOException {
        write(group);
        channel.force(false);
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            size += channel.write(bytes, size);
        }
    }

    long first() {
        return first;
    }

    long size() {
        return size;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
