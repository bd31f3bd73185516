package io.tender.extender.aurora;

/** Whose habits are kept on the wire: the setting {@code http_offer_set_compat}. */
public enum Compat {
    /** The published document: true amounts, UTF-8, a legal content type. */
    NONE("none"),
    /** The last release of Aurora, with all that a service may have got used to. */
    AURORA_0_27("aurora-0.27"),
    /** The same, started with {@code -enable_revocable_ram}: it then counts memory once, as it does CPUs. */
    AURORA_0_27_REVOCABLE_RAM("aurora-0.27-revocable-ram");

    private final String text;

    Compat(String text) {
        this.text = text;
    }

    boolean isAurora() {
        return this != NONE;
    }

    /** As it is written in settings. */
    @Override
    public String toString() {
        return text;
    }
}
