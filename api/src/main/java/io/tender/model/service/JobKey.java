package io.tender.model.service;

import io.tender.model.BrokenRule;
import java.util.regex.Pattern;

/** Names one job: who runs it, where, and what it is called; as text {@code role/environment/name}. */
public record JobKey(String role, String environment, String name) implements Comparable<JobKey> {

    /** No part may be longer. */
    public static final int LONGEST_PART = 255;

    private static final Pattern PART = Pattern.compile("[\\w.-]+");

    public JobKey {
        check("role", role);
        check("environment", environment);
        check("name", name);
    }

    private static void check(String what, String part) {
        if (part.length() > LONGEST_PART || !PART.matcher(part).matches()) {
            throw BrokenRule.of(
                    "The " + what + " of a job key cannot be used.",
                    part.length() > LONGEST_PART ? part.length() + " characters" : "'" + part + "'",
                    "1 to " + LONGEST_PART + " letters, digits, '_', '.' or '-'",
                    "rename it");
        }
    }

    /** Reads {@code role/environment/name}. */
    public static JobKey parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 3) {
            throw BrokenRule.of(
                    "A job key has three parts.",
                    "'" + text + "'",
                    "role/environment/name, such as www/prod/hello",
                    "name all three parts, with '/' between");
        }
        return new JobKey(parts[0], parts[1], parts[2]);
    }

    @Override
    public int compareTo(JobKey other) {
        int order = role.compareTo(other.role);
        order = order != 0 ? order : environment.compareTo(other.environment);
        return order != 0 ? order : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return role + "/" + environment + "/" + name;
    }
}
