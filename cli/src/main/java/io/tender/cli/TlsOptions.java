package io.tender.cli;

import io.tender.extender.client.TlsSettings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How an extender is spoken to over https; commands mix it in. */
final class TlsOptions {
    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "whom to believe about the service's certificate, in PEM; whom Java believes unless given")
    private @Nullable Path authorities;

    @Option(names = "--certificate", paramLabel = "FILE", description = "a client certificate, in PEM; needs --key")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "its key, in PEM (PKCS #8)")
    private @Nullable Path key;

    @Option(
            names = "--server-name",
            paramLabel = "NAME",
            description = "whose certificate the service must have, instead of the host of its address")
    private @Nullable String serverName;

    TlsSettings settings() {
        TlsSettings tls = known();
        try {
            return serverName == null ? tls : tls.forServer(serverName);
        } catch (IllegalArgumentException noName) {
            throw UserError.usage("--server-name is no name.")
                    .got("'" + serverName + "'")
                    .expected(TlsSettings.SERVER_NAME);
        }
    }

    private TlsSettings known() {
        both(certificate, key, "--certificate", "--key");
        TlsSettings tls = authorities == null ? TlsSettings.USUAL : TlsSettings.USUAL.trusting(authorities);
        return certificate == null || key == null ? tls : tls.as(new TlsSettings.Identity.Pem(certificate, key));
    }

    /** Neither, or both. */
    static void both(@Nullable Path certificate, @Nullable Path key, String one, String other) {
        if ((certificate == null) != (key == null)) {
            throw UserError.usage("A certificate is of use with its key only.")
                    .expected(one + " and " + other)
                    .toDo("name both files, or neither");
        }
    }
}
