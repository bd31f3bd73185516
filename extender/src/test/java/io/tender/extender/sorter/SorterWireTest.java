package io.tender.extender.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.compare.AskedQuestion;
import io.tender.extender.compare.Decision;
import io.tender.extender.compare.DecisionReader;
import io.tender.extender.compare.QuestionKind;
import io.tender.extender.compare.Recognition;
import io.tender.model.ResourceQuantities;
import io.tender.spi.order.Orders;
import io.tender.spi.order.Standing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class SorterWireTest {
    private static final Standing STANDING = new Standing(
            17,
            ResourceQuantities.parse("cpus:8;mem:4096"),
            List.of(client("serving", 1, 0, ""), client("analytics", 2, 0.125, "cpus:2.5;mem:1024")),
            new TreeMap<>(Map.of(
                    "analytics", List.of(client("f1", 1, 0.25, "cpus:2.5;mem:1024"), client("f2", 1, 0.3, "gpus:1")))));

    @Test
    void requests_are_the_golden_ones() throws IOException {
        Standing roles = new Standing(
                1,
                ResourceQuantities.empty(),
                List.of(client("a", 1, 0, ""), client("ä/b", 1, 0, "")),
                new TreeMap<>());

        assertThat(text(StandingWriter.write(STANDING))).isEqualTo(golden("request.json"));
        assertThat(text(StandingWriter.write(roles))).isEqualTo(golden("request-roles.json"));
    }

    @Test
    void the_golden_reply_is_an_order() throws IOException {
        assertThat(read(golden("reply.json")))
                .isEqualTo(new Orders(
                        List.of("analytics", "serving"), new TreeMap<>(Map.of("analytics", List.of("f2", "f1")))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"roles\":[\"serving\"],\"frameworks\":{\"analytics\":[\"f1\",\"f2\"]}}",
                "{\"roles\":[\"serving\",\"serving\"],\"frameworks\":{\"analytics\":[\"f1\",\"f2\"]}}",
                "{\"roles\":[\"serving\",\"analytics\",\"x\"],\"frameworks\":{\"analytics\":[\"f1\",\"f2\"]}}",
                "{\"roles\":[\"serving\",\"analytics\"]}",
                "{\"roles\":[\"serving\",\"analytics\"],\"frameworks\":{\"analytics\":[\"f1\"]}}",
                "{\"roles\":[\"serving\",\"analytics\"],\"frameworks\":{\"analytics\":[\"f1\",\"f2\"],\"serving\":[]}}",
                "{\"roles\":[\"serving\",1],\"frameworks\":{\"analytics\":[\"f1\",\"f2\"]}}",
                "{\"roles\":null,\"frameworks\":[]}"
            })
    void whoever_is_missing_twice_or_unknown_makes_it_void(String reply) {
        assertThatThrownBy(() -> read(reply))
                .isInstanceOf(MalformedAnswer.class)
                .hasMessageContaining("expected");
    }

    @Test
    void an_error_is_told_and_other_members_are_passed_over() throws IOException {
        assertThatThrownBy(() -> read("{\"error\":\"no\\nidea\"}"))
                .isInstanceOf(ErrorAnswer.class)
                .hasMessage("no\uFFFDidea");
        assertThat(read(golden("reply.json").replace("{\"roles\"", "{\"error\":\"\",\"more\":[{}],\"roles\"")))
                .isNotNull();
    }

    @Test
    void a_recording_of_it_can_be_compared() throws IOException {
        byte[] request = golden("request.json").getBytes(StandardCharsets.UTF_8);
        byte[] reply = golden("reply.json").getBytes(StandardCharsets.UTF_8);

        Recognition.Result result = Recognition.byItself().of("sort", "/v1/anything", request, reply);

        AskedQuestion question = ((Recognition.Result.Known) result).question();
        assertThat(question.kind()).isEqualTo(QuestionKind.SORT);
        assertThat(DecisionReader.read(question, reply))
                .isEqualTo(new Decision.Order(List.of("analytics", "serving", "analytics f2", "analytics f1")));
    }

    @Test
    void all_wrong_parameters_are_told_at_once() {
        assertThatThrownBy(() -> SorterSettings.parse(Map.of("deadline", "soon", "enpoint", "x", "staleAfter", "0s")))
                .hasMessageContaining("'enpoint'")
                .hasMessageContaining("'soon'")
                .hasMessageContaining("staleAfter");
    }

    private static Standing.Client client(String name, double weight, double share, String allocated) {
        return new Standing.Client(
                name,
                weight,
                share,
                allocated.isEmpty() ? ResourceQuantities.empty() : ResourceQuantities.parse(allocated));
    }

    private static Orders read(String reply) {
        try (JsonParser json =
                new JsonFactory().createParser(ObjectReadContext.empty(), reply.getBytes(StandardCharsets.UTF_8))) {
            return new OrdersReader(STANDING).read(json);
        }
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(SorterWireTest.class.getResourceAsStream(name), name)) {
            return text(in.readAllBytes()).strip();
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
