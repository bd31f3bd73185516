package io.tender.daemon.journal;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/** Where the journal is kept: in a folder, or in a PostgreSQL database. */
public sealed interface StoreSettings {

    /** What begins like an address and not like a path; one letter may be a drive. */
    Pattern ADDRESS = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+:.*");

    record Folder(Path path) implements StoreSettings {}

    /** @param user may be empty, as may the password, if the URL has them or the server asks for none */
    record Database(String url, String user, String password) implements StoreSettings {
        @Override
        public String toString() {
            return "Database[url=" + withoutSecrets() + "]";
        }

        /** For messages: the URL's parameters may hold a password. */
        String withoutSecrets() {
            int parameters = url.indexOf('?');
            return parameters < 0 ? url : url.substring(0, parameters);
        }
    }

    /** Reads a folder's path or a {@code jdbc:postgresql:} URL. */
    static StoreSettings of(String store, String user, String password) throws JournalException {
        if (store.toLowerCase(Locale.ROOT).startsWith("jdbc:postgresql:")) {
            return new Database(store, user, password);
        }
        if (store.isBlank() || ADDRESS.matcher(store).matches()) {
            throw unknown(store);
        }
        try {
            return new Folder(Path.of(store));
        } catch (InvalidPathException notAPath) {
            throw unknown(store);
        }
    }

    private static JournalException unknown(String store) {
        int end = store.indexOf(':', store.startsWith("jdbc:") ? 5 : 0);
        return JournalException.lasting(
                "The store of the journal is of no known kind.",
                // Only how it begins: the rest may hold a password.
                "'" + store.substring(0, end + 1) + (end + 1 < store.length() ? "…" : "") + "'",
                "the path of a folder, or a URL that begins with jdbc:postgresql:",
                "name a folder such as /var/lib/tender, or jdbc:postgresql://host/database");
    }
}
