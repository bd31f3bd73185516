package io.tender.spi.offers;

import java.util.List;

/**
 * Makes offer sets of one kind. Found by {@link java.util.ServiceLoader} on the class path and in the jars of the
 * plugins folder, and chosen by the setting {@code offer_set_module}: its name, one of its aliases, or the name of its
 * class.
 */
public interface OfferSetFactory {

    /** The name operators select it by; unique among all factories found, compared exactly. */
    String name();

    /** Other names it answers to, such as the class name another scheduler knew it by. */
    default List<String> aliases() {
        return List.of();
    }

    /** One sentence for the list of known offer sets. */
    default String description() {
        return "";
    }

    /**
     * Makes an empty set.
     *
     * @param setup its settings and surroundings; a factory refuses parameters it does not understand with an
     *     {@link IllegalArgumentException} that says what was got, what was expected and what to do
     * @return a new set, never null
     */
    OfferSet create(OfferSetSetup setup);
}
