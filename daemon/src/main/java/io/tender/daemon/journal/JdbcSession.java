package io.tender.daemon.journal;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/** A connection to PostgreSQL, the store's tables, and how its failures are told. */
final class JdbcSession implements AutoCloseable {

    private static final List<String> TABLES = List.of(
            "create table if not exists tender_journal_owner"
                    + " (one int primary key check (one = 1), epoch bigint not null, owner text not null)",
            "create table if not exists tender_journal_record"
                    + " (number bigint primary key, checksum int not null, bytes bytea not null)",
            "create table if not exists tender_journal_snapshot"
                    + " (up_to bigint primary key, parts int not null, checksum int not null)",
            "create table if not exists tender_journal_part"
                    + " (up_to bigint not null, part int not null, bytes bytea not null, primary key (up_to, part))");

    /** One lock per schema, since that is where the tables are. */
    private static final String KEY = "hashtextextended('tender journal in ' || current_schema(), 0)";

    /** Connection lost, transaction rolled back, no resources, operator intervenes, system error. */
    private static final Set<String> PASSING_CLASSES = Set.of("08", "40", "53", "57", "58");

    /** A server that takes no writes, as one that is about to be promoted. */
    private static final String READ_ONLY = "25006";

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final Connection connection;

    private JdbcSession(Connection connection) {
        this.connection = connection;
    }

    static JdbcSession connect(StoreSettings.Database database) throws SQLException {
        Properties properties = new Properties();
        if (!database.user().isEmpty()) {
            properties.setProperty("user", database.user());
        }
        if (!database.password().isEmpty()) {
            properties.setProperty("password", database.password());
        }
        // What the URL says of these takes precedence. Without the time-outs a server that vanished is waited for for
        // ever.
        properties.setProperty("ApplicationName", "tender");
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("socketTimeout", "30");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("reWriteBatchedInserts", "true");
        // Otherwise a failed write is described by all that it would have written: megabytes, and secrets of tasks
        // among them.
        properties.setProperty("logServerErrorDetail", "false");
        JdbcSession session = new JdbcSession(DriverManager.getConnection(database.url(), properties));
        try {
            session.connection.setAutoCommit(false);
            // Unless this is on, a commit is answered before it is durable.
            if (session.text("show synchronous_commit").equals("off")) {
                session.execute("set synchronous_commit = on");
            }
            session.commit();
            return session;
        } catch (SQLException failure) {
            session.closeAfter(failure);
            throw failure;
        }
    }

    void makeTables() throws SQLException {
        for (String table : TABLES) {
            execute(table);
        }
    }

    boolean tryLock() throws SQLException {
        return text("select pg_try_advisory_lock(" + KEY + ")").equals("t");
    }

    /**
     * Waits for the lock if it has to: the server notices a little later than the daemon before this one that its connection has
     * ended.
     */
    boolean lockWithin(Duration patience) throws SQLException {
        execute("set local lock_timeout = " + patience.toMillis());
        try {
            execute("select pg_advisory_lock(" + KEY + ")");
            return true;
        } catch (SQLException refused) {
            if (!LOCK_NOT_AVAILABLE.equals(refused.getSQLState())) {
                throw refused;
            }
            connection.rollback();
            return false;
        }
    }

    /** The server's process that holds the lock; 0 if it has been let go of meanwhile. */
    long lockHolder() throws SQLException {
        return number(
                "select coalesce(max(pid), 0) from pg_locks where locktype = 'advisory' and granted and objsubid = 1"
                        + " and database = (select oid from pg_database where datname = current_database())"
                        + " and ((classid::bigint << 32) | objid::bigint) = " + KEY);
    }

    String owner() throws SQLException {
        boolean known = !text("select coalesce(to_regclass('tender_journal_owner')::text, '')")
                .isEmpty();
        String owner = known ? text("select coalesce(max(owner), '') from tender_journal_owner") : "";
        return owner.isEmpty() ? "an unknown process" : owner;
    }

    Connection connection() {
        return connection;
    }

    PreparedStatement prepare(String sql) throws SQLException {
        return connection.prepareStatement(sql);
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    int update(String sql, long argument) throws SQLException {
        try (PreparedStatement statement = prepare(sql)) {
            statement.setLong(1, argument);
            return statement.executeUpdate();
        }
    }

    String text(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            return result.next() ? String.valueOf(result.getString(1)) : "";
        }
    }

    long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            return result.next() ? result.getLong(1) : 0;
        }
    }

    void commit() throws SQLException {
        connection.commit();
    }

    /** Closes what failed already; a second failure is told with the first. */
    void closeAfter(Exception failure) {
        try {
            connection.close();
        } catch (SQLException another) {
            failure.addSuppressed(another);
        }
    }

    static JournalException failure(StoreSettings.Database database, String headline, SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        boolean passing = state.isEmpty()
                || state.equals(READ_ONLY)
                || (state.length() == 5 && PASSING_CLASSES.contains(state.substring(0, 2)));
        return new JournalException(
                JournalException.text(
                        headline,
                        failure.getMessage() + " (SQL state " + state + ")",
                        "a PostgreSQL server at " + database.withoutSecrets() + " that takes writes",
                        passing
                                ? "see to the server and the network; it is tried again until it works"
                                : "see to the database, its user and its tables"),
                failure,
                passing);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
