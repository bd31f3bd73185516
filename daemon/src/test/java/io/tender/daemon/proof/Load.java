package io.tender.daemon.proof;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/** Somebody who keeps a daemon busy, and remembers what it was told. */
interface Load {
    /**
     * Goes on until it is enough.
     *
     * @throws IOException if the daemon is gone, which is as good an end as any
     */
    void run(Calls calls, BooleanSupplier enough) throws IOException, InterruptedException;
}
