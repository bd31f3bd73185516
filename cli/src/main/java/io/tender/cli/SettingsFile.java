package io.tender.cli;

import io.tender.daemon.Origin;
import io.tender.daemon.settings.LogChoice;
import io.tender.daemon.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;

/** The file a daemon was started with, and what its command line said besides, which still holds when it is read again. */
record SettingsFile(Path file, Settings.Given given) implements Origin {
    @Override
    public String name() {
        return file.toString();
    }

    @Override
    public Settings read() throws IOException {
        return Settings.read(file, given);
    }

    @Override
    public void logAs(LogChoice choice) {
        DaemonLogs.start(choice);
    }
}
