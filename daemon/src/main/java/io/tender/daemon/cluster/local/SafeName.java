package io.tender.daemon.cluster.local;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Turns an id that anybody may have made up into a name that is safe for a file, one to one. */
final class SafeName {
    /** File systems allow 255 bytes; the rest is for what is added to a name. */
    private static final int LONGEST = 180;

    private SafeName() {}

    /** Letters, digits, {@code _}, {@code -} and inner dots stay; the rest is written as {@code %XX}, long names as a hash. */
    static String of(String id) {
        StringBuilder name = new StringBuilder();
        for (byte b : id.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = (b >= 'a' && b <= 'z')
                    || (b >= 'A' && b <= 'Z')
                    || (b >= '0' && b <= '9')
                    || b == '_'
                    || b == '-'
                    || (b == '.' && !name.isEmpty());
            if (plain) {
                name.append((char) b);
            } else {
                name.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        // '%%' never comes out of the loop above, so a hash cannot meet the name of another id.
        return name.length() <= LONGEST ? name.toString() : name.substring(0, 64) + "%%" + hash(id);
    }

    private static String hash(String id) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
