package io.tender.toolkit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.client.TlsSettings;
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
    void a_server_that_greets_in_an_old_protocol_is_found() {
        CheckReport report = check(valid, TlsSettings.USUAL.trusting(valid.pem()), Quirk.GREETS_IN_OLD_TLS);

        assertThat(ids(report, "failed")).containsExactly("L3");
    }
}
