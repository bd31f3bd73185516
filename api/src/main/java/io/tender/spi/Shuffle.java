package io.tender.spi;

/**
 * A random order of numbered things that can be asked either way: who comes at a place, and at which place somebody
 * comes. Neither puts the others in order, so that whoever looks at a few of a hundred thousand pays for a few.
 *
 * <p>It is a Feistel network: the bits of a number are halved, and by turns each half is changed by what the other one
 * says, which the same steps in reverse undo. There are more places than things; those at which nobody comes are skipped.
 */
public final class Shuffle {

    /** With fewer bits there would be too few ways to change a half for all orders to be about equally likely. */
    private static final int LEAST_BITS = 6;

    private static final int MOST = 1 << 30;

    private static final int ROUNDS = 8;

    /** Which bits of a draw change a half: the upper ones are mixed best. */
    private static final int UPPER = 40;

    private final long[] keys = new long[ROUNDS];
    private final int lowBits;
    private final int lowMask;
    private final int highMask;
    private final int places;

    /**
     * An order of the numbers below a count.
     *
     * @param key what the order is for: the same key gives the same order
     */
    public Shuffle(Chance chance, long key, int count) {
        places = places(count);
        int bits = Integer.numberOfTrailingZeros(places);
        lowBits = bits / 2;
        lowMask = (1 << lowBits) - 1;
        highMask = (1 << (bits - lowBits)) - 1;
        for (int round = 0; round < ROUNDS; round++) {
            keys[round] = chance.draw(Chance.key(key, round));
        }
    }

    /** How many places there are: a power of two, not less than the count. */
    public int places() {
        return places;
    }

    /** How many places an order of so many things has. */
    public static int places(int count) {
        if (count < 0 || count > MOST) {
            throw new IllegalArgumentException("a shuffle of " + count + " things: expected 0 to " + MOST);
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, count - 1));
        return 1 << Math.max(LEAST_BITS, bits);
    }

    /** The place of a number, from 0 on. */
    public int placeOf(int number) {
        int high = number >>> lowBits;
        int low = number & lowMask;
        for (int round = 0; round < ROUNDS; round += 2) {
            high ^= change(round, low) & highMask;
            low ^= change(round + 1, high) & lowMask;
        }
        return high << lowBits | low;
    }

    /** The number that comes at a place; it need not be below the count. */
    public int at(int place) {
        int high = place >>> lowBits;
        int low = place & lowMask;
        for (int round = ROUNDS - 2; round >= 0; round -= 2) {
            low ^= change(round + 1, high) & lowMask;
            high ^= change(round, low) & highMask;
        }
        return high << lowBits | low;
    }

    private int change(int round, int half) {
        return (int) (Chance.half(keys[round] ^ half) >>> UPPER);
    }
}
