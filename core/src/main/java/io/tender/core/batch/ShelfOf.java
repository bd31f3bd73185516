package io.tender.core.batch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Records in the order of their keys, of which only those marked as changed are made anew. */
final class ShelfOf<K extends Comparable<K>, R> {
    private final SortedMap<K, Integer> places = new TreeMap<>();
    private final TreeSet<K> changed = new TreeSet<>();
    private List<R> records = List.of();

    void changed(K key) {
        changed.add(key);
    }

    /**
     * All records, those changed made by the given maker.
     *
     * @param maker returns null for what is no more
     */
    List<R> refreshed(Function<K, @Nullable R> maker) {
        if (changed.isEmpty()) {
            return records;
        }
        SortedMap<K, R> arrived = new TreeMap<>();
        List<R> next = new ArrayList<>(records);
        boolean gone = false;
        for (K key : changed) {
            R made = maker.apply(key);
            Integer place = places.get(key);
            if (made != null && place != null) {
                next.set(place, made);
            } else if (made != null) {
                arrived.put(key, made);
            } else if (place != null) {
                places.remove(key);
                gone = true;
            }
        }
        changed.clear();
        if (gone || !arrived.isEmpty()) {
            next = placedAnew(next, arrived);
        }
        records = Collections.unmodifiableList(next);
        return records;
    }

    /** The numbers shift, so all keys get a place again; only membership costs this. */
    private List<R> placedAnew(List<R> old, SortedMap<K, R> arrived) {
        SortedMap<K, R> all = new TreeMap<>(arrived);
        places.forEach((key, place) -> all.put(key, old.get(place)));
        places.clear();
        List<R> next = new ArrayList<>(all.size());
        all.forEach((key, value) -> {
            places.put(key, next.size());
            next.add(value);
        });
        return next;
    }
}
