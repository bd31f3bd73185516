package io.tender.daemon.http.work;

import java.util.Optional;
import java.util.SortedSet;

/** Where the things are that can be watched. */
interface Gallery {
    /** The words for them, such as jobs. */
    SortedSet<String> kinds();

    /** All of a kind, as a list shows them. */
    Sight all(String kind);

    /** One of them, with all there is to know of it; empty while it is not there. */
    Sight one(String kind, String name);

    /** Why one of them is where it is. */
    Sight explained(String kind, String name, Optional<String> task);
}
