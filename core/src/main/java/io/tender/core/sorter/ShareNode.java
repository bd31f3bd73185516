package io.tender.core.sorter;

import io.tender.core.tally.Account;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A place in a sorter's tree: a client, or the inner node above several clients. */
final class ShareNode {

    /** The component that a client gets when other clients lie below its own path. */
    static final String VIRTUAL = ".";

    final String path;
    final String component;
    final @Nullable ShareNode parent;

    /** Whether the component has characters for which the order of strings is not that of code points. */
    private final boolean pairs;

    Account held = new Account();

    /** How often something was charged here or below; never goes down, so that equal shares take turns. */
    long count;

    double weight = 1;

    /** Set on leaves only. */
    @Nullable
    ShareClient client;

    /** Set on inner nodes only. */
    @Nullable
    Map<String, ShareNode> children;

    /** Active leaves here and below. */
    int activeLeaves;

    /** The active children, sorted by their placed keys. */
    ShareNode[] order = NONE;

    int ordered;

    /** The keys by which this node stands in its parent's order; they lag behind until the next placement. */
    double placedShare;

    long placedCount;
    boolean displaced;

    private static final ShareNode[] NONE = {};

    ShareNode(String path, String component, @Nullable ShareNode parent) {
        this.path = path;
        this.component = component;
        this.parent = parent;
        this.pairs = hasPairs(component);
    }

    boolean isInner() {
        return children != null;
    }

    Map<String, ShareNode> childrenOrNew() {
        Map<String, ShareNode> present = children;
        if (present == null) {
            present = new HashMap<>();
            children = present;
        }
        return present;
    }

    boolean isVirtual() {
        return component.equals(VIRTUAL);
    }

    int compareTo(ShareNode other) {
        int order = Double.compare(placedShare, other.placedShare);
        if (order == 0) {
            order = Long.compare(placedCount, other.placedCount);
        }
        if (order != 0) {
            return order;
        }
        return pairs || other.pairs
                ? compareCodePoints(component, other.component)
                : component.compareTo(other.component);
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
