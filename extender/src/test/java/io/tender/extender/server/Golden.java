package io.tender.extender.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The messages that clients and servers agree on, byte for byte. */
final class Golden {
    private Golden() {}

    /** @param name such as {@code kube/bind-request} */
    static byte[] bytes(String name) {
        try (InputStream in = Golden.class.getResourceAsStream("/io/tender/extender/" + name + ".json")) {
            if (in == null) {
                throw new IllegalArgumentException("there is no golden file " + name);
            }
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Files end with a line, messages do not. */
    static String text(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8).strip();
    }
}
