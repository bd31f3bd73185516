package io.tender.daemon.settings;

import io.tender.extender.aurora.AuroraFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The flags file of an Aurora scheduler that the settings, or the command line, name; what else is written in the settings
 * wins over it.
 *
 * @param path empty if there is none
 */
record FlagsFile(Optional<Path> path, boolean named, String text, SortedMap<String, String> values) {
    private static final String SETTING = "flagsFile";
    /** Far more than all flags there are. */
    private static final long MOST_BYTES = 1 << 20;

    private static final FlagsFile NONE = new FlagsFile(Optional.empty(), false, "", new TreeMap<>());

    static FlagsFile read(Section section, Optional<Path> fromCommandLine, Consumer<String> whole) {
        Optional<Path> written = section.path(SETTING);
        Optional<Path> path = fromCommandLine.or(() -> written);
        boolean named = fromCommandLine.isEmpty();
        if (path.isEmpty()) {
            return NONE;
        }
        try {
            if (Files.size(path.get()) > MOST_BYTES) {
                throw new IllegalArgumentException("'" + path.get() + "' is no flags file: it has "
                        + Files.size(path.get()) + " bytes, expected at most " + MOST_BYTES + ".");
            }
            String text = Files.readString(path.get());
            return new FlagsFile(
                    path,
                    named,
                    text,
                    AuroraFlags.parse(path.get().toString(), text).values());
        } catch (IllegalArgumentException wrong) {
            note(section, named, String.valueOf(wrong.getMessage()), whole);
        } catch (IOException unreadable) {
            note(section, named, "The flags file '" + path.get() + "' cannot be read: " + unreadable + ".", whole);
        }
        return NONE;
    }

    /** Notes what is wrong with a flag of it, with its line. */
    void problem(Section section, String flag, String said, Consumer<String> whole) {
        String file = path.map(Path::toString).orElse("");
        note(section, named, file + ":" + AuroraFlags.lineOf(flag, text) + ": -" + flag + said, whole);
    }

    private static void note(Section section, boolean named, String problem, Consumer<String> whole) {
        if (named) {
            section.problem(SETTING, problem, "", "");
        } else {
            whole.accept(problem);
        }
    }
}
