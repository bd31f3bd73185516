package io.tender.extender.client;

import java.util.List;

/**
 * What goes over the wire.
 *
 * @param headers all but Host and Content-Length
 * @param repeatable whether it may be sent again when a kept connection turns out to be dead
 */
record Request(HttpMethod method, Endpoint endpoint, List<Header> headers, RequestBody body, boolean repeatable) {
    record Header(String name, String value) {
        /** Values may be secret. */
        @Override
        public String toString() {
            return name;
        }
    }
}
