package io.tender.daemon.settings;

import io.tender.core.services.ServiceSettings;
import io.tender.extender.aurora.AuroraFlags;
import io.tender.extender.aurora.HttpOfferSetSettings;
import io.tender.model.Role;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

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
    public ServicesChoice {
        offerSet = Collections.unmodifiableSortedMap(new TreeMap<>(offerSet));
        notices = List.copyOf(notices);
    }

    static ServicesChoice read(Section section) {
        boolean enabled = section.truth("enabled", true);
        Role role = section.read("role", "the name of a role", Role::of).orElse(Role.of("services"));
        AuroraFlags.Divided flags =
                new AuroraFlags(new TreeMap<>(section.given(names()))).divide(ServiceSettings.names());
        TreeMap<String, String> offerSet = new TreeMap<>(flags.offerSet());
        offerSet.putAll(section.texts("offerSetParameters"));
        ServicesChoice choice =
                new ServicesChoice(enabled, role, settings(section, flags.scheduler()), offerSet, flags.notices());
        if (!flags.offerSet().isEmpty()) {
            check(section, flags.offerSet());
        }
        section.done();
        return choice;
    }

    private static SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>(ServiceSettings.names());
        names.addAll(HttpOfferSetSettings.names());
        return names;
    }

    private static ServiceSettings settings(Section section, Map<String, String> given) {
        try {
            return ServiceSettings.parse(given);
        } catch (IllegalArgumentException wrong) {
            place(section, wrong);
            return ServiceSettings.defaults();
        }
    }

    private static void check(Section section, Map<String, String> given) {
        try {
            HttpOfferSetSettings.parse(given);
        } catch (IllegalArgumentException wrong) {
            place(section, wrong);
        }
    }

    /** Whoever reads flags tells all that is wrong in lines of the form {@code name: problem}; each is put where it belongs. */
    private static void place(Section section, IllegalArgumentException wrong) {
        SortedSet<String> names = names();
        List<String> lines = String.valueOf(wrong.getMessage())
                .lines()
                .map(String::strip)
                .filter(line -> names.contains(line.substring(0, Math.max(0, line.indexOf(": ")))))
                .toList();
        if (lines.isEmpty()) {
            section.problem("enabled", String.valueOf(wrong.getMessage()), "", "");
        }
        for (String line : lines) {
            int colon = line.indexOf(": ");
            section.problem(
                    line.substring(0, colon),
                    "'services." + line.substring(0, colon) + "' cannot be this: " + line.substring(colon + 2) + ".",
                    "",
                    "");
        }
    }
}
