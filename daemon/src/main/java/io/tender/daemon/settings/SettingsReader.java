package io.tender.daemon.settings;

import io.helidon.common.tls.Tls;
import io.tender.daemon.http.scheduler.SchedulerApi;
import io.tender.daemon.journal.JournalException;
import io.tender.daemon.journal.SnapshotPolicy;
import io.tender.daemon.journal.StoreSettings;
import io.tender.extender.http.Access;
import io.tender.extender.http.ServerSettings;
import io.tender.model.Role;
import io.tender.runtime.yaml.YamlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns the root of the settings into settings; what is wrong with them is noted in the text. */
final class SettingsReader {
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\[\\]]+):(\\d{1,5})");
    private static final Pattern HOST = Pattern.compile("\\*|[\\p{Alnum}._-]+|\\[[0-9a-fA-F:.]+]");
    private static final Address USUAL = new Address("127.0.0.1", 5050);
    private static final String STORE = "tender-data";
    private static final int MOST_WAITING = 20_000;

    private final YamlText yaml;
    private final Section root;
    private final Settings.Given given;

    private record Address(String host, int port) {}

    SettingsReader(YamlText yaml, Section root, Settings.Given given) {
        this.yaml = yaml;
        this.root = root;
        this.given = given;
    }

    Settings read() {
        Section certificates = root.section("tls");
        Optional<Tls> tls = TlsFiles.read(certificates);
        Access access = AccessReader.read(root);
        Address address = address();
        boolean insecure = root.truth("insecure", false);
        Section limits = root.section("limits");
        StoreSettings store = store();
        long seed = root.whole("seed", Long.MIN_VALUE, 0);
        MasterChoice master = MasterChoice.read(root.section("master"));
        Settings settings = new Settings(
                server(address, tls, limits, hosts()),
                insecure,
                access,
                streams(limits),
                store,
                root.count("snapshotEvery", 1, (int) SnapshotPolicy.DEFAULT.records()),
                limits.count("waitingCalls", 1, MOST_WAITING),
                root.has("seed") ? OptionalLong.of(seed) : OptionalLong.empty(),
                AllocatorChoice.read(root.section("allocator"), master.domain()),
                master,
                AgentsChoice.read(root.section("agents"), agentFolder(store)),
                ServicesChoice.read(
                        root.section("services"), given.auroraFlags(), problem -> yaml.problem(problem, "", "")),
                BatchChoice.read(root.section("batch")),
                root.path("plugins"),
                LogChoice.read(root.section("log")),
                TracingChoice.read(root.section("tracing")),
                PriorityClassReader.read(root),
                tls.isPresent() ? TlsFiles.fingerprint(certificates) : "");
        limits.done();
        root.done();
        checkRoles(settings);
        checkExposure(settings);
        return settings;
    }

    /** A scheduler beside the master that may not have its role could never begin. */
    private void checkRoles(Settings settings) {
        settings.master().roles().ifPresent(allowed -> {
            if (settings.services().enabled()
                    && !allowed.contains(settings.services().role())) {
                refuseRole(settings.services().role(), "services");
            }
            if (settings.batch().enabled() && !allowed.contains(settings.batch().role())) {
                refuseRole(settings.batch().role(), "batch");
            }
        });
    }

    private void refuseRole(Role role, String section) {
        root.section("master")
                .problem(
                        "roles",
                        "The role '" + role + "' of '" + section + "' is not among the roles of the cluster.",
                        "no '" + role + "'",
                        "it in master.roles, another " + section + ".role, or " + section + ".enabled: false");
    }

    private Address address() {
        String expected = "an address such as 127.0.0.1:5050 or [::1]:5050; port 0 for any that is free";
        Optional<Address> written = root.read("listen", expected, SettingsReader::address);
        if (given.listen().isEmpty()) {
            return written.orElse(USUAL);
        }
        try {
            return address(given.listen().get());
        } catch (IllegalArgumentException wrong) {
            yaml.problem(
                    "--listen cannot be this: " + wrong.getMessage(),
                    "'" + given.listen().get() + "'",
                    expected);
            return USUAL;
        }
    }

    private static Address address(String text) {
        Matcher parts = ADDRESS.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("it is no address");
        }
        int port = Integer.parseInt(parts.group(2));
        if (port > 65_535) {
            throw new IllegalArgumentException("there is no such port");
        }
        String host = parts.group(1);
        return new Address(host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port);
    }

    /** Whoever reaches the daemon can run programs on its agents, so others than its own machine must not just come in. */
    private void checkExposure(Settings settings) {
        if (settings.mayServe(settings.server())) {
            return;
        }
        Access access = settings.access();
        boolean encrypted = settings.server().tls().isPresent();
        yaml.problem(
                "Others could reach the daemon"
                        + (access.isOpen() ? ", and nobody is asked who they are." : " unencrypted."),
                "listening on " + settings.server().host() + " without " + (encrypted ? "" : "tls")
                        + (encrypted || !access.isOpen() ? "" : " and without ")
                        + (access.isOpen() ? "access" : ""),
                "an address of this machine alone such as 127.0.0.1, or both tls and access; or insecure: true, if the"
                        + " network is guarded otherwise");
    }

    private static ServerSettings server(Address address, Optional<Tls> tls, Section limits, List<String> hosts) {
        ServerSettings usual = ServerSettings.local(address.port());
        return new ServerSettings(
                address.host(),
                address.port(),
                tls,
                limits.count("requestBytes", 1024, usual.mostBodyBytes()),
                limits.count("headerBytes", 1024, usual.mostHeaderBytes()),
                limits.count("connections", 1, usual.mostConnections()),
                limits.count("requests", 1, usual.mostRequests()),
                limits.time("head", usual.head()),
                limits.time("body", usual.body()),
                limits.time("silence", usual.silence()),
                limits.time("idle", usual.idle()),
                hosts);
    }

    private List<String> hosts() {
        Section http = root.section("http");
        List<String> hosts = http.each("hosts", "a name without scheme and port such as tender.example, or *", name -> {
            if (!HOST.matcher(name).matches()) {
                throw new IllegalArgumentException("it is no name of a host");
            }
            return name;
        });
        http.done();
        return hosts;
    }

    private SchedulerApi.Settings streams(Section limits) {
        SchedulerApi.Settings usual = SchedulerApi.Settings.usual();
        return new SchedulerApi.Settings(
                root.time("heartbeat", usual.heartbeat()),
                limits.whole("streamBytes", 65_536, usual.mostWaitingBytes()),
                limits.count("requestBytes", 1024, usual.mostBodyBytes()),
                limits.count("streams", 1, usual.mostStreams()));
    }

    /** A place alone, or a place with what it takes to get in. */
    private StoreSettings store() {
        Optional<String> brief = root.textUnlessMap("store");
        if (brief.isPresent()) {
            return store(root, "store", brief.get(), "", "");
        }
        Section section = root.section("store");
        String user = section.text("user", "");
        String password = section.path("passwordFile")
                .map(file -> password(section, file))
                .orElse("");
        String place = section.text("at", STORE);
        section.done();
        return store(section, "at", place, user, password);
    }

    private StoreSettings store(Section section, String name, String place, String user, String password) {
        boolean fromLine = given.store().isPresent();
        try {
            return resolved(StoreSettings.of(given.store().orElse(place), user, password), fromLine);
        } catch (JournalException wrong) {
            if (fromLine) {
                yaml.problem("--store: " + wrong.getMessage(), "", "");
            } else {
                section.problem(name, String.valueOf(wrong.getMessage()), "", "");
            }
            return new StoreSettings.Folder(root.resolved(STORE));
        }
    }

    /** What a command line names begins where the command is given. */
    private StoreSettings resolved(StoreSettings store, boolean fromLine) {
        return store instanceof StoreSettings.Folder folder && !fromLine
                ? new StoreSettings.Folder(root.resolved(folder.path().toString()))
                : store;
    }

    private static String password(Section section, Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            section.problem("passwordFile", "The password cannot be read.", unreadable.toString(), "a file with it");
            return "";
        }
    }

    /** Beside the journal, since the two belong together. */
    private Path agentFolder(StoreSettings store) {
        return switch (store) {
            case StoreSettings.Folder folder -> folder.path().resolve("agent");
            case StoreSettings.Database database -> root.resolved(STORE).resolve("agent");
        };
    }
}
