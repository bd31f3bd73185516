package io.tender.toolkit.record;

import io.tender.extender.client.Gunzip;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.InflaterInputStream;

/** Undoes content codings, within a bound; what cannot be undone stays as it is. */
final class Unpacking {
    private Unpacking() {}

    static boolean isPlain(String coding) {
        return coding.isEmpty() || coding.equalsIgnoreCase("identity");
    }

    /** Nothing if the coding is unknown, the bytes are not in it, or there are more than may be kept. */
    static Optional<byte[]> of(byte[] bytes, String coding, int most) {
        if (isPlain(coding) || bytes.length == 0) {
            return Optional.of(bytes);
        }
        try (InputStream in = open(bytes, coding)) {
            byte[] plain = in.readNBytes(most);
            return in.read() < 0 ? Optional.of(plain) : Optional.empty();
        } catch (IOException broken) {
            // It is recorded as it was sent, with the coding it claims.
            return Optional.empty();
        }
    }

    private static InputStream open(byte[] bytes, String coding) throws IOException {
        InputStream raw = new ByteArrayInputStream(bytes);
        return switch (coding.toLowerCase(Locale.ROOT)) {
            case "gzip", "x-gzip" -> new Gunzip(raw);
            case "deflate" -> new InflaterInputStream(raw);
            default -> throw new IOException("unknown coding");
        };
    }
}
