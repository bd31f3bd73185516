package io.tender.daemon.settings;

import io.helidon.common.tls.Tls;
import io.tender.extender.http.Access;
import io.tender.extender.http.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/** Reads the certificate and key of the daemon, and whose certificates of clients are believed. */
final class TlsFiles {
    private TlsFiles() {}

    static Optional<Tls> read(Section section) {
        Optional<Path> certificate = section.path("certificate");
        Optional<Path> key = section.path("key");
        Optional<Path> clientCa = section.path("clientCa");
        section.done();
        if (!section.isThere()) {
            return Optional.empty();
        }
        if (certificate.isEmpty() || key.isEmpty()) {
            section.problem(
                    certificate.isEmpty() ? "certificate" : "key",
                    "TLS needs a certificate and its key.",
                    certificate.isEmpty() ? "no certificate" : "no key",
                    "files in PEM");
            return Optional.empty();
        }
        Optional<List<X509Certificate>> chain = certificates(section, "certificate", certificate.get());
        Optional<PrivateKey> secret = key(section, key.get());
        Optional<List<X509Certificate>> trusted =
                clientCa.isEmpty() ? Optional.of(List.of()) : certificates(section, "clientCa", clientCa.get());
        if (chain.isEmpty() || secret.isEmpty() || trusted.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Pem.server(chain.get(), secret.get(), trusted.get()));
    }

    /** Changes when one of the files does. */
    static String fingerprint(Section section) {
        StringBuilder all = new StringBuilder();
        for (String name : List.of("certificate", "key", "clientCa")) {
            section.path(name).ifPresent(file -> {
                try {
                    all.append(name).append('\n').append(Files.readString(file)).append('\n');
                } catch (IOException gone) {
                    section.problem(name, "The file changed while it was read.", gone.toString(), "a file in PEM");
                }
            });
        }
        return Access.sha256(all.toString());
    }

    private static Optional<List<X509Certificate>> certificates(Section section, String name, Path file) {
        try {
            List<X509Certificate> read = Pem.certificates(file);
            if (!read.isEmpty()) {
                return Optional.of(read);
            }
            section.problem(name, "There is no certificate in the file.", "'" + file + "'", "certificates in PEM");
        } catch (IOException | CertificateException unreadable) {
            section.problem(name, "Certificates cannot be read.", unreadable.toString(), "a file in PEM");
        }
        return Optional.empty();
    }

    private static Optional<PrivateKey> key(Section section, Path file) {
        try {
            Optional<PrivateKey> key = Pem.key(file);
            if (key.isPresent()) {
                return key;
            }
            section.problem(
                    "key",
                    "There is no key in the file.",
                    "'" + file + "'",
                    "an unencrypted key in PKCS #8 (BEGIN PRIVATE KEY), as of: openssl pkcs8 -topk8 -nocrypt");
        } catch (IOException | GeneralSecurityException | IllegalArgumentException unreadable) {
            section.problem("key", "The key cannot be read.", unreadable.toString(), "an unencrypted key in PKCS #8");
        }
        return Optional.empty();
    }
}
