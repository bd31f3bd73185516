package io.tender.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How schedulers are spoken to over TLS by what listens for them; commands mix it in. */
final class ListenOptions {
    @Option(
            names = "--listen-certificate",
            paramLabel = "FILE",
            description = "speak TLS to the scheduler with this certificate, in PEM; needs --listen-key")
    private @Nullable Path certificate;

    @Option(names = "--listen-key", paramLabel = "FILE", description = "its key, in PEM (PKCS #8)")
    private @Nullable Path key;

    @Option(
            names = "--listen-client-ca",
            paramLabel = "FILE",
            description = "let in who shows a certificate of these authorities, in PEM")
    private @Nullable Path clients;

    /** Wrong unless what goes together is there together. */
    private void check() {
        TlsOptions.both(certificate, key, "--listen-certificate", "--listen-key");
        if (clients != null && certificate == null) {
            throw UserError.usage("Certificates of clients are shown over TLS only.")
                    .expected("--listen-certificate and --listen-key too");
        }
    }

    /** With a key, or none. */
    Optional<Path> certificate() {
        check();
        return Optional.ofNullable(certificate);
    }

    Optional<Path> key() {
        check();
        return Optional.ofNullable(key);
    }

    Optional<Path> clients() {
        check();
        return Optional.ofNullable(clients);
    }
}
