package io.tender.model;

import java.util.concurrent.ConcurrentHashMap;

/**
 * Canonical instances of resource names, because comparing two names is the innermost step of all arithmetic.
 *
 * <p>Equal names are usually, but not always, the same instance: {@code ==} is a fast path and never a proof of
 * difference.
 */
public final class Names {
    /** Past this many different names new ones are not remembered, so that hostile input cannot fill the heap. */
    private static final int BOUND = 4096;

    private static final int LONGEST = 256;

    private static final ConcurrentHashMap<String, String> KNOWN = new ConcurrentHashMap<>();

    static {
        // Literals in code are then canonical too.
        for (String name : new String[] {"cpus", "gpus", "mem", "disk", "ports"}) {
            KNOWN.put(name, name);
        }
    }

    private Names() {}

    /** Returns the canonical instance equal to the name, or the name itself once too many are known. */
    public static String intern(String name) {
        String known = KNOWN.get(name);
        if (known != null) {
            return known;
        }
        if (name.length() > LONGEST || KNOWN.size() >= BOUND) {
            return name;
        }
        String earlier = KNOWN.putIfAbsent(name, name);
        return earlier == null ? name : earlier;
    }

    /** Orders names, seeing at once that two canonical instances are the same. */
    @SuppressWarnings("ReferenceEquality") // the fast path that canonical instances exist for
    static int compare(String a, String b) {
        return a == b ? 0 : a.compareTo(b);
    }

    @SuppressWarnings("ReferenceEquality") // the fast path that canonical instances exist for
    static boolean same(String a, String b) {
        return a == b || a.equals(b);
    }
}
