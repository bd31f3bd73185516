package io.tender.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A group of frameworks that share, as a path such as {@code eng/dev}; resources are reserved for and given to roles.
 *
 * <p>Roles are ordered by the code points of their path, which is also the order of its UTF-8 bytes.
 */
public final class Role implements Comparable<Role> {
    /** The role of everybody: resources "reserved" for it are simply unreserved. */
    public static final Role ANY = new Role("*");

    private static final char SEPARATOR = '/';

    private final String path;
    private final int hash;
    private final boolean basic;

    private Role(String path) {
        this.path = path;
        this.hash = path.hashCode();
        this.basic = path.chars().noneMatch(unit -> Character.isSurrogate((char) unit));
    }

    /** Reads a role path, refusing what the role rules forbid with the position of the offending character. */
    public static Role of(String path) {
        if (path.equals(ANY.path)) {
            return ANY;
        }
        RoleRules.check(path);
        return new Role(path);
    }

    public String path() {
        return path;
    }

    public boolean isTopLevel() {
        return path.indexOf(SEPARATOR) < 0;
    }

    /** Whether this role lies below the other one; no role is below itself. */
    public boolean isDescendantOf(Role other) {
        int length = other.path.length();
        return path.length() > length && path.charAt(length) == SEPARATOR && path.startsWith(other.path);
    }

    public Optional<Role> parent() {
        int slash = path.lastIndexOf(SEPARATOR);
        return slash < 0 ? Optional.empty() : Optional.of(new Role(path.substring(0, slash)));
    }

    /** The roles above this one, outermost first. */
    public List<Role> ancestors() {
        List<Role> ancestors = new ArrayList<>();
        for (int slash = path.indexOf(SEPARATOR); slash >= 0; slash = path.indexOf(SEPARATOR, slash + 1)) {
            ancestors.add(new Role(path.substring(0, slash)));
        }
        return List.copyOf(ancestors);
    }

    public Role topLevel() {
        int slash = path.indexOf(SEPARATOR);
        return slash < 0 ? this : new Role(path.substring(0, slash));
    }

    @Override
    public int compareTo(Role other) {
        if (this == other) {
            return 0;
        }
        // UTF-16 order differs from code point order only where surrogates are involved.
        return basic && other.basic ? path.compareTo(other.path) : compareCodePoints(path, other.path);
    }

    private static int compareCodePoints(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            if (a.charAt(i) != b.charAt(i)) {
                // Were the first units of two pairs equal, the second ones decide just as well.
                return Integer.compare(weight(a.charAt(i)), weight(b.charAt(i)));
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    private static int weight(char unit) {
        return Character.isSurrogate(unit) ? unit + Character.MIN_SUPPLEMENTARY_CODE_POINT : unit;
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return this == object || (object instanceof Role other && hash == other.hash && path.equals(other.path));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return path;
    }
}
