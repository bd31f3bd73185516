package io.tender.daemon.settings;

import java.io.IOException;

/** Reads the settings again from where the daemon was started with, and puts in force what can be. */
@FunctionalInterface
public interface Reload {
    /** For whoever has none. */
    Reload NONE = () -> {
        throw new IOException(
                "the daemon was started without a file of settings: start it with 'tender serve -c FILE'");
    };

    /**
     * Reads them whole, and changes nothing if anything is wrong with them.
     *
     * @throws SettingsException that says everything that is wrong with them
     * @throws io.tender.runtime.batch.ConfException the same of the actions and plugins of batch sessions
     * @throws io.tender.runtime.UnknownModule if they name a module that is not there
     * @throws IOException if they cannot be read
     */
    Reloaded reload() throws IOException;
}
