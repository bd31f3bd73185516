package io.tender.extender.sorter;

import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.RecordingSettings;
import io.tender.extender.client.RetrySettings;
import io.tender.extender.client.TlsSettings;
import io.tender.extender.shadow.Mode;
import io.tender.extender.shadow.ShadowSettings;
import io.tender.extender.shadow.Share;
import io.tender.extender.shadow.StopRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the service is asked.
 *
 * @param staleAfter how old an order may be that is still followed
 * @param shadow if it is asked and never followed
 * @param given the parameters these were made of
 */
record SorterSettings(
        ExtenderSettings client, Duration staleAfter, Optional<ShadowSettings> shadow, Map<String, String> given) {
    private static final Set<String> KNOWN = new TreeSet<>(Set.of(
            "endpoint",
            "deadline",
            "staleAfter",
            "caFile",
            "serverName",
            "tokenFile",
            "recordingFile",
            "mode",
            "shadowExamples"));
    private static final int MOST_EXAMPLES = 1_000;
    private static final Pattern TIME = Pattern.compile("([0-9]{1,7})\\s*(ms|s|secs)");

    /** @throws IllegalArgumentException with all that is wrong, at once */
    static SorterSettings parse(Map<String, String> parameters) {
        List<String> problems = new ArrayList<>();
        for (String name : new TreeSet<>(parameters.keySet())) {
            if (!KNOWN.contains(name)) {
                problems.add("unknown parameter '" + name + "', expected one of " + KNOWN);
            }
        }
        Duration deadline = time(parameters, "deadline", Duration.ofMillis(100), problems);
        Duration staleAfter = time(parameters, "staleAfter", Duration.ofSeconds(5), problems);
        Optional<ShadowSettings> shadow = shadow(parameters, problems);
        Optional<TlsSettings> tls = tls(parameters, problems);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("The sorter 'http' cannot be made:\n  " + String.join("\n  ", problems));
        }
        ExtenderSettings.Builder client = ExtenderSettings.of(
                        HttpServingOrder.NAME, parameters.getOrDefault("endpoint", "http://localhost:9092/v1/sort"))
                .deadline(deadline)
                // The next run asks anew.
                .retries(RetrySettings.NONE);
        tls.ifPresent(client::tls);
        if (parameters.containsKey("tokenFile")) {
            client.tokenFile(Path.of(parameters.get("tokenFile")));
        }
        if (parameters.containsKey("recordingFile")) {
            client.recording(RecordingSettings.into(Path.of(parameters.get("recordingFile"))));
        }
        return new SorterSettings(client.build(), staleAfter, shadow, Map.copyOf(parameters));
    }

    private static Optional<TlsSettings> tls(Map<String, String> parameters, List<String> problems) {
        if (!parameters.containsKey("caFile") && !parameters.containsKey("serverName")) {
            return Optional.empty();
        }
        TlsSettings tls = parameters.containsKey("caFile")
                ? TlsSettings.USUAL.trusting(Path.of(parameters.get("caFile")))
                : TlsSettings.USUAL;
        try {
            return Optional.of(
                    parameters.containsKey("serverName") ? tls.forServer(parameters.get("serverName")) : tls);
        } catch (IllegalArgumentException noName) {
            problems.add("serverName: " + noName.getMessage());
            return Optional.of(tls);
        }
    }

    /** There is no canary: an order is for all roles of a run or for none, so there is no share to decide for. */
    private static Optional<ShadowSettings> shadow(Map<String, String> parameters, List<String> problems) {
        String mode = parameters.getOrDefault("mode", Mode.DECIDE.label());
        if (!mode.equals(Mode.DECIDE.label()) && !mode.equals(Mode.SHADOW.label())) {
            problems.add("got mode '" + mode + "', expected decide or shadow: an order is for all roles at once, so no"
                    + " share of them can be left to a canary");
        }
        String examples = parameters.getOrDefault("shadowExamples", "20");
        if (!examples.matches("[0-9]{1,4}") || Integer.parseInt(examples) > MOST_EXAMPLES) {
            problems.add("got shadowExamples '" + examples + "', expected a number from 0 to " + MOST_EXAMPLES);
            return Optional.empty();
        }
        return mode.equals(Mode.SHADOW.label())
                ? Optional.of(new ShadowSettings(
                        Mode.SHADOW,
                        Optional.of("shares"),
                        Share.NONE,
                        new StopRules(1, 1, Share.NONE, Share.NONE, Duration.ZERO),
                        // The next run asks anew.
                        1,
                        Integer.MAX_VALUE,
                        Integer.parseInt(examples)))
                : Optional.empty();
    }

    private static Duration time(Map<String, String> parameters, String name, Duration usual, List<String> problems) {
        String text = parameters.get(name);
        if (text == null) {
            return usual;
        }
        Matcher form = TIME.matcher(text.strip());
        if (!form.matches() || Long.parseLong(form.group(1)) == 0) {
            problems.add("got " + name + " '" + text + "', expected a time such as 100ms or 5s");
            return usual;
        }
        long number = Long.parseLong(form.group(1));
        return form.group(2).equals("ms") ? Duration.ofMillis(number) : Duration.ofSeconds(number);
    }
}
