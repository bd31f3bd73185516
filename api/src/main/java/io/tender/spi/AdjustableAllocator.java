package io.tender.spi;

import java.util.SortedSet;

/**
 * An allocator some of whose options can be changed while it works. One that is none of these keeps the options it was
 * initialized with until the program starts again.
 */
public interface AdjustableAllocator extends Allocator {

    /** The names of the options that {@link #adjust} takes, as {@link AllocatorOptions} has them. */
    SortedSet<String> adjustableOptions();

    /**
     * Takes over the options that can be changed and leaves the others as they are. What was offered stays offered; runs
     * from now on go by the new options. Called on a turn of the host, after {@link #initialize}, seldom.
     */
    void adjust(AllocatorOptions options);
}
