package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.Daemon;
import io.tender.daemon.settings.Settings;
import io.tender.testkit.hostile.TestCertificates;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands against a daemon that others could reach, with TLS and a token. */
class SecureDaemonTest {
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    @TempDir
    private static Path folder;

    @TempDir
    private Path store;

    private Daemon daemon;

    private record Answer(int exitCode, String out, String err) {}

    @BeforeAll
    static void certify() throws IOException {
        TestCertificates authority = TestCertificates.authority(folder, "authority");
        authority.signed(folder, "server");
        authority.signed(folder, "bob");
        authority.signed(folder, "mallory");
        TestCertificates.authority(folder, "stranger");
        Files.writeString(folder.resolve("token"), TOKEN + "\n");
    }

    @BeforeEach
    void start() throws Exception {
        daemon =
                Daemon.start(Settings.read("tender.yaml", """
                listen: 127.0.0.1:0
                store: %s
                tls: {certificate: server.pem, key: server.key, clientCa: authority.pem}
                access:
                - {name: ops, permissions: [operator], tokenFile: token}
                - {name: bob, permissions: [viewer], certificate: bob}
                agents:
                  local: {enabled: false}
                  simulated: {agents: [{count: 2, name: "sim-{n}", resources: "cpus:4;mem:4096"}]}
                """.formatted(store), folder, Settings.Given.NOTHING), "1.0");
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    private Answer agents(String server, String... further) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] all = new String[further.length + 3];
        all[0] = "agents";
        all[1] = "--server";
        all[2] = server;
        System.arraycopy(further, 0, all, 3, further.length);
        int code = Main.run(Map.of(), false, new PrintWriter(out, true), new PrintWriter(err, true), all);
        return new Answer(code, out.toString(), err.toString());
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void a_token_and_the_authority_are_all_it_takes() {
        Answer answer = agents(daemon.address(), "--ca", file("authority.pem"), "--token-file", file("token"));

        assertThat(answer.err()).isEmpty();
        assertThat(answer.out()).contains("sim-1", "sim-2");
        assertThat(answer.exitCode()).isZero();
    }

    @Test
    void a_client_certificate_does_in_place_of_a_token() {
        String[] bob = {"--ca", file("authority.pem"), "--certificate", file("bob.pem"), "--key", file("bob.key")};

        assertThat(agents(daemon.address(), bob).err()).isEmpty();
        assertThat(agents(daemon.address(), bob).out()).contains("sim-1", "sim-2");
        assertThat(agents(
                                daemon.address(),
                                "--ca",
                                file("authority.pem"),
                                "--certificate",
                                file("mallory.pem"),
                                "--key",
                                file("mallory.key"))
                        .err())
                .contains("credentials that nobody has (the certificate is that of 'mallory')");
    }

    @Test
    void a_certificate_needs_its_key_and_files_that_are_there() {
        assertThat(agents(daemon.address(), "--certificate", file("bob.pem")))
                .isEqualTo(new Answer(ExitCode.USAGE, "", """
                        A certificate is of use with its key only.
                          expected: --certificate and --key
                          to do:    name both files, or neither
                        """));
        Answer answer = agents(daemon.address(), "--certificate", file("bob.pem"), "--key", file("none.key"));
        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err())
                .startsWith("The client certificate cannot be used.")
                .contains("none.key");
    }

    @Test
    void without_the_authority_it_says_whom_it_does_not_believe() {
        Answer answer = agents(daemon.address(), "--token-file", file("token"));

        assertThat(answer.exitCode()).isNotZero();
        assertThat(answer.err()).contains("is not known to be the daemon", "--ca");
    }

    @Test
    void another_authority_does_not_do() {
        assertThat(agents(daemon.address(), "--ca", file("stranger.pem"), "--token-file", file("token"))
                        .err())
                .contains("is not known to be the daemon");
    }

    @Test
    void without_a_token_it_is_told_what_is_missing() {
        Answer answer = agents(daemon.address(), "--ca", file("authority.pem"));

        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.err()).contains("no credentials", "--token-file");
    }

    @Test
    void plain_http_gets_no_answer_and_does_not_hang() {
        Answer answer = agents(daemon.address().replace("https:", "http:"), "--token-file", file("token"));

        assertThat(answer.exitCode()).isNotZero();
        assertThat(answer.err()).contains("did not answer");
    }

    @Test
    void a_file_without_certificates_is_named() {
        assertThat(agents(daemon.address(), "--ca", file("token")).err()).contains("token", "PEM");
    }
}
