package io.tender.extender.server;

import io.helidon.common.tls.Tls;
import io.tender.extender.http.Pem;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/** The files of a server's TLS, read; what cannot be read is told in one place. */
final class Certificates {
    private Certificates() {}

    static Tls read(Path certificate, Path key, Optional<Path> clients) {
        return Pem.server(
                certificates(certificate),
                key(key),
                clients.map(Certificates::certificates).orElse(List.of()));
    }

    private static List<X509Certificate> certificates(Path file) {
        try {
            List<X509Certificate> read = Pem.certificates(file);
            if (read.isEmpty()) {
                throw unusable(file, "no certificate in it", "certificates in PEM");
            }
            return read;
        } catch (IOException | GeneralSecurityException unreadable) {
            throw unusable(file, unreadable.toString(), "certificates in PEM");
        }
    }

    private static PrivateKey key(Path file) {
        String expected = "an unencrypted key in PKCS #8 (BEGIN PRIVATE KEY), as of: openssl pkcs8 -topk8 -nocrypt";
        try {
            return Pem.key(file).orElseThrow(() -> unusable(file, "no key in it", expected));
        } catch (IOException | GeneralSecurityException unreadable) {
            throw unusable(file, unreadable.toString(), expected);
        }
    }

    private static IllegalArgumentException unusable(Path file, String got, String expected) {
        return new IllegalArgumentException("The TLS file " + file + " cannot be used.\n  got:      " + got
                + "\n  expected: " + expected + "\n  to do:    name another file, or see to its permissions");
    }
}
