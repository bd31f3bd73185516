package io.tender.spi.offers;

/**
 * Why an offer set left an offer out.
 *
 * @param author who objects, such as the name of an extender
 * @param reason in words that are the same for all offers with the same objection; what is longer than
 *     {@link #LONGEST_REASON} is cut off
 * @param hopeless whether evicting tasks from that machine could never help, as far as the author knows
 */
public record Objection(String author, String reason, boolean hopeless) {
    public static final int LONGEST_REASON = 200;

    public Objection {
        if (reason.length() > LONGEST_REASON) {
            reason = reason.substring(0, LONGEST_REASON - 1) + "…";
        }
    }
}
