package io.tender.daemon.journal;

import io.tender.daemon.journal.StoreFolder.Numbered;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Looks at a journal that no daemon uses, says what is damaged and what a cut would lose, and cuts if asked to.
 *
 * <p>What is cut off is kept beside: files with {@code .damaged} at their end, or the table {@code tender_journal_damaged}.
 */
public final class JournalRepair {
    private JournalRepair() {}

    /**
     * What was found.
     *
     * @param records how many good ones there are after the snapshot, up to the damage
     * @param lastGood the number of the last good record before the damage, or of the last one
     * @param lost how many readable records lie behind the damage
     * @param mendable whether a cut makes the store usable
     * @param text what an operator should know, in words
     */
    public record Finding(boolean damaged, boolean mendable, long records, long lastGood, long lost, String text) {}

    /** Looks, and changes nothing. */
    public static Finding examine(StoreSettings settings) throws JournalException {
        return run(settings, false);
    }

    /** Cuts at the last good record; does nothing to a store that is not damaged or that cannot be mended. */
    public static Finding apply(StoreSettings settings) throws JournalException {
        return run(settings, true);
    }

    private static Finding run(StoreSettings settings, boolean apply) throws JournalException {
        return switch (settings) {
            case StoreSettings.Folder folder -> folder(folder.path(), apply);
            case StoreSettings.Database database -> database(database, apply);
        };
    }

    private static Finding folder(Path path, boolean apply) throws JournalException {
        if (!Files.isDirectory(path)) {
            throw JournalException.lasting(
                    "There is no journal to look at.",
                    path + ", which is not a folder",
                    "the folder of a journal",
                    "name the folder that the daemon's settings name");
        }
        try {
            FolderLock held = FolderLock.take(path);
            try {
                return inFolder(new StoreFolder(path), apply);
            } finally {
                held.close();
            }
        } catch (IOException failure) {
            throw new JournalException(
                    JournalException.text(
                            "The journal in " + path + " cannot be looked at.",
                            failure.toString(),
                            "files that this user may read and write",
                            "see to the disk and the permissions"),
                    failure,
                    false);
        }
    }

    private static Finding inFolder(StoreFolder folder, boolean apply) throws IOException {
        FolderScan scan = FolderScan.of(folder);
        if (apply && scan.cut().isPresent()) {
            cut(folder, scan.cut().get());
        }
        return finding(scan.damage(), scan.records().size(), scan.last());
    }

    private static void cut(StoreFolder folder, FolderScan.Cut cut) throws IOException {
        // Last one first: whoever is interrupted finds the damage at the same place again.
        for (Numbered later : cut.later().reversed()) {
            Files.move(later.file(), damaged(later.file()), StandardCopyOption.ATOMIC_MOVE);
        }
        Path file = cut.segment().file();
        if (cut.goodBytes() == 0) {
            Files.move(file, damaged(file), StandardCopyOption.ATOMIC_MOVE);
        } else {
            Files.copy(file, damaged(file), StandardCopyOption.COPY_ATTRIBUTES);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(cut.goodBytes());
                channel.force(true);
            }
        }
        folder.sync();
    }

    /** A name that is free, since a store may be mended more than once. */
    private static Path damaged(Path file) {
        Path free = file.resolveSibling(file.getFileName() + ".damaged");
        for (int i = 2; Files.exists(free); i++) {
            free = file.resolveSibling(file.getFileName() + "." + i + ".damaged");
        }
        return free;
    }

    private static Finding database(StoreSettings.Database database, boolean apply) throws JournalException {
        // Opened as a daemon does it, so that none can use it meanwhile.
        JdbcJournal held = JdbcJournal.open(database);
        try (JdbcSession session = JdbcSession.connect(database)) {
            JdbcScan scan = JdbcScan.of(session);
            Finding finding = finding(scan.damage(), scan.records().size(), scan.last());
            if (apply && finding.damaged() && finding.mendable()) {
                for (String statement : List.of(
                        "create table if not exists tender_journal_damaged"
                                + " (number bigint not null, checksum int not null, bytes bytea not null)",
                        "insert into tender_journal_damaged select number, checksum, bytes from tender_journal_record"
                                + " where number > " + scan.last(),
                        "delete from tender_journal_record where number > " + scan.last())) {
                    session.execute(statement);
                }
            }
            session.commit();
            return finding;
        } catch (SQLException failure) {
            throw JdbcSession.failure(database, "The journal's database cannot be looked at.", failure);
        } finally {
            held.close();
        }
    }

    private static Finding finding(Optional<Damage> found, long records, long last) {
        if (found.isEmpty()) {
            return new Finding(
                    false, true, records, last, 0, "Nothing is damaged: record " + last + " is the last one.");
        }
        Damage damage = found.get();
        String text = switch (damage.kind()) {
            case SNAPSHOT ->
                "Found " + damage.what() + " in " + damage.where()
                        + ". This cannot be mended: restore the store from a backup.";
            case MIDDLE ->
                "Found " + damage.what() + " in " + damage.where() + ". Record " + damage.lastGood()
                        + " is the last good one before it. Cutting there loses what is unreadable and "
                        + damage.lost() + " readable records behind it.";
            case TAIL ->
                "Found " + damage.what() + " in " + damage.where() + ". Record " + damage.lastGood()
                        + " is the last good one. The daemon cuts there by itself when it starts.";
        };
        return new Finding(
                true, damage.kind() != Damage.Kind.SNAPSHOT, records, damage.lastGood(), damage.lost(), text);
    }
}
