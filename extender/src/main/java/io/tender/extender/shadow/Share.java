package io.tender.extender.shadow;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A share of the jobs, always the same ones: whether a job belongs to it depends on nothing but its identity, so it is the
 * same in every session, on every machine and after a restart, and a larger share contains every smaller one.
 *
 * @param tenThousandths of all jobs, 0 to 10,000
 */
public record Share(int tenThousandths) {
    public static final String EXPECTED = "a share such as 5% or 0.5%, from 0% to 100%, at most two decimals";
    public static final Share NONE = new Share(0);

    private static final int ALL = 10_000;
    private static final Pattern FORM = Pattern.compile("\\d{1,3}(\\.\\d{1,2})?%");
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    public Share {
        if (tenThousandths < 0 || tenThousandths > ALL) {
            throw new IllegalArgumentException("got " + tenThousandths + " ten-thousandths, expected 0 to " + ALL);
        }
    }

    public static Optional<Share> parse(String text) {
        if (!FORM.matcher(text).matches()) {
            return Optional.empty();
        }
        BigDecimal percent = new BigDecimal(text.substring(0, text.length() - 1));
        int parts = percent.movePointRight(2).intValueExact();
        return parts > ALL ? Optional.empty() : Optional.of(new Share(parts));
    }

    /** Whether what has this identity belongs to it. */
    public boolean holds(String identity) {
        return Long.remainderUnsigned(hash(identity), ALL) < tenThousandths;
    }

    /** FNV-1a, mixed once more, since identities that differ in their last letter only must not lie side by side. */
    private static long hash(String identity) {
        long hash = FNV_OFFSET;
        for (byte letter : identity.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (letter & 0xff)) * FNV_PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> 33);
    }

    /** As a part of 1. */
    public double fraction() {
        return tenThousandths / (double) ALL;
    }

    @Override
    public String toString() {
        return BigDecimal.valueOf(tenThousandths, 2).stripTrailingZeros().toPlainString() + "%";
    }
}
