package io.tender.daemon.settings;

import io.tender.extender.aurora.HttpOfferSetSettings;
import java.util.SortedSet;

/** Which settings of services are those of the offer set, whoever wrote it. */
final class OfferSetFlags {
    private static final String SERVICES = "services.";
    private static final String PARAMETERS = "services.offerSetParameters.";
    private static final SortedSet<String> HTTP = HttpOfferSetSettings.names();

    private OfferSetFlags() {}

    /** What a setting of the offer set is called in the file. */
    static String fullName(String setting) {
        return (HTTP.contains(setting) ? SERVICES : PARAMETERS) + setting;
    }

    /** Whether a setting of that full name is one of the offer set. */
    static boolean has(String fullName) {
        return fullName.startsWith(PARAMETERS)
                || (fullName.startsWith(SERVICES) && HTTP.contains(fullName.substring(SERVICES.length())));
    }
}
