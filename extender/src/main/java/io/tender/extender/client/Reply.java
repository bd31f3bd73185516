package io.tender.extender.client;

import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/** The head of an answer, and its body as it arrives. */
interface Reply {
    int status();

    /** The header's value, or an empty text; the last one if there are several. */
    String header(String name);

    /** All values of the header, with commas between them. */
    String headers(String name);

    /** The body's length, if it was announced. */
    OptionalLong announced();

    /** As it is on the wire: not decompressed. Never null. */
    InputStream body() throws IOException;

    /** The body was read to its end: what carried it may carry the next one. */
    void finished();

    /** The body was not read to its end, or not understood: what carried it is torn down, unless finished already. */
    void abandon();
}
