package io.tender.daemon.day;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts what is held on to: every collection that can be reached from some objects of ours, by the field that holds it.
 * Nobody has to remember to add a new one.
 */
final class Census {
    private final IdentityHashMap<Object, Boolean> seen = new IdentityHashMap<>();
    private final ArrayDeque<Object> toVisit = new ArrayDeque<>();
    private final TreeMap<String, Integer> sizes = new TreeMap<>();

    private Census() {}

    /** How many elements the collections have, all instances of a field together. */
    static SortedMap<String, Integer> of(Map<String, Object> roots) {
        Census census = new Census();
        roots.values().forEach(root -> census.found(root, "root"));
        for (Object next = census.toVisit.poll(); next != null; next = census.toVisit.poll()) {
            census.visit(next);
        }
        return census.sizes;
    }

    private void found(Object thing, String where) {
        if (seen.put(thing, true) != null) {
            return;
        }
        switch (thing) {
            case Map<?, ?> map -> {
                count(where, map.size());
                // In a list first: looking at one must not change another under our feet.
                List.copyOf(map.keySet()).forEach(key -> found(key, where));
                map.values().forEach(value -> found(value, where));
            }
            case Collection<?> collection -> {
                count(where, collection.size());
                collection.forEach(element -> found(element, where));
            }
            case Object[] array -> {
                for (Object element : array) {
                    if (element != null) {
                        found(element, where);
                    }
                }
                count(where, array.length);
            }
            default -> {
                if (thing.getClass().isArray()) {
                    count(where, Array.getLength(thing));
                } else if (thing.getClass().getName().startsWith("io.tender.")) {
                    toVisit.add(thing);
                }
            }
        }
    }

    private void count(String where, int size) {
        sizes.merge(where, size, Integer::sum);
    }

    private void visit(Object thing) {
        for (Class<?> type = thing.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            if (type.isEnum()) {
                return;
            }
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    look(thing, field);
                }
            }
        }
    }

    private void look(Object thing, Field field) {
        try {
            field.setAccessible(true);
            Object value = field.get(thing);
            if (value instanceof java.util.Optional<?> maybe) {
                value = maybe.orElse(null);
            }
            if (value != null) {
                found(value, name(thing.getClass()) + "." + field.getName());
            }
        } catch (IllegalAccessException closed) {
            throw new AssertionError("cannot look into " + field, closed);
        }
    }

    /** Lambdas have a new name in every process. */
    private static String name(Class<?> type) {
        String name = type.getName().replaceFirst("^io\\.tender\\.", "");
        int lambda = name.indexOf("$$Lambda");
        return lambda < 0 ? name : name.substring(0, lambda) + "$$Lambda";
    }
}
