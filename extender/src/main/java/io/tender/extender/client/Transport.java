package io.tender.extender.client;

import java.io.IOException;
import org.apache.hc.core5.http.HttpException;

/** Carries one request and brings the answer's head; the only place that knows which HTTP is spoken. */
interface Transport extends AutoCloseable {
    /** Returns by the flight's end at the latest, or throws. */
    Reply exchange(Request request, Flight flight) throws IOException, HttpException, InterruptedException;

    /** Lets go of what has been unused for long; says in how many nanoseconds it wants to be asked again. */
    long evictIdle(long now);

    @Override
    void close();
}
