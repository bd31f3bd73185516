package io.tender.spi;

import java.util.Map;

/**
 * Makes allocators of one kind. Found by {@link java.util.ServiceLoader} on the class path and in the jars of the
 * plugins folder, and chosen by its name.
 */
public interface AllocatorFactory {

    /** The name operators select it by; unique among all factories found, compared exactly. */
    String name();

    /** One sentence for the list of known allocators. */
    default String description() {
        return "";
    }

    /**
     * Makes an allocator that has not been initialized. One that holds something to let go of, such as a connection or a
     * thread, implements {@link AutoCloseable}: it is closed once, after the last call, when its host ends.
     *
     * @param host its doors to the outside; the returned allocator is only ever called on the host's turns
     * @param parameters the settings given for this module; a factory refuses what it does not understand with an
     *     {@link IllegalArgumentException} that says what was got, what was expected and what to do
     * @return a new allocator, never null
     */
    Allocator create(AllocatorHost host, Map<String, String> parameters);
}
