package io.tender.extender.sorter;

import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.RecordingSettings;
import io.tender.extender.client.RetrySettings;
import io.tender.extender.client.TlsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the service is asked.
 *
 * @param staleAfter how old an order may be that is still followed
 */
record SorterSettings(ExtenderSettings client, Duration staleAfter) {
    private static final Set<String> KNOWN =
            new TreeSet<>(Set.of("endpoint", "deadline", "staleAfter", "caFile", "tokenFile", "recordingFile"));
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
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("The sorter 'http' cannot be made:\n  " + String.join("\n  ", problems));
        }
        ExtenderSettings.Builder client = ExtenderSettings.of(
                        HttpServingOrder.NAME, parameters.getOrDefault("endpoint", "http://localhost:9092/v1/sort"))
                .deadline(deadline)
                // The next run asks anew.
                .retries(RetrySettings.NONE);
        if (parameters.containsKey("caFile")) {
            client.tls(TlsSettings.USUAL.trusting(Path.of(parameters.get("caFile"))));
        }
        if (parameters.containsKey("tokenFile")) {
            client.tokenFile(Path.of(parameters.get("tokenFile")));
        }
        if (parameters.containsKey("recordingFile")) {
            client.recording(RecordingSettings.into(Path.of(parameters.get("recordingFile"))));
        }
        return new SorterSettings(client.build(), staleAfter);
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
