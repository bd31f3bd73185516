package io.tender.cli;

import io.tender.daemon.Modules;
import io.tender.daemon.settings.Settings;
import io.tender.daemon.settings.SettingsException;
import io.tender.runtime.UnknownModule;
import io.tender.runtime.batch.ConfException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the settings of a daemon; what is wrong with them is the user's to put right. */
final class DaemonSettings {
    private DaemonSettings() {}

    /** @param file empty for the defaults, in the folder the command is given in */
    static Settings read(Optional<Path> file, Settings.Given given) {
        try {
            if (file.isEmpty()) {
                return Settings.defaults(Path.of(""), given);
            }
            if (!Files.isRegularFile(file.get())) {
                throw UserError.usage("There is no file '" + file.get() + "'.")
                        .expected("settings of the daemon in YAML")
                        .toDo("name an existing file, or leave it out for the defaults; docs/tender.yaml shows all");
            }
            return Settings.read(file.get(), given);
        } catch (SettingsException wrong) {
            int count = wrong.problems().size();
            throw UserError.usage(wrong.getMessage() + System.lineSeparator() + System.lineSeparator() + count
                    + (count == 1 ? " mistake" : " mistakes") + " in the settings; nothing was started.");
        } catch (CharacterCodingException noText) {
            throw UserError.usage("'" + file.orElseThrow() + "' is no text.").expected("YAML in UTF-8");
        } catch (IOException broken) {
            throw UserError.environment("The settings cannot be read.").got(broken.toString());
        }
    }

    /** Finds what the settings name, and lets go of it again; what has no effect is returned. */
    static List<String> check(Settings settings) {
        try (Modules found = Modules.find(settings)) {
            List<String> notices = new ArrayList<>(settings.services().notices());
            if (settings.batch().enabled()) {
                notices.addAll(found.conf().notices());
            }
            return notices;
        } catch (UnknownModule | ConfException wrong) {
            throw mistake(wrong);
        }
    }

    static UserError mistake(RuntimeException wrong) {
        return UserError.usage(String.valueOf(wrong.getMessage()));
    }
}
