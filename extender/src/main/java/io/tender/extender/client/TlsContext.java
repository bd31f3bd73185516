package io.tender.extender.client;

import io.tender.model.FailureWords;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** The keys and authorities of the settings, loaded. */
record TlsContext(SSLContext context, TlsSettings settings) {
    static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private static final Pattern PEM_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    /** With which a key of a kind signs; of other kinds it is not known. */
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    private static final byte[] TO_BE_SIGNED = {1};

    /** @throws IllegalArgumentException when a file is missing or holds something else */
    static TlsContext load(ExtenderName extender, TlsSettings settings) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(settings), trust(settings), null);
            return new TlsContext(context, settings);
        } catch (IOException | GeneralSecurityException unusable) {
            throw new IllegalArgumentException(
                    "The TLS settings of extender '" + extender + "' cannot be used.\n  got:      "
                            + FailureWords.of(unusable)
                            + "\n  expected: PEM files of certificates, an unencrypted PKCS #8 key, or a PKCS #12 file"
                            + "\n  to do:    see to the files that the settings name",
                    unusable);
        }
    }

    /** Null lets the JDK take its own, as the API of the context wants it. */
    private static TrustManager @Nullable [] trust(TlsSettings settings) throws IOException, GeneralSecurityException {
        if (settings.authorities().isEmpty() && settings.authorityText().isEmpty()) {
            return null;
        }
        KeyStore store = emptyStore();
        int number = 0;
        Collection<? extends Certificate> authorities = settings.authorityText().isPresent()
                ? certificates(settings.authorityText().get())
                : certificates(settings.authorities().orElseThrow());
        for (Certificate authority : authorities) {
            store.setCertificateEntry("authority-" + number++, authority);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        TrustManager[] managers = factory.getTrustManagers();
        for (int i = 0; i < managers.length; i++) {
            if (managers[i] instanceof X509ExtendedTrustManager trust) {
                managers[i] = new StrictTrust(trust);
            }
        }
        return managers;
    }

    private static KeyManager @Nullable [] keys(TlsSettings settings) throws IOException, GeneralSecurityException {
        if (settings.identity().isEmpty()) {
            return null;
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        switch (settings.identity().get()) {
            case TlsSettings.Identity.Pem pem -> {
                KeyStore store = emptyStore();
                char[] none = new char[0];
                Certificate[] chain = certificates(pem.certificates()).toArray(Certificate[]::new);
                String key = Files.readString(pem.key(), StandardCharsets.US_ASCII);
                store.setKeyEntry("client", privateKey(key, pem.key().toString(), chain[0]), none, chain);
                factory.init(store, none);
            }
            case TlsSettings.Identity.PemText pem -> {
                KeyStore store = emptyStore();
                char[] none = new char[0];
                Certificate[] chain = certificates(pem.certificates()).toArray(Certificate[]::new);
                store.setKeyEntry("client", privateKey(pem.key().reveal(), "the key", chain[0]), none, chain);
                factory.init(store, none);
            }
            case TlsSettings.Identity.Pkcs12 pkcs12 -> {
                KeyStore store = KeyStore.getInstance("PKCS12");
                char[] password = pkcs12.password().reveal().toCharArray();
                try (InputStream in = Files.newInputStream(pkcs12.file())) {
                    store.load(in, password);
                }
                factory.init(store, password);
            }
        }
        return factory.getKeyManagers();
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Collection<? extends Certificate> certificates(Path pem)
            throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(pem)) {
            return certificates(in, pem.toString());
        }
    }

    private static Collection<? extends Certificate> certificates(String pem)
            throws IOException, GeneralSecurityException {
        return certificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)), "the text");
    }

    private static Collection<? extends Certificate> certificates(InputStream in, String source)
            throws IOException, GeneralSecurityException {
        Collection<? extends Certificate> found =
                CertificateFactory.getInstance("X.509").generateCertificates(in);
        if (found.isEmpty()) {
            throw new IOException("no certificate in " + source);
        }
        return found;
    }

    private static PrivateKey privateKey(String pem, String source, Certificate certificate)
            throws IOException, GeneralSecurityException {
        Matcher key = PEM_KEY.matcher(pem);
        if (!key.find()) {
            throw new IOException("no 'BEGIN PRIVATE KEY' in " + source);
        }
        PrivateKey ours = KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
                .generatePrivate(new PKCS8EncodedKeySpec(decoded(key.group(1), source)));
        if (!areOnePair(ours, certificate.getPublicKey())) {
            throw new IOException("a certificate of another key than " + source);
        }
        return ours;
    }

    private static byte[] decoded(String base64, String source) throws IOException {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException damaged) {
            throw new IOException("no whole Base64 behind 'BEGIN PRIVATE KEY' in " + source, damaged);
        }
    }

    /** Else no handshake would succeed, and only the peer would say why. */
    private static boolean areOnePair(PrivateKey ours, PublicKey shown) throws GeneralSecurityException {
        Optional<String> algorithm = Optional.ofNullable(SIGNATURES.get(shown.getAlgorithm()));
        if (algorithm.isEmpty()) {
            return true;
        }
        Signature signature = Signature.getInstance(algorithm.get());
        signature.initSign(ours);
        signature.update(TO_BE_SIGNED);
        byte[] signed = signature.sign();
        signature.initVerify(shown);
        signature.update(TO_BE_SIGNED);
        return signature.verify(signed);
    }
}
