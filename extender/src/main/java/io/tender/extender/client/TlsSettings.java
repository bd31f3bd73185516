package io.tender.extender.client;

import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Whom to trust over https, and how to be recognised.
 *
 * @param authorities a PEM file of certificate authorities, instead of those of the JDK
 * @param authorityText the same as a text, which goes before a file
 * @param identity the client certificate, for extenders that want one
 * @param checkHostName whether the certificate must be the host's; turning this off lets anybody with any certificate of
 *     the authority answer
 * @param serverName whose certificate it must be, and who is asked for while greeting, instead of the host of the address
 */
public record TlsSettings(
        Optional<Path> authorities,
        Optional<String> authorityText,
        Optional<Identity> identity,
        boolean checkHostName,
        Optional<String> serverName) {
    public static final TlsSettings USUAL = new TlsSettings(Optional.empty(), Optional.empty(), true);

    /** What a name of a server must be. */
    public static final String SERVER_NAME = "a host name such as gpu.example.com, or an address such as 10.0.0.7";

    public TlsSettings {
        if (!serverName.map(ServerName::isUsable).orElse(true)) {
            throw new IllegalArgumentException(
                    "got the server name '" + Printable.of(serverName.get(), 100) + "', expected " + SERVER_NAME);
        }
    }

    public TlsSettings(Optional<Path> authorities, Optional<Identity> identity, boolean checkHostName) {
        this(authorities, Optional.empty(), identity, checkHostName, Optional.empty());
    }

    /** A certificate with its key. */
    public sealed interface Identity {
        /** PEM files; the key is an unencrypted PKCS #8 one ({@code BEGIN PRIVATE KEY}). */
        record Pem(Path certificates, Path key) implements Identity {}

        /** The same as texts. */
        record PemText(String certificates, Secret key) implements Identity {}

        /** A PKCS #12 file. */
        record Pkcs12(Path file, Secret password) implements Identity {}
    }

    /**
     * The keys and authorities, loaded.
     *
     * @param whose in what is said if a file is missing or holds something else
     * @throws IllegalArgumentException then
     */
    public SSLContext load(ExtenderName whose) {
        return TlsContext.load(whose, this).context();
    }

    public TlsSettings trusting(Path pemFile) {
        return new TlsSettings(Optional.of(pemFile), Optional.empty(), identity, checkHostName, serverName);
    }

    public TlsSettings trustingText(String pem) {
        return new TlsSettings(authorities, Optional.of(pem), identity, checkHostName, serverName);
    }

    public TlsSettings as(Identity client) {
        return new TlsSettings(authorities, authorityText, Optional.of(client), checkHostName, serverName);
    }

    public TlsSettings withoutHostNameCheck() {
        return new TlsSettings(authorities, authorityText, identity, false, serverName);
    }

    /** @throws IllegalArgumentException if it is no name */
    public TlsSettings forServer(String name) {
        return new TlsSettings(authorities, authorityText, identity, checkHostName, Optional.of(name));
    }

    /**
     * Who is greeted at an address: what is passed to {@link javax.net.ssl.SSLSocketFactory} as the host, and checked.
     *
     * @param host of the address, an IPv6 one without brackets
     */
    public String peer(String host) {
        return serverName.orElse(host);
    }

    /** Makes the parameters of a connection say whom it wants to speak to, and check that it does. */
    public void applyTo(SSLParameters parameters) {
        ServerName.apply(serverName, checkHostName, parameters);
    }

    /**
     * The keys and authorities, loaded.
     *
     * @throws IllegalArgumentException when a file is missing or holds something else
     */
    public SSLContext load() {
        return TlsContext.load(new ExtenderName("service"), this).context();
    }
}
