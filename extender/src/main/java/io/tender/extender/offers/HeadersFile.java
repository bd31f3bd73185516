package io.tender.extender.offers;

import io.tender.extender.client.Secret;
import io.tender.model.FailureWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Headers in a file of their own, one {@code Name: value} per line, as values may be secret. No message shows a value. */
final class HeadersFile {
    private static final long LARGEST = 1 << 16;

    private HeadersFile() {}

    /** @throws IllegalArgumentException if it cannot be read, or has lines that are no headers */
    static Map<String, Secret> read(Path file) {
        List<String> lines;
        try {
            if (Files.size(file) > LARGEST) {
                throw unusable(file, List.of("got " + Files.size(file) + " bytes, expected at most " + LARGEST));
            }
            lines = Files.readAllLines(file, StandardCharsets.US_ASCII);
        } catch (IOException unreadable) {
            // What is wrong with the text might show some of it.
            throw unusable(file, List.of("got " + FailureWords.of(unreadable) + ", expected a readable text"));
        }
        Map<String, Secret> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            int colon = line.indexOf(':');
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (colon <= 0) {
                problems.add("line " + (i + 1) + ": got no colon, expected Name: value");
            } else if (headers.put(
                            line.substring(0, colon).strip(),
                            Secret.of(line.substring(colon + 1).strip()))
                    != null) {
                problems.add("line " + (i + 1) + ": got a header that stands above, expected each once");
            }
        }
        if (!problems.isEmpty()) {
            throw unusable(file, problems);
        }
        return headers;
    }

    private static IllegalArgumentException unusable(Path file, List<String> problems) {
        return new IllegalArgumentException(
                "The headers file '" + file + "' cannot be used.\n  " + String.join("\n  ", problems));
    }
}
