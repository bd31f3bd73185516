package io.tender.mesos;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Agrees on the form of messages from the headers of a request, by the rules of Mesos and with its words.
 *
 * <p>Kinder than Mesos in one thing: case and parameters of a content type do not matter.
 */
public final class Negotiation {
    /** A stream of records, whose own form {@link #MESSAGE_ACCEPT} asks for. */
    public static final String RECORDIO = "application/recordio";

    public static final String MESSAGE_ACCEPT = "Message-Accept";
    public static final String MESSAGE_CONTENT_TYPE = "Message-Content-Type";

    private static final int BAD_REQUEST = 400;
    private static final int NOT_ACCEPTABLE = 406;
    private static final int UNSUPPORTED = 415;

    private Negotiation() {}

    /**
     * The headers of an answer that is a stream of records.
     *
     * @param messages the form of each record
     * @param messageContentType the second header, if the first says no more than that there are records
     */
    public record EventStream(Media messages, String contentType, Optional<String> messageContentType) {}

    /** The form of a request's body, by its {@code Content-Type}. */
    public static Media body(Optional<String> contentType) {
        String type = contentType
                .map(text -> text.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
                .orElseThrow(() -> new MediaRefusal(BAD_REQUEST, "Expecting 'Content-Type' to be present"));
        for (Media media : Media.values()) {
            if (media.contentType().equals(type)) {
                return media;
            }
        }
        throw new MediaRefusal(
                UNSUPPORTED,
                "Expecting 'Content-Type' of " + Media.JSON.contentType() + " or " + Media.PROTOBUF.contentType());
    }

    /** The form of a plain answer, by {@code Accept}; JSON if both will do. */
    public static Media answer(Optional<String> accept, Optional<String> messageAccept) {
        Media media = accepted(accept)
                .orElseThrow(() -> new MediaRefusal(
                        NOT_ACCEPTABLE,
                        "Expecting 'Accept' to allow '" + Media.PROTOBUF.contentType() + "' or '"
                                + Media.JSON.contentType() + "'"));
        checkUnset(messageAccept);
        return media;
    }

    /** The form of a stream of events, by {@code Accept} and {@code Message-Accept}. */
    public static EventStream stream(Optional<String> accept, Optional<String> messageAccept) {
        Optional<Media> media = accepted(accept);
        if (media.isPresent()) {
            checkUnset(messageAccept);
            return new EventStream(media.get(), media.get().contentType(), Optional.empty());
        }
        if (!allows(accept, RECORDIO)) {
            throw new MediaRefusal(
                    NOT_ACCEPTABLE,
                    "Expecting 'Accept' to allow " + Media.JSON.contentType() + " or " + Media.PROTOBUF.contentType()
                            + " or " + RECORDIO);
        }
        Media messages = accepted(messageAccept)
                .orElseThrow(() -> new MediaRefusal(
                        NOT_ACCEPTABLE,
                        "Expecting '" + MESSAGE_ACCEPT + "' to allow " + Media.JSON.contentType() + " or "
                                + Media.PROTOBUF.contentType()));
        return new EventStream(messages, RECORDIO, Optional.of(messages.contentType()));
    }

    private static void checkUnset(Optional<String> messageAccept) {
        if (messageAccept.isPresent()) {
            throw new MediaRefusal(
                    NOT_ACCEPTABLE, "Expecting '" + MESSAGE_ACCEPT + "' to be not set for non-streaming responses");
        }
    }

    private static Optional<Media> accepted(Optional<String> header) {
        for (Media media : Media.values()) {
            if (allows(header, media.contentType())) {
                return Optional.of(media);
            }
        }
        return Optional.empty();
    }

    /** Whether a list such as {@code application/*;q=0.5, text/plain} allows a type; the closest entry decides. */
    private static boolean allows(Optional<String> header, String type) {
        if (header.isEmpty()) {
            return true;
        }
        for (String wanted : List.of(type, type.substring(0, type.indexOf('/')) + "/*", "*/*")) {
            for (String entry : header.get().split(",", -1)) {
                String[] parts =
                        entry.replaceAll("\\s", "").toLowerCase(Locale.ROOT).split(";", -1);
                if (parts[0].equals(wanted)) {
                    return quality(parts) > 0;
                }
            }
        }
        return false;
    }

    private static double quality(String[] parts) {
        for (String part : parts) {
            if (part.startsWith("q=")) {
                try {
                    return Double.parseDouble(part.substring(2));
                } catch (NumberFormatException e) {
                    return 0;
                }
            }
        }
        return 1;
    }
}
