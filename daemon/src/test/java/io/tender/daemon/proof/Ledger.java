package io.tender.daemon.proof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the daemon has acknowledged of things of one kind, by name. A thing has one value, or, once a call for another was cut
 * off or answered unclearly, either of several, until the daemon is asked. Nothing is written as an empty text.
 */
final class Ledger {
    static final String NOTHING = "";

    private final String kind;
    private final TreeMap<String, SortedSet<String>> possible = new TreeMap<>();
    private int acknowledgements;

    Ledger(String kind) {
        this.kind = kind;
    }

    /** A call for this is about to be sent; nobody knows its outcome until there is an answer. */
    synchronized void attempt(String name, String value) {
        possible.computeIfAbsent(name, none -> new TreeSet<>(Set.of(NOTHING))).add(value);
    }

    synchronized void acknowledged(String name, String value) {
        acknowledgements++;
        possible.put(name, new TreeSet<>(Set.of(value)));
    }

    /** It was refused, so it is as it was. */
    synchronized void refused(String name, String value, String before) {
        if (!value.equals(before)) {
            possible.computeIfPresent(name, (same, values) -> {
                values.remove(value);
                return values;
            });
        }
    }

    /** Sends a call and takes note of its answer. */
    boolean call(String name, String value, Call call) throws IOException, InterruptedException {
        String before = value(name);
        attempt(name, value);
        Calls.Answer answer = call.send();
        if (answer.isDone()) {
            acknowledged(name, value);
        } else if (answer.isRefused()) {
            refused(name, value, before);
        }
        return answer.isDone();
    }

    @FunctionalInterface
    interface Call {
        Calls.Answer send() throws IOException, InterruptedException;
    }

    /** How much was acknowledged, in words. */
    synchronized String summary() {
        return acknowledgements + " × " + kind;
    }

    synchronized int acknowledgements() {
        return acknowledgements;
    }

    synchronized boolean isCertain(String name) {
        SortedSet<String> values = possible.get(name);
        return values == null || values.size() == 1;
    }

    /** The value, if it is certain; otherwise one of them. */
    synchronized String value(String name) {
        SortedSet<String> values = possible.get(name);
        return values == null ? NOTHING : values.first();
    }

    /** Those that are there for certain, and their values. */
    synchronized SortedMap<String, String> present() {
        TreeMap<String, String> there = new TreeMap<>();
        possible.forEach((name, values) -> {
            if (values.size() == 1 && !values.first().isEmpty()) {
                there.put(name, values.first());
            }
        });
        return there;
    }

    /**
     * Compares with what the daemon says, and believes it where nothing was certain.
     *
     * @return what differs from what was acknowledged
     */
    synchronized List<String> compare(Map<String, String> actual) {
        List<String> differences = new ArrayList<>();
        Set<String> names = new TreeSet<>(possible.keySet());
        names.addAll(actual.keySet());
        for (String name : names) {
            String is = actual.getOrDefault(name, NOTHING);
            SortedSet<String> may = possible.getOrDefault(name, new TreeSet<>(Set.of(NOTHING)));
            if (!may.contains(is)) {
                differences.add("%s '%s': got '%s', expected one of %s".formatted(kind, name, is, may));
            }
            possible.put(name, new TreeSet<>(Set.of(is)));
        }
        return differences;
    }
}
