package io.tender.extender.client;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Whom to trust over https, and how to be recognised.
 *
 * @param authorities a PEM file of certificate authorities, instead of those of the JDK
 * @param identity the client certificate, for extenders that want one
 * @param checkHostName whether the certificate must be the host's; turning this off lets anybody with any certificate of
 *     the authority answer
 */
public record TlsSettings(Optional<Path> authorities, Optional<Identity> identity, boolean checkHostName) {
    public static final TlsSettings USUAL = new TlsSettings(Optional.empty(), Optional.empty(), true);

    /** A certificate with its key. */
    public sealed interface Identity {
        /** PEM files; the key is an unencrypted PKCS #8 one ({@code BEGIN PRIVATE KEY}). */
        record Pem(Path certificates, Path key) implements Identity {}

        /** A PKCS #12 file. */
        record Pkcs12(Path file, Secret password) implements Identity {}
    }

    public TlsSettings trusting(Path pemFile) {
        return new TlsSettings(Optional.of(pemFile), identity, checkHostName);
    }

    public TlsSettings as(Identity client) {
        return new TlsSettings(authorities, Optional.of(client), checkHostName);
    }

    public TlsSettings withoutHostNameCheck() {
        return new TlsSettings(authorities, identity, false);
    }
}
