package io.tender.daemon.journal;

import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/** Reads the whole store from a database, up to the first damage. */
record JdbcScan(List<byte[]> snapshot, List<byte[]> records, long last, Optional<Damage> damage) {

    /** Rows fetched at a time. */
    private static final int FETCHED = 10_000;

    static JdbcScan of(JdbcSession session) throws SQLException {
        long upTo = session.number("select coalesce(max(up_to), 0) from tender_journal_snapshot");
        List<byte[]> parts = new ArrayList<>();
        if (upTo > 0 && !readSnapshot(session, upTo, parts)) {
            String where = "table tender_journal_snapshot, row " + upTo;
            Damage damage = new Damage(Damage.Kind.SNAPSHOT, where, "a snapshot that cannot be read", 0, 0);
            return new JdbcScan(List.of(), List.of(), 0, Optional.of(damage));
        }
        return readRecords(session, upTo, parts);
    }

    private static boolean readSnapshot(JdbcSession session, long upTo, List<byte[]> parts) throws SQLException {
        String query =
                "select p.bytes, s.parts, s.checksum from tender_journal_snapshot s left join tender_journal_part p"
                        + " using (up_to) where up_to = ? order by p.part";
        int count = 0;
        int checksum = 0;
        try (PreparedStatement statement = session.prepare(query)) {
            statement.setFetchSize(FETCHED);
            statement.setLong(1, upTo);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    count = rows.getInt(2);
                    checksum = rows.getInt(3);
                    byte[] bytes = rows.getBytes(1);
                    if (bytes != null) {
                        parts.add(bytes);
                    }
                }
            }
        }
        return count == parts.size() && checksum == checksum(upTo, parts);
    }

    private static JdbcScan readRecords(JdbcSession session, long upTo, List<byte[]> parts) throws SQLException {
        List<byte[]> records = new ArrayList<>();
        long next = upTo + 1;
        String query = "select number, checksum, bytes from tender_journal_record where number > ? order by number";
        try (PreparedStatement statement = session.prepare(query)) {
            statement.setFetchSize(FETCHED);
            statement.setLong(1, upTo);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    byte[] bytes = rows.getBytes(3);
                    if (rows.getLong(1) != next) {
                        return damaged(
                                parts, records, next, "no record " + next + ", but a later one", 1 + count(rows));
                    }
                    if (rows.getInt(2) != checksum(next, List.of(bytes))) {
                        return damaged(parts, records, next, "a wrong checksum of record " + next, count(rows));
                    }
                    records.add(bytes);
                    next++;
                }
            }
        }
        return new JdbcScan(parts, records, next - 1, Optional.empty());
    }

    private static JdbcScan damaged(List<byte[]> parts, List<byte[]> records, long next, String what, long lost) {
        Damage damage =
                new Damage(Damage.Kind.MIDDLE, "table tender_journal_record, row " + next, what, next - 1, lost);
        return new JdbcScan(parts, records, next - 1, Optional.of(damage));
    }

    private static long count(ResultSet rows) throws SQLException {
        long count = 0;
        while (rows.next()) {
            count++;
        }
        return count;
    }

    static int checksum(long number, List<byte[]> parts) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
        for (byte[] part : parts) {
            crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
            crc.update(part);
        }
        return (int) crc.getValue();
    }
}
