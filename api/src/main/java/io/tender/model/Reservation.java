package io.tender.model;

import java.util.List;
import java.util.Optional;

/** One promise that resources serve a role only; several of them, each for a role below, form a stack. */
public record Reservation(Type type, Role role, Optional<String> principal, List<Label> labels)
        implements Comparable<Reservation> {
    /** Whether the agent was started with it or a framework or operator made it. */
    public enum Type {
        STATIC,
        DYNAMIC
    }

    public Reservation {
        if (role.equals(Role.ANY)) {
            throw BrokenRule.of(
                    "Resources cannot be reserved for the role '*'.",
                    "a " + type + " reservation for '*'",
                    "a role other than '*', such as 'analytics'",
                    "leave the reservation out, '*' means unreserved");
        }
        labels = Label.canonical(labels);
    }

    public static Reservation ofStatic(Role role) {
        return new Reservation(Type.STATIC, role, Optional.empty(), List.of());
    }

    public static Reservation dynamic(Role role) {
        return new Reservation(Type.DYNAMIC, role, Optional.empty(), List.of());
    }

    public static Reservation dynamic(Role role, String principal) {
        return new Reservation(Type.DYNAMIC, role, Optional.of(principal), List.of());
    }

    public Reservation withLabels(Label... added) {
        return new Reservation(type, role, principal, List.of(added));
    }

    @Override
    public int compareTo(Reservation other) {
        if (this == other) {
            return 0;
        }
        int order = role.compareTo(other.role);
        order = order != 0 ? order : type.compareTo(other.type);
        order = order != 0 ? order : Order.optional(principal, other.principal);
        return order != 0 ? order : Order.lists(labels, other.labels);
    }

    /** Refuses a stack that breaks the rules of refinement. */
    static void checkStack(List<Reservation> stack) {
        for (int i = 1; i < stack.size(); i++) {
            stack.get(i).checkRefines(stack.get(i - 1));
        }
    }

    /** Refuses to be the next in a stack if that breaks the rules of refinement. */
    public void checkRefines(Reservation outer) {
        if (type != Type.DYNAMIC) {
            throw refused(this, outer, "a DYNAMIC reservation, since only the first one may be STATIC");
        }
        if (!role.isDescendantOf(outer.role)) {
            throw refused(this, outer, "a role below '" + outer.role + "'");
        }
    }

    private static BrokenRule refused(Reservation inner, Reservation outer, String expected) {
        return BrokenRule.of(
                "A reservation for '" + inner.role + "' cannot refine one for '" + outer.role + "'.",
                "a " + inner.type + " reservation for '" + inner.role + "'",
                expected,
                "unreserve first, or refine with a DYNAMIC reservation for a role below");
    }
}
