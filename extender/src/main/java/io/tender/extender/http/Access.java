package io.tender.extender.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells who calls: by a bearer token, of which only a hash is kept, or by the name in a client's certificate.
 *
 * <p>With no entries at all everybody is {@link Caller#local()}: settings allow that only for a program that listens on its
 * own machine, or by an explicit override.
 */
public final class Access {
    private static final String BEARER = "bearer ";

    /** A door key. */
    public sealed interface Entry {
        Caller caller();

        /** Whoever shows the token with this SHA-256, in hexadecimal digits. */
        record Token(String sha256, Caller caller) implements Entry {
            public Token {
                if (!sha256.matches("[0-9a-fA-F]{64}")) {
                    throw new IllegalArgumentException("The hash of the token of '" + caller.name()
                            + "' is not one; expected 64 hexadecimal digits, as of: printf %s TOKEN | sha256sum");
                }
                sha256 = sha256.toLowerCase(Locale.ROOT);
            }
        }

        /** Whoever shows a certificate with this common name, signed by an authority the server trusts. */
        record Certificate(String commonName, Caller caller) implements Entry {}
    }

    private final List<Entry> entries;

    private Access(List<Entry> entries) {
        this.entries = entries;
    }

    /** Nobody is asked who they are. */
    public static Access open() {
        return new Access(List.of());
    }

    public static Access of(List<Entry> entries) {
        return new Access(List.copyOf(entries));
    }

    public boolean isOpen() {
        return entries.isEmpty();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Access access && access.entries.equals(entries);
    }

    @Override
    public int hashCode() {
        return entries.hashCode();
    }

    /** Who may come in, and not how they are known. */
    @Override
    public String toString() {
        return "Access" + entries.stream().map(entry -> entry.caller().name()).toList();
    }

    /**
     * Who that is, if anybody we know.
     *
     * @param authorization the header of that name
     * @param commonName of the client's certificate
     */
    Optional<Caller> caller(Optional<String> authorization, Optional<String> commonName) {
        if (isOpen()) {
            return Optional.of(Caller.local());
        }
        Optional<Caller> byToken = authorization.flatMap(Access::token).flatMap(this::byToken);
        return byToken.isPresent() ? byToken : commonName.flatMap(this::byName);
    }

    private static Optional<String> token(String authorization) {
        return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? Optional.of(authorization.substring(BEARER.length()).strip())
                : Optional.empty();
    }

    /** Looks at every entry, in the same time whichever fits, so that the time taken tells nothing. */
    private Optional<Caller> byToken(String token) {
        byte[] hash = sha256(token).getBytes(StandardCharsets.US_ASCII);
        Optional<Caller> found = Optional.empty();
        for (Entry entry : entries) {
            if (entry instanceof Entry.Token known
                    && MessageDigest.isEqual(hash, known.sha256().getBytes(StandardCharsets.US_ASCII))) {
                found = Optional.of(known.caller());
            }
        }
        return found;
    }

    private Optional<Caller> byName(String commonName) {
        return entries.stream()
                .filter(entry -> entry instanceof Entry.Certificate known
                        && known.commonName().equals(commonName))
                .map(Entry::caller)
                .findFirst();
    }

    /** The hash by which a token is known. */
    public static String sha256(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }
}
