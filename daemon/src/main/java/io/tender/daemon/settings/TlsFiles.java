package io.tender.daemon.settings;

import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.tender.daemon.http.Access;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the certificate and key of the daemon, and whose certificates of clients are believed. */
final class TlsFiles {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519", "Ed448");

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
        var tls = Tls.builder().privateKey(secret.get()).privateKeyCertChain(chain.get());
        if (!trusted.get().isEmpty()) {
            // Not required: others show a token.
            tls.trust(trusted.get()).clientAuth(TlsClientAuth.OPTIONAL);
        }
        return Optional.of(tls.build());
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
        try (InputStream in = Files.newInputStream(file)) {
            List<X509Certificate> read = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
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
            Matcher pem = KEY.matcher(Files.readString(file));
            if (pem.find()) {
                return Optional.of(key(Base64.getMimeDecoder().decode(pem.group(1))));
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

    /** The form does not say of which kind the key is, or not where it is easily read; so each kind is tried. */
    private static PrivateKey key(byte[] encoded) throws GeneralSecurityException {
        InvalidKeySpecException none = new InvalidKeySpecException("a key of an unknown kind; expected " + ALGORITHMS);
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            } catch (InvalidKeySpecException another) {
                none.addSuppressed(another);
            }
        }
        throw none;
    }
}
