package io.tender.daemon.journal;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal in PostgreSQL.
 *
 * <p>The connection that appends holds an advisory lock, so that an append is proof of still owning the store. Each owner
 * raises the epoch: one that lost its connection and finds another epoch knows that somebody else wrote meanwhile, and stops.
 * With the epoch unchanged, records behind the last acknowledged one can only be its own, of a commit whose answer was lost;
 * they are written again in the transaction that removes them.
 */
final class JdbcJournal implements Journal {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcJournal.class);

    /** For the lock of a daemon that has just ended. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final StoreSettings.Database database;
    private @Nullable JdbcSession session;
    private long epoch;
    private long backend;
    private boolean unsure;
    private volatile long last = -1;

    private JdbcJournal(StoreSettings.Database database) {
        this.database = database;
    }

    static JdbcJournal open(StoreSettings.Database database) throws JournalException {
        JdbcJournal journal = new JdbcJournal(database);
        try {
            journal.takeOver();
            return journal;
        } catch (SQLException failure) {
            throw JdbcSession.failure(database, "The journal's database cannot be used.", failure);
        }
    }

    private void takeOver() throws SQLException, JournalException {
        JdbcSession fresh = JdbcSession.connect(database);
        try {
            if (!fresh.lockWithin(PATIENCE)) {
                throw JournalException.lasting(
                        "The journal in " + database.withoutSecrets() + " is in use.",
                        "a lock held by " + fresh.owner() + " (server process " + fresh.lockHolder() + ")",
                        "one daemon per store",
                        "stop that one first, or give this one a database or schema of its own");
            }
            fresh.makeTables();
            try (PreparedStatement statement = fresh.prepare(
                    "insert into tender_journal_owner values (1, 1, ?)"
                            + " on conflict (one) do update set epoch = tender_journal_owner.epoch + 1, owner = excluded.owner")) {
                statement.setString(1, Owner.current().text());
                statement.executeUpdate();
            }
            epoch = fresh.number("select epoch from tender_journal_owner");
            backend = fresh.number("select pg_backend_pid()");
            fresh.commit();
            session = fresh;
        } catch (SQLException | JournalException failure) {
            fresh.closeAfter(failure);
            throw failure;
        }
    }

    @Override
    public Recovered recover() throws JournalException {
        try {
            JdbcSession current = session();
            JdbcScan scan = JdbcScan.of(current);
            boolean careless = current.text("show fsync").equals("off");
            current.commit();
            if (scan.damage().isPresent()) {
                throw scan.damage().get().stop();
            }
            last = scan.last();
            String notice =
                    careless ? "the server has fsync = off: a crash of its machine can lose what was acknowledged" : "";
            return new Recovered(scan.snapshot(), scan.records(), scan.last(), notice);
        } catch (SQLException failure) {
            throw lost("The journal cannot be read from its database.", failure);
        }
    }

    @Override
    public long append(List<byte[]> records) throws JournalException {
        long before = recoveredLast();
        if (records.isEmpty()) {
            return before;
        }
        try {
            JdbcSession current = session();
            if (unsure) {
                current.update("delete from tender_journal_record where number > ?", before);
            }
            insert(current, before, records);
            // From here on nobody knows, until the answer is there.
            unsure = true;
            current.commit();
            unsure = false;
        } catch (SQLException failure) {
            throw lost("Nothing can be appended to the journal's database.", failure);
        }
        last = before + records.size();
        return last;
    }

    private static void insert(JdbcSession to, long before, List<byte[]> records) throws SQLException {
        try (PreparedStatement statement = to.prepare("insert into tender_journal_record values (?, ?, ?)")) {
            long number = before;
            for (byte[] record : records) {
                number++;
                statement.setLong(1, number);
                statement.setInt(2, JdbcScan.checksum(number, List.of(record)));
                statement.setBytes(3, record);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private long recoveredLast() {
        if (last < 0) {
            throw new IllegalStateException(
                    "a journal has to be recovered before it is written to: call recover() first");
        }
        return last;
    }

    private JdbcSession session() throws SQLException, JournalException {
        JdbcSession current = session;
        if (current == null) {
            current = reconnect();
            session = current;
        }
        return current;
    }

    private JdbcSession reconnect() throws SQLException, JournalException {
        JdbcSession fresh = JdbcSession.connect(database);
        try {
            if (!fresh.tryLock()) {
                throw whoHasIt(fresh);
            }
            long found = fresh.number("select epoch from tender_journal_owner");
            if (found != epoch) {
                throw taken("epoch " + found + " of " + fresh.owner() + ", which has had the store meanwhile");
            }
            backend = fresh.number("select pg_backend_pid()");
            fresh.commit();
            LOG.info("connected again to the journal's database");
            return fresh;
        } catch (SQLException | JournalException failure) {
            fresh.closeAfter(failure);
            throw failure;
        }
    }

    private JournalException whoHasIt(JdbcSession fresh) throws SQLException {
        long holder = fresh.lockHolder();
        if (holder != 0 && holder != backend) {
            return taken("a lock held by " + fresh.owner() + " (server process " + holder + ")");
        }
        // Our own former connection, which the server believes to be alive.
        boolean asked =
                fresh.text("select pg_terminate_backend(" + backend + ")").equals("t");
        return new JournalException(
                "The former connection still holds the journal's lock; the server was asked to end it: " + asked,
                new SQLException("advisory lock held by server process " + holder),
                true);
    }

    private JournalException taken(String got) {
        return JournalException.lasting(
                "The journal in " + database.withoutSecrets() + " was lost to another daemon.",
                got,
                "epoch " + epoch + " of this daemon, and its lock free after the connection had been cut",
                "let only one daemon use a store; this one ends");
    }

    private JournalException lost(String headline, SQLException failure) {
        JdbcSession failed = session;
        session = null;
        unsure = true;
        if (failed != null) {
            failed.closeAfter(failure);
        }
        return JdbcSession.failure(database, headline, failure);
    }

    /**
     * On a connection of its own, so that appends go on. It needs no lock: a snapshot of durable records is true whoever owns the
     * store by now.
     */
    @Override
    public void snapshot(long upTo, List<byte[]> parts) throws JournalException {
        if (upTo > recoveredLast() || upTo < 0) {
            throw new IllegalArgumentException(
                    "a snapshot up to record %d, but record %d is the last durable one".formatted(upTo, last));
        }
        try (JdbcSession own = JdbcSession.connect(database)) {
            own.update("delete from tender_journal_part where up_to <= ?", upTo);
            own.update("delete from tender_journal_snapshot where up_to <= ?", upTo);
            try (PreparedStatement statement = own.prepare("insert into tender_journal_snapshot values (?, ?, ?)")) {
                statement.setLong(1, upTo);
                statement.setInt(2, parts.size());
                statement.setInt(3, JdbcScan.checksum(upTo, parts));
                statement.executeUpdate();
            }
            insertParts(own, upTo, parts);
            own.update("delete from tender_journal_record where number <= ?", upTo);
            own.commit();
        } catch (SQLException failure) {
            throw JdbcSession.failure(database, "No snapshot can be kept in the journal's database.", failure);
        }
    }

    private static void insertParts(JdbcSession to, long upTo, List<byte[]> parts) throws SQLException {
        try (PreparedStatement statement = to.prepare("insert into tender_journal_part values (?, ?, ?)")) {
            for (int i = 0; i < parts.size(); i++) {
                statement.setLong(1, upTo);
                statement.setInt(2, i);
                statement.setBytes(3, parts.get(i));
                statement.addBatch();
                if (i % 1000 == 999) {
                    statement.executeBatch(); // So that a large snapshot is not held in the driver's memory a second
                    // time.
                }
            }
            statement.executeBatch();
        }
    }

    @Override
    public void close() {
        JdbcSession current = session;
        session = null;
        if (current != null) {
            try {
                current.close();
            } catch (SQLException failure) {
                LOG.warn("the connection to the journal's database could not be closed", failure);
            }
        }
    }
}
