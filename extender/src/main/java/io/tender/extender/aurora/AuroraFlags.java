package io.tender.extender.aurora;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The flags an Aurora scheduler was started with, as they stand in its flags file: one {@code -name=value} per line.
 *
 * <p>Blank lines and lines that begin with {@code #} are passed over, quotes around a value or a whole flag are taken off,
 * a flag without a value is true, and a comma or backslash at the end of a line is a remainder of the script it was cut
 * from.
 *
 * @param values the flags by name, without dashes
 */
public record AuroraFlags(SortedMap<String, String> values) {
    private static final Pattern FLAG = Pattern.compile("--?([A-Za-z][A-Za-z0-9_]*)(?:=(.*))?", Pattern.DOTALL);
    private static final Pattern REMAINDER = Pattern.compile("\\s*[\\\\,]$");
    private static final String OFFER_SET = "http_offer_set_";
    private static final String MODULE = "offer_set_module";
    private static final String RETRIES = OFFER_SET + "max_retries";
    private static final String COMPAT = OFFER_SET + "compat";
    private static final Pattern TOO_MANY = Pattern.compile("10[1-9]|1[1-9]\\d|[2-9]\\d\\d|[1-9]\\d{3,8}");
    private static final HttpOfferSetFactory HTTP = new HttpOfferSetFactory();
    private static final String STATISTICS = "sla_stat_refresh_interval";

    public AuroraFlags {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /**
     * @param file what the text is called in messages
     * @throws IllegalArgumentException that lists every line that is no flag, and every flag given twice differently
     */
    public static AuroraFlags parse(String file, String text) {
        TreeMap<String, String> values = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = unquoted(REMAINDER.matcher(lines.get(i).strip()).replaceFirst(""));
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Matcher flag = FLAG.matcher(line);
            String where = file + ":" + (i + 1) + ": ";
            if (!flag.matches()) {
                problems.add(where + "got '" + FlagMeaning.shown(line) + "', expected -name=value");
                continue;
            }
            String value =
                    flag.group(2) == null ? "true" : unquoted(flag.group(2).strip());
            String before = values.putIfAbsent(flag.group(1), value);
            if (before != null && !before.equals(value)) {
                problems.add(where + "got -" + flag.group(1) + " again with '" + FlagMeaning.shown(flag.group(1), value)
                        + "', expected one value for it ('" + FlagMeaning.shown(flag.group(1), before)
                        + "' stands above)");
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("The flags file cannot be used.\n  " + String.join("\n  ", problems));
        }
        return new AuroraFlags(values);
    }

    /** In which line of a flags file a flag stands; 0 if in none. */
    public static int lineOf(String flag, String text) {
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher matcher = FLAG.matcher(
                    unquoted(REMAINDER.matcher(lines.get(i).strip()).replaceFirst("")));
            if (matcher.matches() && flag.equals(matcher.group(1))) {
                return i + 1;
            }
        }
        return 0;
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() >= 2
                && (text.charAt(0) == '"' || text.charAt(0) == '\'')
                && text.charAt(0) == text.charAt(text.length() - 1);
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /**
     * The flags by who understands them.
     *
     * @param scheduler for the scheduler itself
     * @param offerSet for the HTTP offer set
     * @param notices a line for each flag that means nothing here, for the operator
     */
    public record Divided(
            SortedMap<String, String> scheduler, SortedMap<String, String> offerSet, List<String> notices) {

        public Divided {
            scheduler = Collections.unmodifiableSortedMap(new TreeMap<>(scheduler));
            offerSet = Collections.unmodifiableSortedMap(new TreeMap<>(offerSet));
            notices = List.copyOf(notices);
        }
    }

    /**
     * Divides them by the offer set that is chosen: what is left over of one that is not is ignored, and said.
     *
     * @param schedulerNames the settings the scheduler knows, {@code offer_set_module} among them
     */
    public Divided divide(Collection<String> schedulerNames) {
        TreeMap<String, String> scheduler = new TreeMap<>();
        TreeMap<String, String> offerSet = new TreeMap<>();
        List<String> notices = new ArrayList<>();
        boolean http = HTTP.isCalled(values.getOrDefault(MODULE, ""));
        values.forEach((name, value) -> {
            if (http && (name.startsWith(OFFER_SET) || name.equals(STATISTICS))) {
                offerSet.put(name, value);
            } else if (name.startsWith(OFFER_SET) || name.equals(STATISTICS)) {
                // They stand in the settings of the daemon as well, so these notices do not speak of flags.
                notices.add("The setting " + name + " is of the HTTP offer set, which " + MODULE
                        + " does not choose; it is ignored.");
            } else if (schedulerNames.contains(name)) {
                scheduler.put(name, value);
            } else {
                notices.add("The Aurora flag -" + name + " means nothing here and is ignored.");
            }
        });
        boundRetries(offerSet, notices);
        chooseCompat(offerSet);
        return new Divided(scheduler, offerSet, notices);
    }

    /** In Aurora the number is a budget of failures; as repetitions within one call so many make no sense. */
    private static void boundRetries(Map<String, String> offerSet, List<String> notices) {
        String given = offerSet.getOrDefault(RETRIES, "");
        if (TOO_MANY.matcher(given).matches()) {
            offerSet.put(RETRIES, "100");
            notices.add("The setting " + RETRIES + "=" + given + " is taken for 100, the most there is.");
        }
    }

    /** Whether Aurora counts memory twice on the wire depends on a flag of the scheduler. */
    private void chooseCompat(Map<String, String> offerSet) {
        if (values.getOrDefault("enable_revocable_ram", "false").equals("true")) {
            offerSet.replace(COMPAT, Compat.AURORA_0_27.toString(), Compat.AURORA_0_27_REVOCABLE_RAM.toString());
        }
    }
}
