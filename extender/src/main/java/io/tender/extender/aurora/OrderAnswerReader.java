package io.tender.extender.aurora;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads an answer, at a glance if it is like most answers, else while it is being received: an object with {@code hosts}, and with {@code error} or {@code errors} when
 * something went wrong. Other keys are passed over.
 */
final class OrderAnswerReader implements AnswerReader<Ranking> {
    private static final int LONGEST_ERROR = 300;
    /** Some fifty thousand hosts; what is longer is read while it is being received. */
    private static final int MOST_AT_A_GLANCE = 2 << 20;
    /** A stranger's text goes into the log: it must not be able to forge lines there. */
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\p{C}\\u2028\\u2029]");

    private final HostNames hosts;
    private final boolean hostsOptional;

    /** @param hostsOptional whether an answer without {@code hosts} names no host, rather than being none */
    OrderAnswerReader(HostNames hosts, boolean hostsOptional) {
        this.hosts = hosts;
        this.hostsOptional = hostsOptional;
    }

    @Override
    public int glanceBytes() {
        return MOST_AT_A_GLANCE;
    }

    @Override
    public Optional<Ranking> glance(byte[] body, int length) {
        Ranking ranking = new Ranking(hosts);
        return new UsualAnswer(body, length).readInto(ranking) ? Optional.of(ranking) : Optional.empty();
    }

    @Override
    public Ranking read(JsonParser json) {
        JsonToken first = json.nextToken();
        if (first != JsonToken.START_OBJECT) {
            throw new MalformedAnswer("got " + words(first) + ", expected an object with hosts");
        }
        Ranking ranking = new Ranking(hosts);
        String error = "";
        boolean hostsSeen = false;
        boolean othersSeen = false;
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            switch (key) {
                case "hosts" -> {
                    if (hostsSeen) {
                        throw new MalformedAnswer("got hosts twice, expected one list");
                    }
                    hostsSeen = true;
                    readHosts(json, value, ranking);
                }
                case "error", "errors" -> {
                    String said = error(json, key, value);
                    error = error.isEmpty() ? said : error;
                }
                default -> {
                    othersSeen = true;
                    json.skipChildren();
                }
            }
        }
        if (!hostsSeen && error.isEmpty() && !(hostsOptional && !othersSeen)) {
            throw new MalformedAnswer("got neither hosts nor an error, expected {\"error\":\"\",\"hosts\":[…]}");
        }
        if (!error.isEmpty()) {
            throw new ErrorAnswer(error);
        }
        return ranking;
    }

    private static void readHosts(JsonParser json, JsonToken value, Ranking ranking) {
        if (value != JsonToken.START_ARRAY) {
            throw new MalformedAnswer("got " + words(value) + " as hosts, expected a list of names");
        }
        JsonToken token = json.nextToken();
        while (token != JsonToken.END_ARRAY) {
            if (token == JsonToken.VALUE_STRING) {
                ranking.name(json.getString());
            } else if (token == JsonToken.VALUE_NULL || token.isNumeric()) {
                ranking.nameNothing();
            } else {
                throw new MalformedAnswer("got " + words(token) + " among the hosts, expected names");
            }
            token = json.nextToken();
        }
    }

    private static String error(JsonParser json, String key, JsonToken value) {
        if (value == JsonToken.VALUE_NULL) {
            return "";
        }
        if (value != JsonToken.VALUE_STRING) {
            throw new MalformedAnswer("got " + words(value) + " as " + key + ", expected a text");
        }
        String said = NOT_PRINTABLE.matcher(json.getString().strip()).replaceAll("\uFFFD");
        return said.length() <= LONGEST_ERROR ? said : said.substring(0, LONGEST_ERROR) + "…";
    }

    private static String words(@Nullable JsonToken token) {
        return switch (token) {
            case null -> "an empty body";
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "a truth value";
            case VALUE_NULL -> "null";
            default -> token.toString();
        };
    }
}
