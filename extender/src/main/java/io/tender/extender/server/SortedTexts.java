package io.tender.extender.server;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Texts by name, such as labels, which nobody can change. Thousands of agents have the same names with other values: the names
 * are then held once, and a value more costs no more than its place.
 */
@SuppressWarnings("JdkObsolete") // labels are a SortedMap, and no more is promised
final class SortedTexts extends AbstractMap<String, String> implements SortedMap<String, String> {
    static final SortedTexts NONE = new SortedTexts(new String[0], new String[0]);

    /** In ascending order. */
    private final String[] names;

    private final String[] values;

    private SortedTexts(String[] names, String[] values) {
        this.names = names;
        this.values = values;
    }

    /**
     * Of names and values as they were read; nobody may change the arrays afterwards. Of a name that comes twice the last value
     * counts.
     *
     * @param sorted whether the names come in ascending order, each once, as most programs write them
     */
    static SortedTexts of(String[] names, String[] values, boolean sorted) {
        if (sorted) {
            return new SortedTexts(names, values);
        }
        TreeMap<String, String> all = new TreeMap<>();
        for (int i = 0; i < names.length; i++) {
            all.put(names[i], values[i]);
        }
        return new SortedTexts(all.keySet().toArray(new String[0]), all.values().toArray(new String[0]));
    }

    static SortedTexts of(SortedMap<String, String> texts) {
        return new SortedTexts(
                texts.keySet().toArray(new String[0]), texts.values().toArray(new String[0]));
    }

    /** The same names with other values, which nobody may change afterwards. */
    SortedTexts with(String[] others) {
        return new SortedTexts(names, others);
    }

    /** A copy of the values, in the order of their names. */
    String[] valuesCopied() {
        return values.clone();
    }

    /** The place of a name among all of them; below zero if it is none of them. */
    int indexOf(String name) {
        return Arrays.binarySearch(names, name);
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return names.length > 0 && name instanceof String text && indexOf(text) >= 0;
    }

    @Override
    public @Nullable String get(@Nullable Object name) {
        int index = name instanceof String text ? indexOf(text) : -1;
        return index < 0 ? null : values[index];
    }

    @Override
    public Set<Map.Entry<String, String>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return names.length;
            }

            @Override
            public Iterator<Map.Entry<String, String>> iterator() {
                return new Entries();
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, String>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < names.length;
        }

        @Override
        public Map.Entry<String, String> next() {
            if (!hasNext()) {
                throw new NoSuchElementException("There are " + names.length);
            }
            return Map.entry(names[next], values[next++]);
        }
    }

    @Override
    public @Nullable Comparator<? super String> comparator() {
        return null; // by the order of texts themselves
    }

    @Override
    public SortedMap<String, String> subMap(String from, String to) {
        return part().subMap(from, to);
    }

    @Override
    public SortedMap<String, String> headMap(String to) {
        return part().headMap(to);
    }

    @Override
    public SortedMap<String, String> tailMap(String from) {
        return part().tailMap(from);
    }

    /** Nobody asks for a part of so few, so that it need not be fast. */
    private SortedMap<String, String> part() {
        return Collections.unmodifiableSortedMap(new TreeMap<>(this));
    }

    @Override
    public String firstKey() {
        return part().firstKey();
    }

    @Override
    public String lastKey() {
        return part().lastKey();
    }
}
