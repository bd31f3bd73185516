package io.tender.daemon;

import io.tender.daemon.journal.JournalException;
import io.tender.daemon.settings.Settings;
import java.io.IOException;
import java.time.InstantSource;

/** Starts daemons whose clock a test sets. */
public final class ClockedDaemon {
    private ClockedDaemon() {}

    public static Daemon start(Settings settings, String version, InstantSource clock)
            throws JournalException, IOException {
        return Daemon.start(settings, version, clock);
    }
}
