package io.tender.daemon.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import io.tender.daemon.loop.MasterLoop;

/**
 * Marks answers that are given while the journal fails: what they tell is what the master knows, and not all of it may be
 * durable yet. Whoever looks whether something was done has to ask again later.
 */
public final class Unsettled {
    private static final HeaderName HEADER = HeaderNames.create("Tender-Durable");

    private Unsettled() {}

    /** To be called before the master is asked: it may recover meanwhile, and is still not sure. */
    public static void mark(MasterLoop loop, ServerResponse response) {
        if (loop.isFailing()) {
            response.header(HEADER, "false");
        }
    }
}
