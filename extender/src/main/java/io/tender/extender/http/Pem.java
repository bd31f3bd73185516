package io.tender.extender.http;

import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
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

/** Certificates and keys of a server, as they lie in files. */
public final class Pem {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519", "Ed448");

    private Pem() {}

    /** All certificates of a file, in their order; none if there is none. */
    public static List<X509Certificate> certificates(Path file) throws IOException, CertificateException {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
        }
    }

    /** The unencrypted key in PKCS #8; empty if there is none. */
    public static Optional<PrivateKey> key(Path file) throws IOException, GeneralSecurityException {
        Matcher pem = KEY.matcher(Files.readString(file));
        return pem.find() ? Optional.of(key(Base64.getMimeDecoder().decode(pem.group(1)))) : Optional.empty();
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

    /** @param clients authorities whose certificates clients may show; they need not, since others show a token */
    public static Tls server(List<X509Certificate> chain, PrivateKey key, List<X509Certificate> clients) {
        var tls = Tls.builder().privateKey(key).privateKeyCertChain(chain);
        if (!clients.isEmpty()) {
            tls.trust(clients).clientAuth(TlsClientAuth.OPTIONAL);
        }
        return tls.build();
    }
}
