package io.tender.extender.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The forms in which extenders are spoken to. */
public enum Dialect {
    /** What the real Volcano sends and how it reads answers. */
    VOLCANO,
    /** The form of docs/extenders.md, which its settings call {@code documented}. */
    TENDER,
    /** The kube-scheduler extender, version 1. */
    KUBE,
    /** Aurora's HTTP offer set. */
    AURORA;

    /** As it is written on a command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> labels() {
        return Arrays.stream(values()).map(Dialect::label).toList();
    }

    /** By its label, in any case; {@code documented} is another name of {@link #TENDER}. */
    public static Optional<Dialect> named(String label) {
        String wanted = label.toLowerCase(Locale.ROOT);
        return wanted.equals("documented")
                ? Optional.of(TENDER)
                : Arrays.stream(values())
                        .filter(dialect -> dialect.label().equals(wanted))
                        .findFirst();
    }
}
