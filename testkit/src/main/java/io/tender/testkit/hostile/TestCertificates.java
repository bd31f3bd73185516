package io.tender.testkit.hostile;

import io.tender.testkit.hostile.X509.Signer;
import io.tender.testkit.hostile.X509.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Certificates made on the spot, signed by themselves or by one another. They are never kept: nothing in a repository
 * can expire.
 */
public final class TestCertificates {
    private static final String PASSWORD = "not-a-secret";

    private static final String ITSELF = "it";
    private static final List<String> HERE = List.of("localhost", "127.0.0.1");
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Duration YEAR = Duration.ofDays(365);

    private final String name;
    private final String alias;
    private final Path pkcs12;
    private final Path pem;
    private final Path keyPem;

    private TestCertificates(String name, String alias, Path pkcs12, Path pem, Path keyPem) {
        this.name = name;
        this.alias = alias;
        this.pkcs12 = pkcs12;
        this.pem = pem;
        this.keyPem = keyPem;
    }

    /** Valid for localhost and 127.0.0.1. */
    public static TestCertificates valid(Path folder) {
        return signedByItself(folder, words("valid", HERE, false, DAY, MONTH));
    }

    /** Was valid for localhost until last year. */
    public static TestCertificates expired(Path folder) {
        return signedByItself(folder, words("expired", HERE, false, YEAR.multipliedBy(2), YEAR));
    }

    /** Valid, for a host that is not here. */
    public static TestCertificates ofAnotherHost(Path folder) {
        return signedByItself(folder, words("another-host", List.of("elsewhere.example.org"), false, DAY, MONTH));
    }

    /** Valid, and able to sign others. */
    public static TestCertificates authority(Path folder, String name) {
        return signedByItself(folder, words(name, List.of(), true, DAY, MONTH));
    }

    /** A certificate of that common name, valid for localhost and signed by this authority. */
    public TestCertificates signed(Path folder, String name) {
        return signed(folder, words(name, HERE, false, DAY, MONTH));
    }

    /** One that was valid until last year. */
    public TestCertificates signedLongAgo(Path folder, String name) {
        return signed(folder, words(name, HERE, false, YEAR.multipliedBy(2), YEAR));
    }

    private TestCertificates signed(Path folder, Words words) {
        try {
            KeyStore store = store();
            X509Certificate mine = (X509Certificate) store.getCertificate(alias);
            PrivateKey key = (PrivateKey) store.getKey(alias, PASSWORD.toCharArray());
            KeyPair theirs = keys();
            Signer signer = new Signer(name, new KeyPair(mine.getPublicKey(), key));
            X509Certificate made = X509.certificate(words, theirs.getPublic(), signer);
            return kept(folder, words.name(), words.name(), store, theirs, made, mine);
        } catch (IOException | GeneralSecurityException broken) {
            throw unusable(broken);
        }
    }

    /** For a client that shows this certificate, and trusts servers whose certificate the authority has signed. */
    public SSLContext clientContext(TestCertificates authority) {
        try {
            KeyStore mine = empty();
            KeyStore all = store();
            mine.setKeyEntry(
                    alias,
                    all.getKey(alias, PASSWORD.toCharArray()),
                    PASSWORD.toCharArray(),
                    all.getCertificateChain(alias));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(mine, PASSWORD.toCharArray());
            return authority.context(keys.getKeyManagers());
        } catch (IOException | GeneralSecurityException broken) {
            throw unusable(broken);
        }
    }

    /** For a client that shows none, and trusts servers whose certificate this authority has signed. */
    public SSLContext trustingContext() {
        try {
            return context(new KeyManager[0]);
        } catch (IOException | GeneralSecurityException broken) {
            throw unusable(broken);
        }
    }

    private SSLContext context(KeyManager[] keys) throws IOException, GeneralSecurityException {
        KeyStore trusted = empty();
        trusted.setCertificateEntry(alias, store().getCertificate(alias));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust.getTrustManagers(), null);
        return context;
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    /** The PKCS #12 file with certificate and key. */
    public Path pkcs12() {
        return pkcs12;
    }

    /** Its password. */
    public String password() {
        return PASSWORD;
    }

    /** The certificate as PEM: also the authority to trust, since it signed itself. */
    public Path pem() {
        return pem;
    }

    /** The key as PEM (PKCS #8). */
    public Path keyPem() {
        return keyPem;
    }

    /** For a server with this certificate, which trusts clients with the same. */
    public SSLContext serverContext() {
        try {
            KeyStore store = store();
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD.toCharArray());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException broken) {
            throw unusable(broken);
        }
    }

    private KeyStore store() throws IOException, GeneralSecurityException {
        return load(pkcs12);
    }

    private static KeyStore load(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private static TestCertificates signedByItself(Path folder, Words words) {
        try {
            KeyPair keys = keys();
            X509Certificate made = X509.certificate(words, keys.getPublic(), new Signer(words.name(), keys));
            return kept(folder, words.name(), ITSELF, empty(), keys, made);
        } catch (IOException | GeneralSecurityException broken) {
            throw unusable(broken);
        }
    }

    private static Words words(String name, List<String> hosts, boolean authority, Duration since, Duration span) {
        Instant from = Instant.now().minus(since);
        return new Words(name, hosts, authority, from, from.plus(span));
    }

    private static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    /** Adds key and certificate to what is in the store, and writes all of it. */
    private static TestCertificates kept(
            Path folder, String name, String alias, KeyStore store, KeyPair keys, Certificate... chain)
            throws IOException, GeneralSecurityException {
        store.setKeyEntry(alias, keys.getPrivate(), PASSWORD.toCharArray(), chain);
        Path file = folder.resolve(name + ".p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        Path pem = folder.resolve(name + ".pem");
        Files.writeString(pem, pem("CERTIFICATE", chain[0].getEncoded()));
        Path keyPem = folder.resolve(name + ".key");
        Files.writeString(keyPem, pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
        return new TestCertificates(name, alias, file, pem, keyPem);
    }

    private static IllegalStateException unusable(Exception broken) {
        return new IllegalStateException("a certificate for a test cannot be made or read", broken);
    }

    private static String pem(String what, byte[] encoded) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }
}
