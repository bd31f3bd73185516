package io.tender.spi;

/**
 * A source of chance that is asked by what a draw is for, not by how many draws came before.
 *
 * <p>A draw that turns out not to be needed can be left out without changing any other, so a fast allocator and a slow
 * one that look at different agents still decide alike, and a recorded run can be replayed.
 */
@FunctionalInterface
public interface Chance {

    /** 64 bits that are the same for the same key and look unrelated for different keys. */
    long draw(long key);

    /** A source that is wholly determined by its seed. */
    static Chance seeded(long seed) {
        long start = mix(seed + 0x9E3779B97F4A7C15L);
        return key -> mix(start ^ mix(key));
    }

    /** The key of a name: equal names have equal keys. */
    static long key(String name) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001B3L;
        }
        return mix(hash);
    }

    /** The key of a pair; the order of the two matters. */
    static long key(long first, long second) {
        return keyWithHalf(first, half(second));
    }

    /** What {@link #key(long, long)} makes of its second part; kept by who pairs one key with many others. */
    static long half(long second) {
        return mix(second);
    }

    /** {@link #key(long, long)}, given the {@link #half} of the second part. */
    static long keyWithHalf(long first, long half) {
        return mix(first * 0x9E3779B97F4A7C15L + half);
    }

    /** A uniform number in the open interval (0, 1). */
    static double unit(long draw) {
        return ((draw >>> 11) + 0.5) * 0x1.0p-53;
    }

    private static long mix(long bits) {
        long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
