package io.tender.extender.aurora;

import io.tender.extender.aurora.AuroraFlags.Divided;
import io.tender.model.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What becomes of one flag of an Aurora scheduler. It is made to be shown, so what a URL has before an @, where passwords are, and
 * behind a ?, where keys are, is left out, and so is
 * the value of a flag that holds nothing but a secret.
 *
 * @param flag its name, without dashes
 * @param given its value in the flags file
 * @param kind whose setting it is, if any
 * @param value what the setting of the same name is set to; empty if there is none
 * @param note why it means nothing, or what else there is to know; may be empty
 */
public record FlagMeaning(String flag, String given, Kind kind, String value, String note) {

    private static final Pattern CREDENTIALS = Pattern.compile("//[^/\\s]*@");
    private static final Pattern QUERY = Pattern.compile("(//[^?\\s'\"]*\\?)[^\\s'\"]+");

    private static final Pattern SECRET = Pattern.compile("credentials|password|secret|key_data$");

    public FlagMeaning {
        given = shown(flag, given);
        value = shown(flag, value);
        note = shown(note);
    }

    static String shown(String flag, String text) {
        return SECRET.matcher(flag).find() && !text.isEmpty() ? "…" : shown(text);
    }

    /** Without what may be secret in the addresses of a text. */
    static String shown(String text) {
        return QUERY.matcher(CREDENTIALS.matcher(text).replaceAll("//…@")).replaceAll("$1…");
    }

    /** Whose setting a flag is. */
    public enum Kind {
        SCHEDULER,
        OFFER_SET,
        IGNORED,
        UNKNOWN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * The flags in order of their names.
     *
     * @param schedulerNames the settings the scheduler knows
     */
    public static List<FlagMeaning> of(AuroraFlags flags, Collection<String> schedulerNames) {
        Divided divided = flags.divide(schedulerNames);
        TreeSet<String> known = new TreeSet<>(schedulerNames);
        known.addAll(HttpOfferSetSettings.names());
        List<FlagMeaning> meanings = new ArrayList<>();
        flags.values().forEach((flag, given) -> meanings.add(of(flag, given, divided, known)));
        return List.copyOf(meanings);
    }

    private static FlagMeaning of(String flag, String given, Divided divided, Collection<String> known) {
        String scheduler = divided.scheduler().get(flag);
        if (scheduler != null) {
            return new FlagMeaning(flag, given, Kind.SCHEDULER, scheduler, "");
        }
        String offerSet = divided.offerSet().get(flag);
        if (offerSet != null) {
            String note = offerSet.equals(given) ? "" : "taken for " + offerSet + ", since " + reason(flag);
            return new FlagMeaning(flag, given, Kind.OFFER_SET, offerSet, note);
        }
        if (known.contains(flag)) {
            return new FlagMeaning(
                    flag, given, Kind.IGNORED, "", "of the HTTP offer set, which offer_set_module does not choose");
        }
        Optional<String> meant = Suggestion.nearest(flag, known);
        return meant.isPresent()
                ? new FlagMeaning(flag, given, Kind.UNKNOWN, "", "did you mean " + meant.get() + "?")
                : new FlagMeaning(flag, given, Kind.IGNORED, "", "means nothing here");
    }

    private static String reason(String flag) {
        return flag.endsWith("compat") ? "enable_revocable_ram is on" : "that is the most there is";
    }
}
