package io.tender.runtime.batch;

import io.tender.runtime.yaml.YamlPart;
import io.tender.spi.batch.Arguments;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The list {@code extenders} of a KubeSchedulerConfiguration, each as the arguments of an extender plugin. Fields it does not
 * know are handed on as they are, so that what our plugin can do beyond kube-scheduler can be said beside the rest.
 */
final class KubeExtenders {
    private static final String PREFIX = "extender.";
    private static final Map<String, String> TLS = Map.of(
            "caFile", "extender.tls.ca",
            "certFile", "extender.tls.certificate",
            "keyFile", "extender.tls.key",
            "serverName", "extender.tls.serverName",
            "caData", "extender.tls.caData",
            "certData", "extender.tls.certificateData",
            "keyData", "extender.tls.keyData");

    private final Map<String, Integer> binders = new HashMap<>();
    private final Map<String, Integer> managers = new HashMap<>();

    /**
     * One of the list.
     *
     * @param written where each argument stands
     */
    record Extender(
            String name, boolean ignorable, Arguments arguments, Map<String, YamlPart.Entry> written, YamlPart at) {}

    /** In the order in which they are asked: those that may be passed over come last. */
    List<Extender> read(List<YamlPart> items) {
        List<Extender> extenders = new ArrayList<>();
        for (YamlPart item : items) {
            extenders.add(read(item, extenders.size() + 1));
        }
        List<Extender> ordered = new ArrayList<>();
        extenders.stream().filter(extender -> !extender.ignorable()).forEach(ordered::add);
        extenders.stream().filter(Extender::ignorable).forEach(ordered::add);
        return ordered;
    }

    private Extender read(YamlPart item, int number) {
        Map<String, YamlPart.Entry> fields = item.entries("An extender");
        Map<String, Object> values = new TreeMap<>();
        Map<String, YamlPart.Entry> written = new LinkedHashMap<>();
        values.put("extender.dialect", "kube");
        fields.forEach((name, entry) -> {
            switch (name) {
                case "tlsConfig" -> tls(entry, values, written);
                case "enableHTTPS" -> https(entry, fields.get("urlPrefix"));
                default -> put(PREFIX + name, entry, values, written);
            }
        });
        if ("0s".equals(values.get("extender.httpTimeout"))
                || Long.valueOf(0).equals(values.get("extender.httpTimeout"))) {
            // To kube-scheduler no time is the usual time.
            values.remove("extender.httpTimeout");
        }
        if (values.containsKey("extender.prioritizeVerb")) {
            values.putIfAbsent("extender.weight", 0L);
            written.putIfAbsent("extender.weight", fields.get("prioritizeVerb"));
        }
        if (values.getOrDefault("extender.mode", "decide").equals("decide")) {
            // One on trial asks for what the one has in whose place it is tried.
            one(fields.get("bindVerb"), binders, "binds", number);
            resources(fields.get("managedResources"), number);
        }
        return new Extender(
                name(values.get("extender.urlPrefix"), number),
                Boolean.TRUE.equals(values.get("extender.ignorable")),
                new Arguments(values),
                written,
                item);
    }

    private static void put(
            String argument, YamlPart.Entry entry, Map<String, Object> values, Map<String, YamlPart.Entry> written) {
        Object value = entry.value().value();
        if (value != null && !value.equals("")) {
            values.put(argument, value);
        }
        written.put(argument, entry);
    }

    private static void tls(YamlPart.Entry tls, Map<String, Object> values, Map<String, YamlPart.Entry> written) {
        tls.value().entries("tlsConfig").forEach((name, entry) -> {
            String argument = TLS.get(name);
            if (argument != null) {
                put(argument, entry, values, written);
            } else if (name.equals("insecure")) {
                if (entry.value().truth("insecure").orElse(false)) {
                    entry.value()
                            .problem(
                                    "A certificate that nobody checks proves nothing.",
                                    "insecure: true",
                                    "insecure: false, with caFile or caData of the authority that signed it");
                }
            } else {
                entry.key()
                        .problem(
                                "'" + name + "' of tlsConfig has no effect here.",
                                "'" + name + "'",
                                "one of insecure, " + String.join(", ", new TreeMap<>(TLS).keySet()));
            }
        });
        // Data goes before files, as there.
        for (String what : List.of("ca", "certificate", "key")) {
            if (values.containsKey("extender.tls." + what + "Data")) {
                values.remove("extender.tls." + what);
            }
        }
    }

    /** It changes nothing by itself: the address says how it is spoken to. */
    private static void https(YamlPart.Entry entry, YamlPart.@Nullable Entry prefix) {
        boolean wanted = entry.value().truth("enableHTTPS").orElse(false);
        if (wanted
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

    private static void one(YamlPart.@Nullable Entry entry, Map<String, Integer> known, String what, int number) {
        Object value = entry == null ? null : entry.value().value();
        if (entry == null || value == null || value.equals("")) {
            return;
        }
        Integer before = known.putIfAbsent(what, number);
        if (before != null) {
            entry.value()
                    .problem(
                            "Only one extender can have a bindVerb.",
                            "a second one, beside that of extender " + before,
                            "one bindVerb in the whole list");
        }
    }

    private void resources(YamlPart.@Nullable Entry entry, int number) {
        if (entry == null || !entry.value().isList()) {
            return;
        }
        for (YamlPart item : entry.value().items("managedResources")) {
            Object value = item.value();
            Object name = value instanceof Map<?, ?> map ? map.get("name") : value;
            if (name instanceof String text) {
                Integer before = managers.putIfAbsent(text, number);
                if (before != null && before != number) {
                    item.problem(
                            "Two extenders manage '" + text + "'.",
                            "a second one, beside extender " + before,
                            "each resource once in the whole list");
                }
            }
        }
    }

    /** What kube-scheduler calls it, its address, as short as it can be. */
    private static String name(@Nullable Object prefix, int number) {
        Optional<String> authority = Optional.empty();
        if (prefix instanceof String text) {
            try {
                URI address = new URI(text);
                authority = Optional.ofNullable(address.getAuthority())
                        .map(host ->
                                host + Optional.ofNullable(address.getPath()).orElse(""));
            } catch (URISyntaxException unreadable) {
                // The plugin says what is wrong with it, by its line.
                return "extender-" + number;
            }
        }
        return authority.map(text -> text.replaceAll("/+$", "")).orElse("extender-" + number);
    }
}
