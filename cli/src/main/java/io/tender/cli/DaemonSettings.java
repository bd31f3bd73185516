package io.tender.cli;

import io.tender.daemon.Modules;
import io.tender.daemon.settings.Settings;
import io.tender.daemon.settings.SettingsException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a daemon, read; what is wrong with them is the user's to put right.
 *
 * @param settings with the defaults in place of what is wrong
 * @param mistakes all of them, those in what the settings name included
 */
record DaemonSettings(Settings settings, List<String> mistakes) {

    /**
     * Reads them, and looks no further if they can be read.
     *
     * @param file empty for the defaults, in the folder the command is given in
     */
    static Settings read(Optional<Path> file, Settings.Given given) {
        DaemonSettings read = unchecked(file, given);
        if (!read.mistakes().isEmpty()) {
            throw wrong(read.mistakes());
        }
        return read.settings();
    }

    /** Reads them, finds what they name, and lets go of it again. */
    static DaemonSettings check(Path file) {
        DaemonSettings read = unchecked(Optional.of(file), Settings.Given.NOTHING);
        if (!read.mistakes().isEmpty()) {
            return read;
        }
        List<String> mistakes = Modules.mistakes(read.settings());
        return new DaemonSettings(read.settings(), mistakes.isEmpty() ? Modules.unmade(read.settings()) : mistakes);
    }

    private static DaemonSettings unchecked(Optional<Path> file, Settings.Given given) {
        try {
            return new DaemonSettings(
                    file.isEmpty() ? Settings.defaults(Path.of(""), given) : Settings.read(existing(file.get()), given),
                    List.of());
        } catch (SettingsException wrong) {
            List<String> all = new ArrayList<>(
                    wrong.problems().stream().map(String::valueOf).toList());
            // What they name may be wrong as well, and nobody should have to find that out next time.
            all.addAll(Modules.mistakes(wrong.readable()));
            return new DaemonSettings(wrong.readable(), all);
        } catch (CharacterCodingException noText) {
            throw UserError.usage("'" + file.orElseThrow() + "' is no text.")
                    .expected("YAML in UTF-8")
                    .toDo("name the settings of the daemon; docs/tender.yaml shows all");
        } catch (IOException broken) {
            throw UserError.environment("The settings cannot be read.")
                    .got(broken)
                    .toDo("see that this user may read the file and those it names");
        }
    }

    private static Path existing(Path file) {
        if (!Files.isRegularFile(file)) {
            throw UserError.usage("There is no file '" + file + "'.")
                    .expected("settings of the daemon in YAML")
                    .toDo("name an existing file, or leave it out for the defaults; docs/tender.yaml shows all");
        }
        return file;
    }

    static UserError wrong(List<String> mistakes) {
        return UserError.usage(String.join(System.lineSeparator(), mistakes) + System.lineSeparator()
                + System.lineSeparator() + mistakes.size() + (mistakes.size() == 1 ? " mistake" : " mistakes")
                + " in the settings; nothing was started.");
    }

    /** What of these settings has no effect. */
    static List<String> notices(Settings settings) {
        try (Modules found = Modules.find(settings)) {
            List<String> notices = new ArrayList<>(settings.services().notices());
            if (settings.batch().enabled()) {
                notices.addAll(found.conf().notices());
            }
            return notices;
        }
    }
}
