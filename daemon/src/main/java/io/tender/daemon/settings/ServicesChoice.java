package io.tender.daemon.settings;

import io.tender.core.services.ServiceSettings;
import io.tender.extender.aurora.AuroraFlags;
import io.tender.extender.aurora.HttpOfferSetFactory;
import io.tender.extender.aurora.HttpOfferSetSettings;
import io.tender.extender.kube.KubeOfferSetFactory;
import io.tender.extender.kube.KubeOfferSetSettings;
import io.tender.extender.offers.Impatience;
import io.tender.model.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The scheduler of services, with the names of Aurora's flags.
 *
 * @param role in which it is offered resources
 * @param offerSet the settings of the module that orders offers
 * @param notices what has no effect, and why
 */
public record ServicesChoice(
        boolean enabled,
        Role role,
        ServiceSettings settings,
        SortedMap<String, String> offerSet,
        List<String> notices) {
    /** How far a line is indented at least that says more about the one before it. */
    private static final String MORE = "    ";

    /** Where it differs from Aurora's scheduler, which has a master to itself: here jobs wait for what it holds. */
    private static final SortedMap<String, String> SHARING = new TreeMap<>(Map.of("idle_offer_hold_time", "1secs"));

    public ServicesChoice {
        offerSet = Collections.unmodifiableSortedMap(new TreeMap<>(offerSet));
        notices = List.copyOf(notices);
    }

    /**
     * @param fromCommandLine a flags file that is named there, and taken instead of the one that the settings name
     * @param whole notes what is wrong and not in the settings
     */
    static ServicesChoice read(Section section, Optional<Path> fromCommandLine, Consumer<String> whole) {
        boolean enabled = section.truth("enabled", true);
        Role role = section.read("role", "the name of a role", Role::of).orElse(Role.of("services"));
        FlagsFile file = FlagsFile.read(section, fromCommandLine, whole);
        ServiceExtenders extenders = ServiceExtenders.read(section);
        Map<String, String> written = section.given(names());
        written.replaceAll((name, text) -> file(section, name, text));
        TreeMap<String, String> all = new TreeMap<>(SHARING);
        all.putAll(file.values());
        // Two names of one setting: what is written here is what counts.
        written.keySet().stream().map(ServicesChoice::otherName).forEach(all::remove);
        all.putAll(written);
        use(extenders, all, section);
        AuroraFlags.Divided flags = new AuroraFlags(all).divide(ServiceSettings.names());
        TreeMap<String, String> offerSet = new TreeMap<>(flags.offerSet());
        Map<String, String> parameters = section.texts("offerSetParameters");
        parameters.replaceAll((name, text) -> file(section, name, text));
        offerSet.putAll(parameters);
        if (!extenders.parameters().isEmpty()
                && offerSet.keySet().stream().anyMatch(name -> name.startsWith(KubeOfferSetSettings.PREFIX))) {
            section.problem(
                    "offerSetParameters",
                    "The extenders of kube-scheduler are given twice.",
                    "'services.extenders' and parameters of the offer set kube",
                    "one of them");
        }
        offerSet.putAll(extenders.parameters());
        SortedSet<String> told = names();
        told.addAll(KubeOfferSetSettings.names());
        told.addAll(offerSet.keySet());
        Places places = new Places(section, file, extenders, whole, written.keySet(), told);
        ServiceSettings settings = settings(places, flags.scheduler());
        List<String> notices = new ArrayList<>(flags.notices());
        notices.addAll(extenders.notices());
        if (settings.holdsOutliveUnavailability()) {
            notices.add("Offers are held longer than unavailability_threshold (min_offer_hold_time and"
                    + " offer_hold_jitter_window together): one may still be held when its machine is to be left.");
        }
        // As it is written: other mistakes must not keep those of the offer set from being told.
        String module = flags.scheduler().getOrDefault("offer_set_module", settings.offerSetModule());
        check(places, module, settings, offerSet).ifPresent(notices::add);
        for (String problem : extenders.problemsOfFile()) {
            section.problem(ServiceExtenders.SETTING, problem, "", "");
        }
        section.done();
        return new ServicesChoice(enabled, role, settings, offerSet, notices);
    }

    /** Files that our own sets are given begin, as all others do, where the settings are. */
    private static String file(Section section, String name, String text) {
        boolean ours = HttpOfferSetSettings.names().contains(name) || name.startsWith(KubeOfferSetSettings.PREFIX);
        try {
            return ours && name.endsWith("_file") ? section.resolved(text).toString() : text;
        } catch (IllegalArgumentException noPath) {
            section.problem(name, "'services." + name + "' cannot be this.", "'" + text + "'", "the path of a file");
            return text;
        }
    }

    /** A list of extenders chooses the offer set that asks them, unless another is chosen, which cannot be. */
    private static void use(ServiceExtenders extenders, Map<String, String> flags, Section section) {
        if (extenders.parameters().isEmpty()) {
            return;
        }
        String module = flags.getOrDefault("offer_set_module", "kube");
        if (!new KubeOfferSetFactory().isCalled(module)) {
            section.problem(
                    ServiceExtenders.SETTING,
                    "The offer set is chosen twice.",
                    "'services.extenders' beside offer_set_module " + module,
                    "one of them: extenders are asked by the offer set kube");
        }
        flags.put("offer_set_module", module);
    }

    /** The other name of a setting that has two, else none. */
    private static String otherName(String name) {
        return switch (name) {
            case "http_offer_set_timeout" -> "http_offer_set_timeout_ms";
            case "http_offer_set_timeout_ms" -> "http_offer_set_timeout";
            default -> "";
        };
    }

    /** Where settings were found, so that what is wrong with one is noted there. */
    private record Places(
            Section section,
            FlagsFile file,
            ServiceExtenders extenders,
            Consumer<String> whole,
            Set<String> written,
            SortedSet<String> names) {

        /**
         * Whoever reads flags tells all that is wrong in lines of the form {@code name: problem}, maybe with further lines
         * about it, which are indented deeper.
         */
        void note(IllegalArgumentException wrong) {
            Map<String, StringBuilder> problems = new LinkedHashMap<>();
            Optional<StringBuilder> last = Optional.empty();
            for (String line : String.valueOf(wrong.getMessage()).lines().toList()) {
                String said = line.strip();
                String name = said.substring(0, Math.max(0, said.indexOf(": ")));
                if (names.contains(name)) {
                    StringBuilder problem = problems.computeIfAbsent(name, first -> new StringBuilder());
                    problem.append(problem.isEmpty() ? "" : "; ").append(said.substring(name.length() + 2));
                    last = Optional.of(problem);
                } else if (line.startsWith(MORE)) {
                    last.ifPresent(problem -> problem.append("\n  ").append(said));
                } else {
                    last = Optional.empty();
                }
            }
            if (problems.isEmpty()) {
                section.problem("enabled", String.valueOf(wrong.getMessage()), "", "");
            }
            problems.forEach((name, problem) -> note(name, problem.toString()));
        }

        private void note(String name, String problem) {
            String said = " cannot be this: " + problem + (problem.contains("\n") ? "" : ".");
            if (extenders.note(name, "'services.extenders'" + said)) {
                return;
            }
            if (section.problemWithin(
                    "offerSetParameters", name, "'services.offerSetParameters." + name + "'" + said)) {
                return;
            }
            if (written.contains(name) || !file.values().containsKey(name)) {
                section.problem(name, "'services." + name + "'" + said, "", "");
            } else {
                file.problem(section, name, said, whole);
            }
        }
    }

    private static SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>(ServiceSettings.names());
        names.addAll(HttpOfferSetSettings.names());
        return names;
    }

    private static ServiceSettings settings(Places places, Map<String, String> given) {
        try {
            return ServiceSettings.parse(given);
        } catch (IllegalArgumentException wrong) {
            places.note(wrong);
            return ServiceSettings.defaults();
        }
    }

    /** Checks the settings of the sets that are ours; what is allowed and probably not meant is said. */
    private static Optional<String> check(
            Places places, String module, ServiceSettings settings, Map<String, String> offerSet) {
        Duration patience = Duration.ofMillis(settings.offerSetAnswerMillis());
        try {
            if (new HttpOfferSetFactory().isCalled(module)) {
                return Impatience.notice(
                        "http_offer_set_timeout",
                        HttpOfferSetSettings.parse(offerSet).timeout(),
                        patience);
            } else if (new KubeOfferSetFactory().isCalled(module)) {
                KubeOfferSetSettings kube = KubeOfferSetSettings.parse(offerSet);
                String several = kube.others().isEmpty()
                        ? ""
                        : " of " + (kube.others().size() + 1) + " extenders that are asked one after the other";
                return Impatience.notice("kube_offer_set_http_timeout" + several, kube.allTimeouts(), patience);
            }
        } catch (IllegalArgumentException wrong) {
            places.note(wrong);
        }
        return Optional.empty();
    }
}
