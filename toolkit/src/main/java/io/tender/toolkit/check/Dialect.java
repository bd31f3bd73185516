package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Which scheduler's questions a service is asked. */
public enum Dialect {
    /** Volcano's extender plugin, with the structures that the real program sends. */
    VOLCANO,
    /** kube-scheduler's extenders, v1. */
    KUBE,
    /** Aurora's HTTP offer set. */
    AURORA,
    /** Tender's own: the lean form of Volcano's published page, carried through to all verbs. */
    TENDER,
    /** Tender's sorter {@code http}: who is served first at level 1. */
    SORTER;

    /** In the order in which one of them is chosen to ask with, then those that may change something. */
    public List<Verb> verbs() {
        return Stream.concat(asking().stream(), changing().stream()).toList();
    }

    /** Verbs that may be asked without leave: they decide, and leave everything as it is. */
    List<Verb> asking() {
        return switch (this) {
            case VOLCANO, TENDER -> BatchVerbs.ASKING;
            case KUBE -> KubeDialogue.ASKING;
            case AURORA -> List.of(AuroraDialogue.OFFERSET);
            case SORTER -> List.of(SorterDialogue.SORT);
        };
    }

    private List<Verb> changing() {
        return switch (this) {
            case VOLCANO, TENDER -> BatchVerbs.CHANGING;
            case KUBE -> List.of(KubeDialogue.BIND);
            case AURORA, SORTER -> List.of();
        };
    }

    /** Whether there is one question, asked at the address itself. */
    boolean asksAtAddress() {
        return this == AURORA || this == SORTER;
    }

    /** Whether a service may rightly remember, reserve or start something when it is asked. */
    public boolean mayChange(Verb verb) {
        return changing().contains(verb);
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Dialect> of(String label) {
        return Arrays.stream(values())
                .filter(dialect -> dialect.label().equalsIgnoreCase(label))
                .findFirst();
    }
}
