package io.tender.model.service;

import io.tender.model.Attribute;
import io.tender.model.Value;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a machine is said to have or be: for each attribute its values. */
public record HostAttributes(SortedMap<String, SortedSet<String>> values) {

    /** A machine with this attribute takes only tasks that ask for it. */
    public static final String DEDICATED = "dedicated";

    /** The attribute every machine has: its host name. */
    public static final String HOST = "host";

    public HostAttributes {
        TreeMap<String, SortedSet<String>> copy = new TreeMap<>();
        values.forEach((name, some) -> copy.put(name, Collections.unmodifiableSortedSet(new TreeSet<>(some))));
        values = Collections.unmodifiableSortedMap(copy);
    }

    /** The host name alone. */
    public static HostAttributes of(String hostname) {
        return of(hostname, List.of());
    }

    /**
     * The attributes of an agent. Equal names add up, a set gives each of its items; the host name is the value of
     * {@code host} unless the agent says otherwise.
     */
    public static HostAttributes of(String hostname, List<Attribute> attributes) {
        TreeMap<String, SortedSet<String>> values = new TreeMap<>();
        for (Attribute attribute : attributes) {
            SortedSet<String> some = values.computeIfAbsent(attribute.name(), name -> new TreeSet<>());
            switch (attribute.value()) {
                case Value.Items items -> some.addAll(items.items());
                case Value.Text text -> some.add(text.text());
                case Value.Scalar number -> some.add(number.toString());
                case Value.Ranges ranges -> some.add(ranges.toString());
            }
        }
        values.computeIfAbsent(HOST, name -> new TreeSet<>(List.of(hostname)));
        return new HostAttributes(values);
    }

    /** The values of an attribute, none if there is no such. */
    public SortedSet<String> valuesOf(String attribute) {
        SortedSet<String> some = values.get(attribute);
        return some == null ? Collections.emptySortedSet() : some;
    }

    /** Whether there is such an attribute. */
    public boolean has(String attribute) {
        return values.containsKey(attribute);
    }
}
