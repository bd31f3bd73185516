package io.tender.cli.demo.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tender.cli.demo.Bar;
import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.spi.Chance;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine.Help.Ansi;

@Isolated // it sets the locale of all for a while
class DemoPartsTest {

    private static double[] entitled(double[] wanted, double... weights) {
        return FairShares.entitled(wanted, weights);
    }

    @Test
    void who_wants_everything_is_entitled_to_a_share_by_weight() {
        assertThat(entitled(new double[] {1, 1, 1}, 3, 2, 1))
                .containsExactly(new double[] {3 / 6.0, 2 / 6.0, 1 / 6.0}, within(1e-12));
    }

    @Test
    void what_one_does_not_want_goes_to_the_others_by_weight() {
        assertThat(entitled(new double[] {0.2, 1, 1}, 3, 2, 1))
                .containsExactly(new double[] {0.2, 0.8 * 2 / 3, 0.8 / 3}, within(1e-12));
        assertThat(entitled(new double[] {0.2, 0.1, 0.3}, 3, 2, 1)).containsExactly(0.2, 0.1, 0.3);
        assertThat(entitled(new double[] {0, 0, 0}, 3, 2, 1)).containsExactly(0, 0, 0);
    }

    @Test
    void a_bar_is_as_long_as_the_share_and_as_wide_as_the_whole() {
        assertThat(new Bar(8, true).of(0.5)).isEqualTo("████    ");
        assertThat(new Bar(8, true).of(0.55)).isEqualTo("████▍   ");
        assertThat(new Bar(8, true).of(7)).isEqualTo("████████");
        assertThat(new Bar(8, true).of(-1)).isEqualTo("        ");
        assertThat(new Bar(8, false).of(0.5)).isEqualTo("####    ");
    }

    @Test
    void the_ledger_notices_what_is_not_there() {
        Ledger ledger = new Ledger();
        AgentId agent = new AgentId("a");
        ledger.add(agent, Resources.parse("cpus:4"));

        assertThat(ledger.offered(agent, Resources.parse("cpus:3"))).isEmpty();
        assertThat(ledger.offered(agent, Resources.parse("cpus:2")))
                .hasValueSatisfying(broken -> assertThat(broken).contains("cpus:2", "only cpus:1 of cpus:4"));
        ledger.givenBack(agent, Resources.parse("cpus:3"));
        assertThat(ledger.offered(agent, Resources.parse("cpus:4"))).isEmpty();
        ledger.remove(agent);
        assertThat(ledger.offered(agent, Resources.parse("cpus:1")))
                .hasValueSatisfying(broken -> assertThat(broken).contains("which is gone"));
    }

    @Test
    void a_service_follows_its_traffic_up_and_down() {
        Appetite service = new Appetite.Service(10, 50);

        assertThat(service.wanted(0)).isEqualTo(10);
        service.pass(Duration.ofSeconds(32));
        assertThat(service.wanted(0)).isBetween(49, 50);
        service.pass(Duration.ofSeconds(60));
        assertThat(service.wanted(40)).as("some of the forty are to be stopped").isEqualTo(10);
    }

    @Test
    void an_opportunist_brings_work_now_and_then_and_wants_nothing_in_between() {
        Appetite opportunist = new Appetite.Opportunist(Chance.seeded(1), 100);

        opportunist.pass(Duration.ZERO);
        int burst = opportunist.wanted(0);
        assertThat(burst).isBetween(25, 100);
        opportunist.started(burst);
        opportunist.pass(Duration.ofSeconds(5));
        assertThat(opportunist.wanted(0)).isZero();
        opportunist.pass(Duration.ofSeconds(12));
        assertThat(opportunist.wanted(0)).isBetween(25, 100);
    }

    @Test
    void tasks_last_between_their_bounds() {
        Duration least = Duration.ofSeconds(1);
        Duration most = Duration.ofSeconds(5);

        for (long draw : new long[] {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, 0x123456789L}) {
            assertThat(Appetite.between(least, most, draw)).isBetween(least, most);
        }
    }

    private static Snapshot snapshot(int seconds) {
        return snapshot(seconds, Optional.empty());
    }

    private static Snapshot snapshot(int seconds, Optional<String> trouble) {
        return new Snapshot(
                new DemoPlan(40, Duration.ofSeconds(100), 1, false),
                Duration.ofSeconds(seconds),
                123_456,
                12.34,
                40,
                ResourceQuantities.parse("cpus:368;mem:753664"),
                ResourceQuantities.parse("cpus:184;mem:100"),
                List.of(
                        new Snapshot.Row("serving", 3, "web", 1, 0.5, 1, 12_345, 123_456, true),
                        new Snapshot.Row("batch", 2, "crunch", 0.3, 0.3, 0.25, 1, 2, false)),
                List.of("  12 s  agent-07 is lost with 8 tasks"),
                Optional.of(new GangSummary(
                        "http://127.0.0.1:9191", 1234, 1200, 12, 100, 123_456, 0, false, 1.5, Optional.empty())),
                trouble.stream().toList());
    }

    @Test
    void the_live_table_is_renewed_in_place_and_fits_eighty_columns() {
        StringWriter text = new StringWriter();
        LiveTable table = new LiveTable(new PrintWriter(text), Ansi.OFF, true);

        table.show(snapshot(1));
        int lines = (int) text.toString().lines().count();
        table.show(snapshot(100));
        table.end();

        assertThat(text.toString())
                .contains("\u001b[" + lines + "F")
                .contains("serving", "batch", "agent-07 is lost")
                .contains("gangs 1234 started whole, 12 waiting; extender is silent (123456 calls)");
        assertThat(text.toString().lines())
                .map(line -> line.replaceAll("\u001b\\[[0-9;]*[A-Za-z]", ""))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void colours_are_used_only_where_they_are_wanted() {
        assertThat(drawn(Ansi.ON)).contains("\u001b[36m");
        assertThat(drawn(Ansi.OFF)).doesNotContain("\u001b[36m", "\u001b[1m");
    }

    private static String drawn(Ansi ansi) {
        StringWriter text = new StringWriter();
        new LiveTable(new PrintWriter(text), ansi, false).show(snapshot(1));
        return text.toString();
    }

    @Test
    void a_log_gets_ten_lines_and_no_control_characters() {
        StringWriter text = new StringWriter();
        PlainLines lines = new PlainLines(new PrintWriter(text));

        for (int second = 0; second <= 100; second++) {
            lines.show(snapshot(second));
        }

        assertThat(text.toString().lines()).hasSize(10);
        assertThat(text.toString().lines().findFirst())
                .hasValue(" 10%    10 s  serving 100% (entitled 50%)  batch 25% (entitled 30%)  offers 123458");
        assertThat(text.toString()).doesNotContain("\u001b");
    }

    @Test
    void a_log_tells_once_that_nobody_orders_offers() {
        StringWriter text = new StringWriter();
        PlainLines lines = new PlainLines(new PrintWriter(text));

        lines.show(snapshot(1));
        lines.show(snapshot(2, Optional.of("The service is gone.")));
        lines.show(snapshot(3, Optional.of("The service is gone.")));

        assertThat(text.toString().lines()).containsExactly("The service is gone.");
    }

    @Test
    void numbers_are_written_the_same_in_every_country() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(drawn(Ansi.OFF)).contains("took 12.34 ms");
        } finally {
            Locale.setDefault(before);
        }
    }
}
