package io.tender.toolkit.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;

/** What a report says, in each of its forms, and that the documents list the checks there are. */
class ReportFormsTest {
    private static final String TOKEN = "not-to-be-shown-0123456789";

    @TempDir
    private Path folder;

    /** Of a service that echoes the token and says no with a control character. */
    private CheckReport report() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), TOKEN);
        Shelf.Handler chatty = asked -> Shelf.Reply.of(
                200, "{\"error\":\"\u0001 <no> " + asked.headers().get("Authorization") + "\",\"hosts\":[]}");
        try (Shelf shelf = new Shelf(chatty, Optional.empty(), Set.of())) {
            return new Checker(CheckPlan.of(shelf.url() + "/?key=secret-in-query", Dialect.AURORA)
                            .tokenFile(token)
                            .build())
                    .run(Checks.of(Dialect.AURORA, List.of("O1", "O3", "L3", "T9")), result -> {});
        }
    }

    @Test
    void json_has_every_check_with_its_verdict_and_the_exchange_of_a_failure() throws IOException {
        JsonNode json = ReportJson.of(report());

        assertThat(json.path("allPassed").asBoolean()).isFalse();
        assertThat(json.path("failed").asInt()).isEqualTo(2);
        JsonNode failure = json.path("checks")
                .valueStream()
                .filter(check -> check.path("id").asString().equals("O1"))
                .findFirst()
                .orElseThrow();
        assertThat(failure.path("verdict").asString()).isEqualTo("failed");
        assertThat(failure.path("asked").asString()).contains("POST /", "www-prod-check");
        assertThat(failure.path("answered").asString()).contains("200");
        assertThat(failure.path("hint").asString()).isNotEmpty();
    }

    @Test
    void tokens_and_queries_are_in_no_form_of_a_report() throws IOException {
        CheckReport report = report();

        assertThat(ReportJson.of(report).toString() + JunitXml.of(report))
                .contains("[hidden]")
                .doesNotContain(TOKEN, "secret-in-query");
    }

    @Test
    void junit_xml_can_be_read_by_build_servers() throws Exception {
        String xml = JunitXml.of(report());

        Element suite = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
        assertThat(suite.getAttribute("failures")).isEqualTo("2");
        assertThat(suite.getElementsByTagName("testcase").getLength())
                .isEqualTo(Integer.parseInt(suite.getAttribute("tests")));
        assertThat(suite.getElementsByTagName("failure").item(0).getTextContent())
                .contains("expected:", "hint:");
        assertThat(suite.getElementsByTagName("skipped").getLength()).isPositive();
    }

    @Test
    void the_document_lists_every_check_there_is() throws IOException {
        String document = Files.readString(Path.of("../docs/checking.md"));

        assertThat(document).as("docs/checking.md must have this table").contains(table());
    }

    /** One row for a check that is the same in several dialects. */
    private static String table() {
        Map<String, List<String>> dialects = new LinkedHashMap<>();
        for (Dialect dialect : Dialect.values()) {
            for (Check check : Checks.of(dialect)) {
                String row = "| " + check.id() + " | %s | " + check.name() + " | " + check.why() + " | " + check.hint()
                        + " |";
                dialects.computeIfAbsent(row.replace("| %s |", "| @ |"), fresh -> new ArrayList<>())
                        .add(dialect.label());
            }
        }
        StringBuilder table =
                new StringBuilder("| id | dialects | promise | why | what helps |\n|---|---|---|---|---|\n");
        dialects.forEach((row, which) -> table.append(row.replace(
                        "| @ |",
                        "| " + (which.size() == Dialect.values().length ? "all" : String.join(", ", which)) + " |"))
                .append("\n"));
        assertThat(Arrays.asList(Dialect.values())).hasSize(5);
        return table.toString();
    }
}
