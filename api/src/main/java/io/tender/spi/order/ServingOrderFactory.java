package io.tender.spi.order;

import java.util.Map;

/**
 * Makes serving orders of one kind. Found by {@link java.util.ServiceLoader} on the class path and in the jars of the plugins
 * folder, and chosen by its name, as the sorter of roles, of frameworks, or of both.
 */
public interface ServingOrderFactory {

    /** The name operators select it by; unique among all factories found, compared exactly. */
    String name();

    /** One sentence for the list of known sorters. */
    default String description() {
        return "";
    }

    /**
     * Makes one, for one allocator.
     *
     * @param parameters its settings; a factory refuses what it does not understand with an
     *     {@link IllegalArgumentException} that says what was got, what was expected and what to do
     * @return a new order, never null
     */
    ServingOrder create(Map<String, String> parameters);
}
