package io.tender.extender.client;

import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Whom to trust over https, and how to be recognised.
 *
 * @param authorities a PEM file of certificate authorities, instead of those of the JDK
 * @param authorityText the same as a text, which goes before a file
 * @param identity the client certificate, for extenders that want one
 * @param checkHostName whether the certificate must be the host's; turning this off lets anybody with any certificate of
 *     the authority answer
 */
public record TlsSettings(
        Optional<Path> authorities,
        Optional<String> authorityText,
        Optional<Identity> identity,
        boolean checkHostName) {
    public static final TlsSettings USUAL = new TlsSettings(Optional.empty(), Optional.empty(), true);

    public TlsSettings(Optional<Path> authorities, Optional<Identity> identity, boolean checkHostName) {
        this(authorities, Optional.empty(), identity, checkHostName);
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
        return new TlsSettings(Optional.of(pemFile), identity, checkHostName);
    }

    public TlsSettings trustingText(String pem) {
        return new TlsSettings(authorities, Optional.of(pem), identity, checkHostName);
    }

    public TlsSettings as(Identity client) {
        return new TlsSettings(authorities, authorityText, Optional.of(client), checkHostName);
    }

    public TlsSettings withoutHostNameCheck() {
        return new TlsSettings(authorities, authorityText, identity, false);
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
