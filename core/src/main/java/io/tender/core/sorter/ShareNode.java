package io.tender.core.sorter;

import io.tender.core.tally.Account;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A place in a sorter's tree: a client, or the inner node above several clients. */
final class ShareNode {

    /** The component that a client gets when other clients lie below its own path. */
    static final String VIRTUAL = ".";

    /** No edition of the totals: the share has to be worked out. */
    static final long UNKNOWN = -1;

    private static final ShareNode[] NONE = {};
    private static final int ASCII = 0x80;

    final String path;
    final @Nullable ShareNode parent;

    /** The first eight characters after the last slash, so that most names are compared without looking at them. */
    private final long nameKey;

    /** Whether the name has characters for which the order of strings is not that of code points. */
    private final boolean pairs;

    Account held = new Account();

    /** How often something was charged here or below; never goes down, so that equal shares take turns. */
    long count;

    double weight = 1;

    /** The dominant share without the weight, and the edition of the totals it was worked out from. */
    double share;

    long shareOf = UNKNOWN;

    /** Set on leaves only. */
    @Nullable
    ShareClient client;

    /** Whether clients lie below. */
    boolean inner;

    /** Those below an inner node, active or not, in no order. */
    ShareNode[] children = NONE;

    int childCount;

    /** The child that stands for the client at this inner node's own path. */
    @Nullable
    ShareNode virtual;

    /** Where it is among its parent's children. */
    private int index;

    /** Active leaves here and below. */
    int activeLeaves;

    /** The active children, sorted by their placed keys. */
    ShareNode[] order = NONE;

    int ordered;

    /** The keys by which this node stands in its parent's order; they lag behind until the next placement. */
    double placedShare;

    long placedCount;
    boolean displaced;

    /**
     * @param nameAt where in the path the node's own name begins
     */
    ShareNode(String path, int nameAt, @Nullable ShareNode parent) {
        this.path = path;
        this.parent = parent;
        long key = 0;
        boolean surrogates = false;
        boolean plain = true;
        for (int i = nameAt; i < path.length(); i++) {
            char next = path.charAt(i);
            surrogates |= Character.isSurrogate(next);
            int shift = 56 - 8 * (i - nameAt);
            if (plain && shift >= 0) {
                plain = next < ASCII;
                key |= (plain ? next : 0xFFL) << shift;
            }
        }
        nameKey = key;
        pairs = surrogates;
    }

    void addChild(ShareNode child) {
        if (childCount == children.length) {
            children = Arrays.copyOf(children, Math.max(4, childCount * 2));
        }
        child.index = childCount;
        children[childCount++] = child;
    }

    void removeChild(ShareNode child) {
        ShareNode last = children[--childCount];
        children[child.index] = last;
        last.index = child.index;
        if (child == virtual) {
            virtual = null;
        }
    }

    /** An inner node becomes a leaf. */
    void dropChildren() {
        inner = false;
        children = NONE;
        childCount = 0;
        virtual = null;
        order = NONE;
        ordered = 0;
    }

    /** The order of siblings. */
    int compareTo(ShareNode other) {
        if (placedShare < other.placedShare) {
            return -1;
        }
        if (placedShare != other.placedShare) {
            return Double.compare(placedShare, other.placedShare);
        }
        if (placedCount != other.placedCount) {
            return placedCount < other.placedCount ? -1 : 1;
        }
        return nameKey == other.nameKey ? compareNames(this, other) : Long.compareUnsigned(nameKey, other.nameKey);
    }

    /** By name alone. All siblings have the path up to the last slash in common. */
    static int compareNames(ShareNode a, ShareNode b) {
        return a.pairs || b.pairs ? compareCodePoints(a.path, b.path) : a.path.compareTo(b.path);
    }

    /** Code point order, which is the order of the UTF-8 bytes. */
    static int comparePaths(String a, String b) {
        int order = a.compareTo(b);
        // The order of UTF-16 is that of code points, but for characters that take two units.
        return order == 0 || (!hasPairs(a) && !hasPairs(b)) ? order : compareCodePoints(a, b);
    }

    private static boolean hasPairs(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private static int compareCodePoints(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char left = a.charAt(i);
            char right = b.charAt(i);
            if (left != right) {
                boolean leftPair = Character.isSurrogate(left);
                return leftPair == Character.isSurrogate(right) ? Character.compare(left, right) : leftPair ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    /** Where a node with these keys stands, or would stand, among the ordered children. */
    int position(ShareNode child) {
        int low = 0;
        int high = ordered - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int compared = order[middle].compareTo(child);
            if (compared < 0) {
                low = middle + 1;
            } else if (compared > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return low;
    }

    void insert(ShareNode child) {
        int at = position(child);
        if (ordered == order.length) {
            order = Arrays.copyOf(order, Math.max(4, ordered * 2));
        }
        System.arraycopy(order, at, order, at + 1, ordered - at);
        order[at] = child;
        ordered++;
    }

    void delete(ShareNode child) {
        int at = position(child);
        System.arraycopy(order, at + 1, order, at, ordered - at - 1);
        ordered--;
        order[ordered] = child; // keeps the slot non-null; overwritten by the next insertion
    }
}
