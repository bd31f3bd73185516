package io.tender.core.batch.plugin;

import io.tender.model.BrokenRule;
import io.tender.model.batch.ResourceList;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Limits per node group as a queue's annotation has them: {@code {"gpu": {"cpu": "4", "memory": "8Gi"}}}. */
final class GroupLimits {
    private static final int LONGEST_TEXT = 10_000;
    private static final Pattern GROUP = Pattern.compile("\\s*\"([^\"]+)\"\\s*:\\s*\\{([^{}]*)\\}\\s*");
    private static final Pattern AMOUNT = Pattern.compile("\\s*\"([^\"]+)\"\\s*:\\s*\"?([^\",\\s]+)\"?\\s*");

    private GroupLimits() {}

    /** No limits for an empty text; empty if the text is not of that form. */
    static Optional<Map<String, ResourceList>> parse(String text) {
        String trimmed = text.trim();
        Map<String, ResourceList> limits = new TreeMap<>();
        if (trimmed.isEmpty()) {
            return Optional.of(limits);
        }
        if (trimmed.length() > LONGEST_TEXT || !trimmed.startsWith("{") || !trimmed.endsWith("}")) {
            return Optional.empty();
        }
        String inside = trimmed.substring(1, trimmed.length() - 1);
        Matcher group = GROUP.matcher(inside);
        int at = 0;
        while (at < inside.length() && !inside.substring(at).isBlank()) {
            if (!group.find(at) || group.start() != at) {
                return Optional.empty();
            }
            Optional<ResourceList> amounts = amounts(group.group(2));
            if (amounts.isEmpty()) {
                return Optional.empty();
            }
            limits.put(group.group(1), amounts.get());
            at = group.end();
            if (at < inside.length() && inside.charAt(at) == ',') {
                at++;
            }
        }
        return Optional.of(limits);
    }

    private static Optional<ResourceList> amounts(String text) {
        Map<String, String> amounts = new TreeMap<>();
        for (String part : text.split(",", -1)) {
            Matcher amount = AMOUNT.matcher(part);
            if (amount.matches()) {
                amounts.put(amount.group(1), amount.group(2));
            } else if (!part.isBlank()) {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(ResourceList.parse(amounts));
        } catch (BrokenRule notAnAmount) {
            return Optional.empty();
        }
    }
}
