package io.tender.core.batch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Things that can be made again, of which only those asked for lately are kept. */
final class Recent<K, V> {
    private final Map<K, V> things;

    Recent(int most) {
        things = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }

    Optional<V> get(K key) {
        return Optional.ofNullable(things.get(key));
    }

    V computeIfAbsent(K key, Function<K, V> maker) {
        V known = things.get(key);
        if (known == null) {
            // Made before it is entered, since making it may ask for others.
            known = maker.apply(key);
            things.put(key, known);
        }
        return known;
    }
}
