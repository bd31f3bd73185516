package io.tender.daemon.settings;

import io.tender.extender.client.Endpoint;
import io.tender.extender.kube.KubeOfferSetSettings;
import io.tender.model.FlagDuration;
import io.tender.model.Suggestion;
import io.tender.model.batch.GoDuration;
import io.tender.runtime.yaml.YamlPart;
import io.tender.runtime.yaml.YamlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The list {@code extenders} of a KubeSchedulerConfiguration, or the path of a file with that list, as settings of the offer set
 * {@code kube}. What can never be asked for services is left out, and that is said.
 */
final class ServiceExtenders {
    static final String SETTING = "extenders";

    private static final String EXPECTED = "a list of extenders, or the path of a KubeSchedulerConfiguration";
    private static final Map<String, String> TLS = Map.of(
            "caFile", "ca_file",
            "certFile", "client_certificate_file",
            "keyFile", "client_key_file",
            "caData", "ca_data",
            "certData", "client_certificate_data",
            "keyData", "client_key_data",
            "serverName", "server_name");
    private static final Pattern UPPER = Pattern.compile("([A-Z])");

    private final SortedMap<String, String> parameters = new TreeMap<>();
    private final Map<String, YamlPart> places = new HashMap<>();
    private final List<String> notices = new ArrayList<>();
    private final Map<String, Integer> managers = new HashMap<>();
    private Optional<YamlText> file = Optional.empty();
    private int binder;
    private int asked;

    /** What the settings say; nothing if they do not speak of extenders. */
    static ServiceExtenders read(Section section) {
        ServiceExtenders extenders = new ServiceExtenders();
        section.documents(SETTING).ifPresent(given -> extenders.read(given, section));
        return extenders;
    }

    /** As settings of the offer set, by name. */
    SortedMap<String, String> parameters() {
        return parameters;
    }

    List<String> notices() {
        return notices;
    }

    /** Notes what is wrong with a setting where the list has it; false if it is not from the list. */
    boolean note(String name, String problem) {
        Optional<YamlPart> place = Optional.ofNullable(places.get(name));
        place.ifPresent(there -> there.problem(problem, "", ""));
        return place.isPresent();
    }

    /** All that is wrong in a file, to be noted where the settings name it. */
    List<String> problemsOfFile() {
        return file.stream()
                .flatMap(text -> text.problems().stream())
                .map(String::valueOf)
                .toList();
    }

    private void read(YamlPart given, Section section) {
        Optional<YamlPart> list = given.isList()
                ? Optional.of(given)
                : given.word(SETTING, EXPECTED).flatMap(path -> list(path, given, section));
        int number = 1;
        for (YamlPart item : list.map(part -> part.items(SETTING)).orElse(List.of())) {
            read(item, number++);
        }
    }

    private Optional<YamlPart> list(String path, YamlPart given, Section section) {
        try {
            Path there = section.resolved(path);
            file = Optional.of(new YamlText(there.toString(), Files.readString(there), 1));
        } catch (IOException | IllegalArgumentException unreadable) {
            given.problem("The extenders cannot be read.", String.valueOf(unreadable), EXPECTED);
            return Optional.empty();
        }
        Map<String, YamlPart.Entry> sections = file.flatMap(YamlText::root)
                .map(root -> root.entries("A KubeSchedulerConfiguration"))
                .orElse(Map.of());
        YamlPart.Entry kind = sections.get("kind");
        if (kind != null && !"KubeSchedulerConfiguration".equals(kind.value().value())) {
            kind.value()
                    .problem(
                            "This is another kind.",
                            String.valueOf(kind.value().value()),
                            "KubeSchedulerConfiguration");
        }
        YamlPart.Entry list = sections.get("extenders");
        if (list == null) {
            given.problem("The file has no extenders.", "no 'extenders' in it", EXPECTED);
        }
        SortedSet<String> others = new TreeSet<>(sections.keySet());
        others.removeAll(Set.of("apiVersion", "kind", "extenders"));
        if (!others.isEmpty()) {
            notices.add("extenders: of the KubeSchedulerConfiguration only extenders are read, not "
                    + String.join(", ", others));
        }
        return Optional.ofNullable(list).map(YamlPart.Entry::value);
    }

    /** One of the list. */
    private void read(YamlPart item, int number) {
        Map<String, YamlPart.Entry> fields = item.entries("An extender");
        TreeMap<String, String> read = new TreeMap<>();
        TreeMap<String, YamlPart> where = new TreeMap<>();
        fields.forEach((name, entry) -> {
            switch (name) {
                case "tlsConfig" -> tls(entry.value(), read, where);
                case "enableHTTPS" -> https(entry.value(), fields.get("urlPrefix"));
                case "managedResources" -> where.put("managed_resources", entry.value());
                case "httpTimeout" -> timeout(entry.value(), read, where);
                case "bindVerb" -> {
                    binds(entry.value(), number);
                    put(snake(name), entry, read, where);
                }
                default -> put(snake(name), entry, read, where);
            }
        });
        address(fields.get("urlPrefix"), item, read);
        weight(fields, read);
        boolean mayBeAsked = managed(fields.get("managedResources"), number, read);
        boolean hasVerb = Stream.of("filter_verb", "prioritize_verb", "preempt_verb", "bind_verb")
                .anyMatch(read::containsKey);
        String name = read.getOrDefault("url_prefix", "extender " + number);
        if (!mayBeAsked) {
            notices.add("extenders: '" + name + "' is not asked about services: they ask for none of the resources it"
                    + " manages");
        } else if (!hasVerb) {
            notices.add("extenders: '" + name + "' is not asked about services: it has no filterVerb,"
                    + " prioritizeVerb, preemptVerb or bindVerb");
        } else {
            String prefix = KubeOfferSetSettings.prefix(++asked);
            read.forEach((setting, value) -> parameters.put(prefix + setting, value));
            KubeOfferSetSettings.names().stream()
                    .map(KubeOfferSetSettings::withoutPrefix)
                    .forEach(setting -> places.put(prefix + setting, where.getOrDefault(setting, item)));
        }
    }

    private static void address(YamlPart.@Nullable Entry entry, YamlPart item, Map<String, String> read) {
        String text = read.getOrDefault("url_prefix", "");
        if (entry == null || text.isEmpty()) {
            item.problem("An extender has no address.", "no urlPrefix", "urlPrefix: http://host:port/path");
            return;
        }
        try {
            Endpoint.parse(text);
        } catch (IllegalArgumentException wrong) {
            entry.value().problem(String.valueOf(wrong.getMessage()).replaceAll("\\s*\\n\\s*", " "), "", "");
            read.remove("url_prefix");
        }
    }

    private static void put(
            String setting, YamlPart.Entry entry, Map<String, String> read, Map<String, YamlPart> where) {
        boolean known = KubeOfferSetSettings.names().stream()
                .map(KubeOfferSetSettings::withoutPrefix)
                .anyMatch(setting::equals);
        String name = String.valueOf(entry.key().value());
        if (!known) {
            List<String> names = KubeOfferSetSettings.names().stream()
                    .map(KubeOfferSetSettings::withoutPrefix)
                    .map(ServiceExtenders::camel)
                    .toList();
            entry.key()
                    .problem(
                            "An extender has no '" + name + "'." + Suggestion.sentence(name, names),
                            "'" + name + "'",
                            "a field of kube-scheduler's extenders, or a setting of the offer set kube");
        } else if (!entry.value().isNothing()) {
            where.put(setting, entry.value());
            entry.value()
                    .word("'" + name + "'", "a text")
                    .filter(word -> !word.isEmpty())
                    .ifPresent(word -> read.put(setting, word));
        }
    }

    private static void tls(YamlPart tls, Map<String, String> read, Map<String, YamlPart> where) {
        tls.entries("tlsConfig").forEach((name, entry) -> {
            String setting = TLS.get(name);
            if (name.equals("insecure")) {
                if (entry.value().truth(name).orElse(false)) {
                    entry.value()
                            .problem(
                                    "A certificate that nobody checks proves nothing.",
                                    "insecure: true",
                                    "insecure: false, with caFile or caData of the authority that signed it");
                }
            } else if (setting == null) {
                entry.key()
                        .problem(
                                "'" + name + "' of tlsConfig has no effect here.",
                                "'" + name + "'",
                                "one of insecure, " + String.join(", ", new TreeMap<>(TLS).keySet()));
            } else {
                where.put(setting, entry.value());
                entry.value()
                        .word(name, "a text")
                        .filter(word -> !word.isEmpty())
                        .ifPresent(word -> read.put(setting, word));
            }
        });
        // Data goes before files, as there.
        for (String what : List.of("ca", "client_certificate", "client_key")) {
            if (read.containsKey(what + "_data")) {
                read.remove(what + "_file");
            }
        }
    }

    /** It changes nothing by itself: the address says how it is spoken to. */
    private static void https(YamlPart wanted, YamlPart.@Nullable Entry prefix) {
        if (wanted.truth("enableHTTPS").orElse(false)
                && prefix != null
                && prefix.value().value() instanceof String text
                && !text.toLowerCase(Locale.ROOT).startsWith("https://")) {
            prefix.value()
                    .problem(
                            "The address is not one of https, though enableHTTPS is set.",
                            "'" + text + "'",
                            "an address that begins with https://, or enableHTTPS: false");
        }
    }

    /** To kube-scheduler no time is the usual time. */
    private static void timeout(YamlPart value, Map<String, String> read, Map<String, YamlPart> where) {
        where.put("http_timeout", value);
        value.word("httpTimeout", GoDuration.EXPECTED).ifPresent(word -> {
            if (!word.equals("0") && !word.equals("0s")) {
                GoDuration.parse(word)
                        .ifPresentOrElse(
                                time -> read.put("http_timeout", FlagDuration.print(time)),
                                () -> value.problem(
                                        "'httpTimeout' is no time.", "'" + word + "'", GoDuration.EXPECTED));
            }
        });
    }

    private void binds(YamlPart value, int number) {
        Optional<String> verb = value.isNothing() ? Optional.empty() : value.word("bindVerb", "a path");
        if (verb.filter(path -> !path.isEmpty()).isEmpty()) {
            return;
        }
        if (binder > 0) {
            value.problem(
                    "Only one extender can have a bindVerb.",
                    "a second one, beside that of extender " + binder,
                    "one bindVerb in the whole list");
        }
        binder = number;
    }

    private static void weight(Map<String, YamlPart.Entry> fields, Map<String, String> read) {
        YamlPart.Entry prioritize = fields.get("prioritizeVerb");
        boolean ranks = read.containsKey("prioritize_verb");
        if (read.getOrDefault("weight", "0").equals("0")) {
            read.remove("weight");
            if (ranks && prioritize != null) {
                prioritize
                        .value()
                        .problem("An extender that ranks has no weight.", "no weight, or 0", "weight: 1, or more");
            }
        }
    }

    /** Whether services can ask for something it looks after. */
    private boolean managed(YamlPart.@Nullable Entry entry, int number, Map<String, String> read) {
        if (entry == null || entry.value().isNothing()) {
            return true;
        }
        List<String> known = new ArrayList<>();
        List<YamlPart> items = entry.value().items("managedResources");
        for (YamlPart item : items) {
            Object value = item.value();
            Object name = value instanceof Map<?, ?> map ? map.get("name") : value;
            boolean ignored = value instanceof Map<?, ?> map && Boolean.TRUE.equals(map.get("ignoredByScheduler"));
            if (!(name instanceof String resource)) {
                item.problem("A managed resource has no name.", String.valueOf(value), "{name: example.com/foo}");
                continue;
            }
            Integer before = managers.putIfAbsent(resource, number);
            if (before != null) {
                item.problem(
                        "Two extenders manage '" + resource + "'.",
                        "a second one, beside extender " + before,
                        "each resource once in the whole list");
            } else if (KubeOfferSetSettings.RESOURCES.contains(resource)) {
                known.add(resource);
                if (ignored) {
                    item.problem(
                            "'" + resource + "' cannot be left to an extender.",
                            "ignoredByScheduler: true",
                            "false: the master gives out what it has of every resource");
                }
            }
        }
        if (!known.isEmpty()) {
            read.put("managed_resources", String.join(",", known));
        }
        return items.isEmpty() || !known.isEmpty();
    }

    private static String snake(String name) {
        return UPPER.matcher(name).replaceAll(match -> "_" + match.group(1).toLowerCase(Locale.ROOT));
    }

    private static String camel(String name) {
        return Pattern.compile("_([a-z])")
                .matcher(name)
                .replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
    }
}
