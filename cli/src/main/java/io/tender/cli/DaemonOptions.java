package io.tender.cli;

import io.tender.extender.client.ExtenderName;
import io.tender.extender.client.TlsSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which daemon a command talks to, and as whom. */
final class DaemonOptions {
    private static final long MOST_TOKEN_BYTES = 16 << 10;
    private static final int MOST_PORT = 65_535;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "${env:TENDER_SERVER:-http://127.0.0.1:5050}",
            description = "the daemon; $TENDER_SERVER or http://127.0.0.1:5050 unless given")
    private String server = "";

    @Option(names = "--token-file", paramLabel = "FILE", description = "a file with the token that says who you are")
    private @Nullable Path tokenFile;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            defaultValue = "${env:TENDER_CA:-}",
            description =
                    "whom to believe about the daemon's certificate, in PEM; $TENDER_CA, or else whom Java believes")
    private @Nullable Path authorities;

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "a client certificate that says who you are, in PEM; needs --key")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "its key, in PEM (PKCS #8)")
    private @Nullable Path key;

    @Option(names = "--json", description = "print the daemon's answer as JSON")
    private boolean json;

    boolean json() {
        return json;
    }

    DaemonClient client() {
        return new DaemonClient(address(), token(), tls(), this::note);
    }

    private Optional<SSLContext> tls() {
        TlsOptions.both(certificate, key, "--certificate", "--key");
        Optional<Path> believed =
                Optional.ofNullable(authorities).filter(file -> !file.toString().isEmpty());
        Optional<SSLContext> trusting = believed.map(Authorities::trusted);
        if (certificate == null || key == null) {
            return trusting;
        }
        TlsSettings settings = believed.map(TlsSettings.USUAL::trusting).orElse(TlsSettings.USUAL);
        try {
            return Optional.of(
                    settings.as(new TlsSettings.Identity.Pem(certificate, key)).load(new ExtenderName("daemon")));
        } catch (IllegalArgumentException unusable) {
            throw UserError.usage("The client certificate cannot be used.")
                    .got(unusable.getCause() instanceof Exception cause ? cause : unusable)
                    .expected("a certificate and its unencrypted key in PEM (PKCS #8)")
                    .toDo("name both files with --certificate and --key");
        }
    }

    private void note(String text) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("note: " + text);
        err.flush();
    }

    private URI address() {
        String plain = server.endsWith("/") ? server.substring(0, server.length() - 1) : server;
        if (!plain.matches("https?://[^/?#\\s]+")) {
            throw UserError.usage("The daemon's address makes no sense.")
                    .got("'" + server + "'")
                    .expected("http:// or https://, a host and a port, such as http://127.0.0.1:5050")
                    .toDo("correct --server or TENDER_SERVER");
        }
        try {
            URI address = URI.create(plain);
            if (address.getPort() > MOST_PORT) {
                throw UserError.usage("The daemon's address makes no sense.")
                        .got("port " + address.getPort())
                        .expected("a port of at most " + MOST_PORT)
                        .toDo("correct --server or TENDER_SERVER");
            }
            return address;
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage("The daemon's address makes no sense.")
                    .got(wrong)
                    .expected("http:// or https://, a host and a port, such as http://127.0.0.1:5050")
                    .toDo("correct --server or TENDER_SERVER");
        }
    }

    private Optional<String> token() {
        Path file = tokenFile;
        if (file == null) {
            return Optional.empty();
        }
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_TOKEN_BYTES) {
                throw UserError.usage("'" + file + "' holds no token.")
                        .expected("a file with one token in it")
                        .toDo("name the file the operator of the daemon gave you");
            }
            String token = Files.readString(file).strip();
            if (token.isEmpty()) {
                throw UserError.usage("'" + file + "' holds no token.")
                        .got("nothing but blanks")
                        .expected("a file with one token in it")
                        .toDo("name the file the operator of the daemon gave you");
            }
            return Optional.of(token);
        } catch (IOException broken) {
            throw UserError.environment("'" + file + "' cannot be read.")
                    .got(broken)
                    .toDo("name a file that this user may read");
        }
    }
}
