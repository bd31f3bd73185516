package io.tender.daemon;

import io.tender.daemon.settings.LogChoice;
import io.tender.daemon.settings.Settings;
import java.io.IOException;

/** Where the settings of a daemon come from, and who writes its log: what only the program around it knows. */
public interface Origin {
    /** What messages call it. */
    String name();

    /**
     * Reads them again.
     *
     * @throws io.tender.daemon.settings.SettingsException that says everything that is wrong with them
     */
    Settings read() throws IOException;

    /** Logs like this from now on; it must not fail. */
    void logAs(LogChoice choice);
}
