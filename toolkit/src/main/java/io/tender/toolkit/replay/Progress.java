package io.tender.toolkit.replay;

/** Told how far a comparison is; called from any thread, and must not wait. */
@FunctionalInterface
public interface Progress {
    /**
     * @param bytes of the recording that were read so far
     * @param compared questions so far
     */
    void at(long bytes, long compared);
}
