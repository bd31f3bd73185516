package io.tender.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class JdbcJournalTest extends JournalContract {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static final String CUT =
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tender'";

    private final String schema = "store" + SCHEMAS.incrementAndGet();
    private Optional<PostgresServer> server = Optional.empty();

    @BeforeEach
    void make_an_empty_schema() throws Exception {
        server = PostgresServer.find();
        Surroundings.need(server.isPresent(), PostgresServer.MISSING);
        server().execute("create schema " + schema);
    }

    private PostgresServer server() {
        return server.orElseThrow();
    }

    private StoreSettings.Database store() {
        return server().store(schema, server().port());
    }

    @Override
    Journal open() throws JournalException {
        return Journals.open(store());
    }

    @Test
    void a_connection_that_was_cut_is_made_anew() throws Exception {
        try (Journal journal = open()) {
            journal.recover();
            journal.append(Samples.records(1, 2));
            server().execute(CUT);
            assertThatThrownBy(() -> journal.append(Samples.records(3, 2)))
                    .matches(failure -> ((JournalException) failure).isPassing());
            assertThat(journal.append(Samples.records(3, 2))).isEqualTo(4);
        }
        try (Journal journal = open()) {
            assertThat(journal.recover().records()).containsExactlyElementsOf(Samples.records(1, 4));
        }
    }

    @Test
    void nothing_is_lost_or_twice_when_answers_are_cut_anywhere() throws Exception {
        Random random = new Random(5);
        long last = 0;
        int failures = 0;
        try (CuttingProxy proxy = new CuttingProxy(server().port());
                Journal journal = Journals.open(server().store(schema, proxy.port()))) {
            journal.recover();
            for (int round = 0; round < 200; round++) {
                proxy.cutAfter(random.nextInt(300));
                List<byte[]> records = Samples.records(last + 1, 1 + random.nextInt(4));
                for (long before = last; last == before; ) {
                    try {
                        last = journal.append(records);
                    } catch (JournalException cut) {
                        assertThat(cut.isPassing()).as(cut.getMessage()).isTrue();
                        failures++;
                        assertThat(failures).isLessThan(10_000);
                    }
                }
            }
            proxy.cutAfter(Long.MAX_VALUE);
        }
        assertThat(failures).isGreaterThan(50);
        try (Journal journal = open()) {
            assertThat(journal.recover().records()).containsExactlyElementsOf(Samples.records(1, (int) last));
        }
    }

    @Test
    void a_lock_that_is_let_go_of_a_moment_later_is_waited_for() throws Exception {
        Journal before = open();
        before.recover();
        CompletableFuture<Journal> next = CompletableFuture.supplyAsync(() -> {
            try {
                return open();
            } catch (JournalException refused) {
                throw new CompletionException(refused);
            }
        });
        try (Connection looking = DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + server().port() + "/postgres", "tender", "")) {
            await(looking, "select count(*) from pg_locks where locktype = 'advisory' and not granted");
        }
        assertThat(next).isNotDone();
        before.close();
        try (Journal journal = next.get(20, TimeUnit.SECONDS)) {
            assertThat(journal.recover().last()).isZero();
        }
    }

    private static void await(Connection connection, String count) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        try (Statement statement = connection.createStatement()) {
            while (true) {
                try (ResultSet result = statement.executeQuery(count)) {
                    if (result.next() && result.getInt(1) > 0) {
                        return;
                    }
                }
                assertThat(System.nanoTime()).as(count).isLessThan(end);
            }
        }
    }

    @Test
    void a_failure_is_told_without_what_was_to_be_written() throws Exception {
        try (Journal journal = open()) {
            journal.recover();
            server().execute(CUT);
            assertThatThrownBy(() -> journal.append(List.of(Samples.bytes("secret"), Samples.bytes("secret"))))
                    .satisfies(failure -> assertThat(trace(failure))
                            .doesNotContain("secret", HexFormat.of().formatHex(Samples.bytes("secret"))));
        }
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void the_group_commit_goes_on_after_cuts() throws Exception {
        AtomicLong durable = new AtomicLong();
        try (Journal journal = open()) {
            journal.recover();
            GroupCommit commit =
                    new GroupCommit(journal, InstantSource.system(), new SimpleMeterRegistry(), failure -> {});
            for (int i = 1; i <= 300; i++) {
                commit.submit(Samples.records(i, 1), durable::incrementAndGet);
                if (i % 100 == 50) {
                    server().execute(CUT);
                }
            }
            assertThat(commit.close(Duration.ofSeconds(60))).isTrue();
        }
        assertThat(durable).hasValue(300);
        try (Journal journal = open()) {
            assertThat(journal.recover().records()).containsExactlyElementsOf(Samples.records(1, 300));
        }
    }

    @Test
    void one_who_lost_the_store_to_another_fails_for_good() throws Exception {
        try (Journal first = open()) {
            first.recover();
            first.append(Samples.records(1, 2));
            server().execute(CUT);
            try (Journal second = open()) {
                assertThat(second.recover().last()).isEqualTo(2);
                second.append(Samples.records(3, 1));
                assertThatThrownBy(() -> first.append(List.of(Samples.bytes("wrong"))))
                        .matches(failure -> ((JournalException) failure).isPassing());
                assertLost(first);
            }
            // The other has gone again, but what it wrote counts.
            assertLost(first);
        }
        try (Journal third = open()) {
            assertThat(third.recover().records()).containsExactlyElementsOf(Samples.records(1, 3));
        }
    }

    private static void assertLost(Journal journal) {
        assertThatThrownBy(() -> journal.append(List.of(Samples.bytes("wrong"))))
                .hasMessageContaining("was lost to another daemon")
                .matches(failure -> !((JournalException) failure).isPassing());
    }

    @Test
    void a_missing_or_changed_record_stops_the_start_and_can_be_cut() throws Exception {
        try (Journal journal = open()) {
            journal.recover();
            journal.append(Samples.records(1, 9));
        }
        server().execute("delete from " + schema + ".tender_journal_record where number = 7");
        try (Journal journal = open()) {
            assertThatThrownBy(journal::recover)
                    .hasMessageContaining("no record 7")
                    .hasMessageContaining("2 readable");
        }
        server().execute("update " + schema
                + ".tender_journal_record set bytes = '\\x00'::bytea || bytes where number = 4");
        try (Journal journal = open()) {
            assertThatThrownBy(journal::recover).hasMessageContaining("a wrong checksum of record 4");
        }
        assertThat(JournalRepair.examine(store()).lastGood()).isEqualTo(3);
        assertThat(JournalRepair.apply(store()).damaged()).isTrue();
        assertThat(JournalRepair.examine(store()).damaged()).isFalse();
        try (Journal journal = open()) {
            assertThat(journal.recover().records()).containsExactlyElementsOf(Samples.records(1, 3));
        }
    }

    @Test
    void a_server_that_promises_too_much_is_told_of() throws Exception {
        try (Journal journal = open()) {
            assertThat(journal.recover().notice()).contains("fsync = off");
        }
    }

    @Test
    void a_server_that_is_not_there_is_a_passing_failure() {
        assertThatThrownBy(() ->
                        Journals.open(new StoreSettings.Database("jdbc:postgresql://127.0.0.1:1/x", "me", "secret")))
                .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/x")
                .hasMessageNotContaining("secret")
                .matches(failure -> ((JournalException) failure).isPassing());
    }
}
