package io.tender.extender.client;

import java.io.IOException;
import java.net.Socket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closing a socket from any thread, whoever is stuck in it. */
final class RawSockets {
    private static final Logger LOG = LoggerFactory.getLogger(RawSockets.class);

    private RawSockets() {}

    static void close(Socket raw) {
        try {
            raw.close();
        } catch (IOException broken) {
            // Nobody can do anything about it, and the file descriptor is gone all the same.
            LOG.debug("Closing a broken connection", broken);
        }
    }
}
