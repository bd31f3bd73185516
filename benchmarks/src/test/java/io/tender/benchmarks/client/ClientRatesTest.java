package io.tender.benchmarks.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.report.ClientTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientRatesTest {
    @Test
    void what_wrk_says_is_understood() throws IOException {
        assertThat(Wrk.rate("Running 5s test\n  100 requests in 5.00s\nRequests/sec:  12345.67\nTransfer/sec: 1MB\n"))
                .isEqualTo(12345.67);
        assertThatThrownBy(() -> Wrk.rate("Requests/sec: 5.0\n  Non-2xx or 3xx responses: 5\n"))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Wrk.rate("unable to connect")).isInstanceOf(IOException.class);
    }

    @Test
    void the_client_is_measured_against_a_server_of_its_own() throws IOException {
        try (ServerProcess server = new ServerProcess()) {
            assertThat(CallRate.measure(server.url(), 2, true, Duration.ofSeconds(2)))
                    .isPositive();
        }
    }

    @Test
    void the_table_sets_the_client_beside_wrk(@TempDir Path folder) throws IOException {
        ClientReport report = ClientReport.of(
                Environment.now(0),
                List.of(
                        new ClientRates(1, Optional.of(10_000.0), 8_000, 5_000),
                        new ClientRates(16, Optional.empty(), 20_000, 15_000)));

        assertThat(new ClientTable(report).text()).contains("10,000", "80 %", "50 %", "20,000");
        Path document = Files.writeString(
                folder.resolve("figures.md"), "before\n<!-- begin:client -->\nold\n<!-- end:client -->\nafter\n");
        new ClientTable(report).writeInto(document);
        assertThat(document)
                .content()
                .startsWith("before\n<!-- begin:client -->\nMeasured on ")
                .contains("| 1 | 10,000 | 8,000 | 80 % | 5,000 | 50 % |")
                .doesNotContain("old")
                .endsWith("<!-- end:client -->\nafter\n");
        assertThat(report.rates().getFirst().share()).contains(0.8);
    }
}
