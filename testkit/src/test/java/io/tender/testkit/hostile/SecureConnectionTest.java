package io.tender.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.Secret;
import io.tender.extender.client.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class SecureConnectionTest {
    @TempDir
    static Path folder;

    private final TestCertificates valid = Certificates.valid();

    private static Outcome<List<String>> call(SSLContext server, TlsSettings tls) {
        try (HostileServer peer = HostileServer.startSecure(Misbehaviour.NONE, server);
                ExtenderClient client = HostileRounds.client(
                        HostileRounds.settings(peer.url()).tls(tls).build())) {
            return HostileRounds.once(client, Misbehaviour.NONE, HostileRounds.AMPLE)
                    .outcome();
        }
    }

    @Test
    void a_server_of_the_given_authority_is_trusted() {
        assertThat(call(valid.serverContext(), TlsSettings.USUAL.trusting(valid.pem()))
                        .label())
                .isEqualTo("ok");
    }

    @Test
    void a_server_nobody_vouches_for_is_refused() {
        assertThat(call(valid.serverContext(), TlsSettings.USUAL).label()).isEqualTo("tls");
    }

    @Test
    void an_expired_certificate_is_refused_even_if_it_is_trusted_itself() {
        TestCertificates expired = Certificates.expired();

        Outcome<List<String>> outcome = call(expired.serverContext(), TlsSettings.USUAL.trusting(expired.pem()));

        assertThat(outcome.label()).isEqualTo("tls");
        assertThat(outcome.toString()).contains("expired");
    }

    @Test
    void another_hosts_certificate_is_refused_unless_that_check_is_off() {
        TestCertificates another = Certificates.ofAnotherHost();
        TlsSettings trusting = TlsSettings.USUAL.trusting(another.pem());

        assertThat(call(another.serverContext(), trusting).label()).isEqualTo("tls");
        assertThat(call(another.serverContext(), trusting.withoutHostNameCheck())
                        .label())
                .isEqualTo("ok");
    }

    @Test
    void the_server_name_of_the_settings_is_asked_for_and_checked_in_place_of_the_host() {
        TestCertificates another = Certificates.ofAnotherHost();
        TlsSettings trusting = TlsSettings.USUAL.trusting(another.pem());

        Greeted right = greeted(another.serverContext(), trusting.forServer("elsewhere.example.org"));
        Greeted wrong = greeted(another.serverContext(), trusting.forServer("nowhere.example.org"));
        Greeted single = greeted(
                valid.serverContext(), TlsSettings.USUAL.trusting(valid.pem()).forServer("gpu"));
        Greeted address = greeted(
                valid.serverContext(), TlsSettings.USUAL.trusting(valid.pem()).forServer("127.0.0.1"));

        assertThat(right.label()).isEqualTo("ok");
        assertThat(right.names()).containsExactly("elsewhere.example.org");
        assertThat(wrong.label()).isEqualTo("tls");
        assertThat(wrong.names()).containsExactly("nowhere.example.org");
        assertThat(single.label()).as("the host of the address does not count").isEqualTo("tls");
        assertThat(single.names()).containsExactly("gpu");
        assertThat(address.label()).isEqualTo("ok");
        assertThat(address.names()).as("nobody is asked for by address").isEmpty();
    }

    @Test
    void a_server_name_that_is_none_is_refused() {
        for (String name : List.of("", "not a name", "gpu.", "gpu_1.example.org/x")) {
            assertThatThrownBy(() -> TlsSettings.USUAL.forServer(name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected a host name");
        }
    }

    /** How a call ended, and whom the server was asked for. */
    private record Greeted(String label, List<String> names) {}

    private static Greeted greeted(SSLContext server, TlsSettings tls) {
        try (HostileServer peer = HostileServer.startSecure(Misbehaviour.NONE, server);
                ExtenderClient client = HostileRounds.client(
                        HostileRounds.settings(peer.url()).tls(tls).build())) {
            String label = HostileRounds.once(client, Misbehaviour.NONE, HostileRounds.AMPLE)
                    .outcome()
                    .label();
            return new Greeted(label, peer.serverNames());
        }
    }

    @Test
    void a_client_certificate_is_shown_to_a_server_that_wants_one() throws IOException {
        TlsSettings trusting = TlsSettings.USUAL.trusting(valid.pem());
        TlsSettings pem = trusting.as(new TlsSettings.Identity.Pem(valid.pem(), valid.keyPem()));
        TlsSettings pkcs12 = trusting.as(new TlsSettings.Identity.Pkcs12(valid.pkcs12(), Secret.of(valid.password())));
        TlsSettings texts = TlsSettings.USUAL
                .trustingText(Files.readString(valid.pem()))
                .as(new TlsSettings.Identity.PemText(
                        Files.readString(valid.pem()), Secret.of(Files.readString(valid.keyPem()))));

        for (TlsSettings tls : List.of(pem, pkcs12, texts)) {
            try (HostileServer peer = HostileServer.startDemanding(Misbehaviour.NONE, valid.serverContext());
                    ExtenderClient client = HostileRounds.client(
                            HostileRounds.settings(peer.url()).tls(tls).build())) {
                assertThat(HostileRounds.once(client, Misbehaviour.NONE, HostileRounds.AMPLE)
                                .outcome()
                                .label())
                        .isEqualTo("ok");
            }
        }
    }

    @Test
    void without_a_client_certificate_such_a_server_hangs_up() {
        try (HostileServer peer = HostileServer.startDemanding(Misbehaviour.NONE, valid.serverContext());
                ExtenderClient client = HostileRounds.client(HostileRounds.secure(peer.url(), valid))) {
            assertThat(HostileRounds.once(client, Misbehaviour.NONE, HostileRounds.AMPLE)
                            .outcome()
                            .label())
                    .isIn("tls", "reset");
        }
    }

    @Test
    void an_https_address_of_a_call_is_checked_even_if_the_extender_has_an_http_one() {
        try (HostileServer peer = HostileServer.startSecure(Misbehaviour.NONE, valid.serverContext());
                ExtenderClient client = HostileRounds.client(
                        HostileRounds.settings("http://localhost:1").build())) {
            Outcome<List<String>> outcome = client.call(HostileRounds.call(Misbehaviour.NONE)
                    .at(Endpoint.parse(peer.url()))
                    .within(HostileRounds.AMPLE));

            assertThat(outcome.label()).isEqualTo("tls");
            assertThat(outcome.toString()).as("nobody vouches for it").contains("PKIX");
        }
    }

    @Test
    void files_that_hold_something_else_are_told_at_the_start() throws IOException {
        Path nonsense = Files.writeString(folder.resolve("nonsense.pem"), "nonsense");
        ExtenderSettings settings = HostileRounds.settings("https://localhost:1")
                .tls(new TlsSettings(Optional.of(nonsense), Optional.empty(), true))
                .build();

        assertThatThrownBy(() -> HostileRounds.client(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("to do:");
    }

    @Test
    void a_key_that_cannot_be_that_of_the_certificate_is_told_at_the_start() throws IOException {
        Path another = TestCertificates.ofAnotherHost(folder).keyPem();
        Path damaged = Files.writeString(
                folder.resolve("damaged.key"), "-----BEGIN PRIVATE KEY-----\nMIIEv\n-----END PRIVATE KEY-----\n");

        assertThatThrownBy(() -> HostileRounds.client(showing(another)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a certificate of another key than " + another)
                .hasMessageContaining("to do:");
        assertThatThrownBy(() -> HostileRounds.client(showing(damaged)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no whole Base64 behind 'BEGIN PRIVATE KEY' in " + damaged)
                .hasMessageContaining("to do:");
    }

    private ExtenderSettings showing(Path key) {
        return HostileRounds.settings("https://localhost:1")
                .tls(TlsSettings.USUAL.as(new TlsSettings.Identity.Pem(valid.pem(), key)))
                .build();
    }
}
