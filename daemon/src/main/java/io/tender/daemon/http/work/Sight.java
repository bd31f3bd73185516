package io.tender.daemon.http.work;

import java.util.List;

/** Something that can be looked at again and again. */
@FunctionalInterface
interface Sight {
    /** What is there now. Waits for the master. */
    List<Glimpse> look();
}
