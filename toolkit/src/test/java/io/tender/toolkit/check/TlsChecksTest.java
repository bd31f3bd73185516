package io.tender.toolkit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.client.TlsSettings;
import io.tender.testkit.hostile.HostileServer;
import io.tender.testkit.hostile.Misbehaviour;
import io.tender.testkit.hostile.TestCertificates;
import io.tender.toolkit.check.Shelf.Quirk;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checks of TLS against real handshakes. */
class TlsChecksTest {
    @TempDir
    private static Path folder;

    private static TestCertificates valid;
    private static TestCertificates elsewhere;

    @BeforeAll
    static void certify() {
        valid = TestCertificates.valid(folder);
        elsewhere = TestCertificates.ofAnotherHost(folder);
    }

    private static CheckReport check(TestCertificates certificate, TlsSettings tls, Quirk... quirks) {
        try (Shelf shelf = new Shelf(new GoodOfferSet(), Optional.of(certificate.serverContext()), Set.of(quirks))) {
            CheckPlan plan = CheckPlan.of(shelf.url() + "/v1/offerset", Dialect.AURORA)
                    .tls(tls)
                    .build();
            return new Checker(plan).run(Checks.of(Dialect.AURORA, List.of("L", "O1", "O6", "T12")), result -> {});
        }
    }

    private static List<String> ids(CheckReport report, String label) {
        return report.results().stream()
                .filter(result -> result.label().equals(label))
                .map(result -> result.check().id().value())
                .toList();
    }

    @Test
    void a_service_with_a_good_certificate_passes() {
        CheckReport report = check(valid, TlsSettings.USUAL.trusting(valid.pem()));

        assertThat(ids(report, "failed")).isEmpty();
        assertThat(ids(report, "passed")).contains("L1", "L2", "L3", "O1", "T12");
    }

    @Test
    void a_certificate_that_nobody_trusts_is_found_and_nothing_is_sent_to_its_owner() {
        CheckReport report = check(valid, TlsSettings.USUAL);

        assertThat(ids(report, "failed")).containsExactly("L1");
        assertThat(ids(report, "skipped")).contains("L2", "L3", "O1");
    }

    @Test
    void a_certificate_of_another_host_is_found() {
        CheckReport report = check(elsewhere, TlsSettings.USUAL.trusting(elsewhere.pem()));

        assertThat(ids(report, "failed")).containsExactly("L2");
        assertThat(ids(report, "passed")).contains("L1");
    }

    @Test
    void a_service_without_tls_is_told_to_speak_it_or_to_be_asked_without() {
        try (HostileServer server = HostileServer.startSecure(Misbehaviour.NO_TLS, valid.serverContext())) {
            String address = server.addressUrl() + "/v1/offerset";

            CheckReport report = new Checker(
                            CheckPlan.of(address, Dialect.AURORA).build())
                    .run(Checks.of(Dialect.AURORA), result -> {});

            assertThat(ids(report, "failed")).containsExactly("L1");
            assertThat(ReportJson.of(report).path("checks").findValuesAsString("hint"))
                    .containsExactly(
                            "let the service speak TLS; as long as it does not, its address begins with http://");
        }
    }

    @Test
    void a_service_that_hangs_up_since_it_speaks_tls_is_told_once_with_the_address_that_would_do() {
        try (Shelf shelf = new Shelf(new GoodOfferSet(), Optional.of(valid.serverContext()), Set.of())) {
            String address = shelf.url().replace("https:", "http:") + "/v1/offerset";

            CheckReport report = new Checker(
                            CheckPlan.of(address, Dialect.AURORA).build())
                    .run(Checks.of(Dialect.AURORA), result -> {});

            assertThat(ids(report, "failed")).hasSize(1);
            assertThat(ReportJson.of(report).path("checks").findValuesAsString("hint"))
                    .allSatisfy(hint -> assertThat(hint).contains("https://"));
        }
    }

    @Test
    void a_server_that_greets_in_an_old_protocol_is_found() {
        CheckReport report = check(valid, TlsSettings.USUAL.trusting(valid.pem()), Quirk.GREETS_IN_OLD_TLS);

        assertThat(ids(report, "failed")).containsExactly("L3");
    }
}
