package io.tender.daemon.cluster;

/** A part of what a task wrote. */
public final class Output {
    private final byte[] bytes;
    private final long offset;
    private final long size;

    /**
     * @param offset where the bytes begin
     * @param size how long the whole output is by now
     */
    public Output(byte[] bytes, long offset, long size) {
        this.bytes = bytes.clone();
        this.offset = offset;
        this.size = size;
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    public long offset() {
        return offset;
    }

    public long size() {
        return size;
    }
}
