package io.tender.extender.volcano;

import io.tender.model.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * In which shape a reply says whether a node fits. Volcano has had three, of which none understands the others: what one version
 * reads as no, another reads as yes. Who is read as a version reads him is told no other.
 */
enum ReplyShape {
    /** Each of them, by what the reply has. */
    ANY,
    /** {@code {"errorMessage":"…"}}: from 1.6 on. */
    ERROR_MESSAGE,
    /** {@code {"status":[{"Code":2,"Reason":"…"}]}}: from 1.8 on. */
    STATUS_LIST,
    /** {@code {"status":"…","code":2}}: from 1.10 on. */
    STATUS_TEXT;

    static final String EXPECTED =
            "any, or the version of Volcano whose reading counts, with its v: v1.6 or later, such as v1.9";

    private static final int FIRST_WITH_EXTENDERS = 6;
    private static final int FIRST_WITH_LISTS = 8;
    private static final int FIRST_WITH_TEXTS = 10;
    private static final Pattern VERSION = Pattern.compile("v?1\\.([0-9]{1,4})([.+-][0-9A-Za-z.+-]*)?");
    private static final int LATEST = 16;

    /** By the version that a service was written for. */
    static Optional<ReplyShape> parse(String text) {
        if (text.equals("any")) {
            return Optional.of(ANY);
        }
        Matcher version = VERSION.matcher(text);
        if (!version.matches()) {
            return Optional.empty();
        }
        int minor = Integer.parseInt(version.group(1));
        if (minor < FIRST_WITH_EXTENDERS) {
            return Optional.empty();
        }
        return Optional.of(
                minor < FIRST_WITH_LISTS ? ERROR_MESSAGE : minor < FIRST_WITH_TEXTS ? STATUS_LIST : STATUS_TEXT);
    }

    /** The word that was meant, as a sentence behind another, if one can be guessed; a version that is too old was meant. */
    static String suggestion(String text) {
        if (VERSION.matcher(text).matches()) {
            return "";
        }
        List<String> words = new ArrayList<>(List.of("any"));
        IntStream.rangeClosed(FIRST_WITH_EXTENDERS, LATEST).forEach(minor -> words.add("v1." + minor));
        String sentence = Suggestion.sentence(text, words);
        return sentence.isEmpty() ? "" : "." + sentence;
    }
}
