package io.tender.mesos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The JSON in docs/resources.md means the text beside it. */
class ResourcesDocumentTest {
    private static String block(String document, String kind) {
        String start = "```" + kind + "\n";
        int from = document.indexOf(start) + start.length();
        return document.substring(from, document.indexOf("```", from)).strip();
    }

    @Test
    void json_and_text_say_the_same() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "resources.md"));
        assertThat(ResourceJson.parse(block(document, "json"))).hasToString(block(document, "text"));
    }
}
