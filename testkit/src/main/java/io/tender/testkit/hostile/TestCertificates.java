package io.tender.testkit.hostile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Certificates made on the spot by the JDK's keytool, signed by themselves or by one another. They are never kept:
 * nothing in a repository can expire.
 */
public final class TestCertificates {
    private static final String PASSWORD = "not-a-secret";

    private static final String ITSELF = "it";
    private static final String HERE = "dns:localhost,ip:127.0.0.1";

    private final String alias;
    private final Path pkcs12;
    private final Path pem;
    private final Path keyPem;

    private TestCertificates(String alias, Path pkcs12, Path pem, Path keyPem) {
        this.alias = alias;
        this.pkcs12 = pkcs12;
        this.pem = pem;
        this.keyPem = keyPem;
    }

    /** Valid for localhost and 127.0.0.1. */
    public static TestCertificates valid(Path folder) {
        return make(folder, "valid", HERE, "-1d", 30);
    }

    /** Was valid for localhost until last year. */
    public static TestCertificates expired(Path folder) {
        return make(folder, "expired", HERE, "-2y", 365);
    }

    /** Valid, for a host that is not here. */
    public static TestCertificates ofAnotherHost(Path folder) {
        return make(folder, "another-host", "dns:elsewhere.example.org", "-1d", 30);
    }

    /** Valid, and able to sign others. */
    public static TestCertificates authority(Path folder, String name) {
        Path file = folder.resolve(name + ".p12");
        run(keytool(file, ITSELF, name, "-1d", 30, List.of("-ext", "bc=ca:true")));
        return read(folder, name, file, ITSELF);
    }

    /** A certificate of that common name, valid for localhost and signed by this authority. */
    public TestCertificates signed(Path folder, String name) {
        return signed(folder, name, "-1d", 30);
    }

    /** One that was valid until last year. */
    public TestCertificates signedLongAgo(Path folder, String name) {
        return signed(folder, name, "-2y", 365);
    }

    private TestCertificates signed(Path folder, String name, String from, int days) {
        Path file = folder.resolve(name + ".p12");
        try {
            Files.copy(pkcs12, file);
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
        run(keytool(file, name, name, from, days, List.of("-signer", alias, "-ext", "san=" + HERE)));
        return read(folder, name, file, name);
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
            throw new IllegalStateException("a certificate made by keytool cannot be read", broken);
        }
    }

    /** For a client that shows none, and trusts servers whose certificate this authority has signed. */
    public SSLContext trustingContext() {
        try {
            return context(new KeyManager[0]);
        } catch (IOException | GeneralSecurityException broken) {
            throw new IllegalStateException("a certificate made by keytool cannot be read", broken);
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
            throw new IllegalStateException("a certificate made by keytool cannot be read", broken);
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

    private static TestCertificates make(Path folder, String name, String names, String from, int days) {
        Path file = folder.resolve(name + ".p12");
        run(keytool(file, ITSELF, name, from, days, List.of("-ext", "san=" + names)));
        return read(folder, name, file, ITSELF);
    }

    private static List<String> keytool(
            Path file, String alias, String name, String from, int days, List<String> further) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair"));
        command.addAll(List.of("-alias", alias, "-dname", "CN=" + name, "-keyalg", "EC", "-groupname", "secp256r1"));
        command.addAll(List.of("-startdate", from, "-validity", Integer.toString(days)));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", file.toString()));
        command.addAll(further);
        return command;
    }

    private static TestCertificates read(Path folder, String name, Path file, String alias) {
        try {
            KeyStore store = load(file);
            Path pem = folder.resolve(name + ".pem");
            Files.writeString(
                    pem, pem("CERTIFICATE", store.getCertificate(alias).getEncoded()));
            Path keyPem = folder.resolve(name + ".key");
            PrivateKey key = (PrivateKey) store.getKey(alias, PASSWORD.toCharArray());
            Files.writeString(keyPem, pem("PRIVATE KEY", key.getEncoded()));
            return new TestCertificates(alias, file, pem, keyPem);
        } catch (IOException | GeneralSecurityException broken) {
            throw new IllegalStateException("a certificate made by keytool cannot be read", broken);
        }
    }

    private static String pem(String what, byte[] encoded) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }

    private static void run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroy();
                throw new IllegalStateException("keytool made no certificate: " + said);
            }
        } catch (IOException missing) {
            throw new UncheckedIOException("keytool of the JDK cannot be started", missing);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while keytool made a certificate", interrupted);
        }
    }
}
