package io.tender.daemon.settings;

import io.tender.daemon.http.scheduler.SchedulerApi;
import io.tender.daemon.journal.StoreSettings;
import io.tender.daemon.work.PriorityClasses;
import io.tender.extender.http.Access;
import io.tender.extender.http.ServerSettings;
import io.tender.runtime.yaml.YamlText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Everything the daemon can be told. {@code docs/tender.yaml} names every setting with its default and an example.
 *
 * @param server where it listens, and how much of anything it takes
 * @param insecure whether others may reach it unencrypted or unasked all the same
 * @param access who may come in
 * @param streams the streams of events to frameworks
 * @param store where the journal is kept
 * @param snapshotEvery after how many records of the journal a snapshot is taken
 * @param mostWaiting how many calls may wait for the master before callers are told to come back
 * @param seed what chance begins with; empty: another one at every start
 * @param plugins the folder with the jars of modules
 * @param tracing where spans are sent, if anywhere
 * @param priorityClasses those that jobs may name
 * @param certificates changes when the files of {@code tls} do; empty without it
 */
public record Settings(
        ServerSettings server,
        boolean insecure,
        Access access,
        SchedulerApi.Settings streams,
        StoreSettings store,
        int snapshotEvery,
        int mostWaiting,
        OptionalLong seed,
        AllocatorChoice allocator,
        MasterChoice master,
        AgentsChoice agents,
        ServicesChoice services,
        BatchChoice batch,
        Optional<Path> plugins,
        LogChoice log,
        Optional<TracingChoice> tracing,
        PriorityClasses priorityClasses,
        String certificates) {

    /** What is said on a command line, and wins over the file. */
    public record Given(Optional<String> listen, Optional<String> store, Optional<Path> auroraFlags) {
        public static final Given NOTHING = new Given(Optional.empty(), Optional.empty());

        public Given(Optional<String> listen, Optional<String> store) {
            this(listen, store, Optional.empty());
        }
    }

    /** Whether a daemon that listens like this may go by these: whoever reaches it can run programs on its agents. */
    public boolean mayServe(ServerSettings listening) {
        return insecure || listening.isLocal() || (listening.tls().isPresent() && !access.isOpen());
    }

    /** A JSON schema of the file. */
    public static String schema() {
        try (InputStream in = Settings.class.getResourceAsStream("tender.schema.json")) {
            if (in == null) {
                throw new IllegalStateException("tender.schema.json is missing from the program's jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** The defaults, for a daemon whose data is in the given folder. */
    public static Settings defaults(Path folder, Given given) {
        return read("the command line", "", folder, given);
    }

    /**
     * Reads a file.
     *
     * @throws SettingsException that says everything that is wrong with it
     */
    public static Settings read(Path file, Given given) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        return read(file.toString(), Files.readString(file), folder == null ? Path.of("") : folder, given);
    }

    /**
     * Reads a text.
     *
     * @param name what messages call it
     * @param base the folder that relative paths begin in
     * @throws SettingsException that says everything that is wrong with it
     */
    public static Settings read(String name, String text, Path base, Given given) {
        YamlText yaml = new YamlText(name, text, 1);
        Section root = Section.root(yaml.root(), base);
        Settings settings = new SettingsReader(yaml, root, given).read();
        if (!yaml.problems().isEmpty()) {
            throw new SettingsException(yaml.problems(), settings);
        }
        return settings;
    }

    /** The names of all settings that reading this text asks for, with dots between a section's name and theirs. */
    static SortedSet<String> names(String text, Path base) {
        return new TreeSet<>(shapes(text, base).keySet());
    }

    /** The same with what each may look like. */
    static SortedMap<String, SortedMap<Shape.Kind, Shape>> shapes(String text, Path base) {
        YamlText yaml = new YamlText("names", text, 1);
        Section root = Section.root(yaml.root(), base);
        new SettingsReader(yaml, root, Given.NOTHING).read();
        return root.shapes();
    }
}
