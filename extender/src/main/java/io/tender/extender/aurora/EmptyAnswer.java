package io.tender.extender.aurora;

/** What an answer means that names none of the hosts it was asked about: {@code http_offer_set_empty_answer}. */
public enum EmptyAnswer {
    /** The service does not know; the native order serves the attempt. */
    FALL_BACK("fall-back"),
    /** The service wants none of them; nothing is placed in the attempt. */
    FILTER("filter");

    private final String text;

    EmptyAnswer(String text) {
        this.text = text;
    }

    /** As it is written in settings. */
    @Override
    public String toString() {
        return text;
    }
}
