package io.tender.daemon.journal;

/** Opens the journal that the settings name. */
public final class Journals {
    private Journals() {}

    /** Takes the store for this process alone; a folder or tables that are missing are made. */
    public static Journal open(StoreSettings settings) throws JournalException {
        return switch (settings) {
            case StoreSettings.Folder folder -> FileJournal.open(folder.path());
            case StoreSettings.Database database -> JdbcJournal.open(database);
        };
    }
}
