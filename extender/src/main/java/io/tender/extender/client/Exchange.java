package io.tender.extender.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * One call from its beginning to its end, as it is recorded.
 *
 * @param started when the call began
 * @param contentType of the request
 * @param status of the last answer, if there was one
 * @param failure the failure's message; empty when all went well
 */
public record Exchange(
        Instant started,
        Target target,
        TraceParent trace,
        String contentType,
        Optional<String> idempotencyKey,
        Body request,
        OptionalInt status,
        Body answer,
        Duration latency,
        int attempts,
        String outcome,
        String failure) {

    /** As much of a body as was kept: decompressed, and of an answer with the client's own secrets taken out. */
    public static final class Body {
        static final Body NONE = new Body(new byte[0], 0, 0);

        private final byte[] raw;
        private final long rawLength;
        private final Optional<Supplier<Secrets>> secrets;
        private final int cut;
        private volatile Optional<Secrets.Kept> kept = Optional.empty();

        /** As it was said. */
        Body(byte[] raw, long rawLength, int cut) {
            this(raw, rawLength, Optional.empty(), cut);
        }

        /**
         * Secrets are looked for when somebody first asks, lest the call wait for it.
         *
         * @param cut how much of it is shown; what lies behind is there to find secrets that begin before
         */
        Body(byte[] raw, long rawLength, Optional<Supplier<Secrets>> secrets, int cut) {
            this.raw = raw;
            this.rawLength = rawLength;
            this.secrets = secrets;
            this.cut = cut;
        }

        private Secrets.Kept kept() {
            Optional<Secrets.Kept> known = kept;
            if (known.isEmpty()) {
                known = Optional.of(secrets.map(ours -> ours.get().hideIn(raw, cut))
                        .orElseGet(() -> new Secrets.Kept(shown(), Math.min(cut, raw.length))));
                kept = known;
            }
            return known.get();
        }

        private byte[] shown() {
            return raw.length <= cut ? raw : Arrays.copyOf(raw, cut);
        }

        /** Bytes of memory it takes. */
        int weight() {
            return raw.length;
        }

        /** What was kept; not to be changed. */
        public byte[] bytes() {
            return kept().bytes();
        }

        /** The length of the whole body, as far as it was received. */
        public long length() {
            // Hiding changes the length, and that alone is no truncation.
            return rawLength - kept().taken() + kept().bytes().length;
        }

        public boolean truncated() {
            return length() > bytes().length;
        }
    }
}
