package io.tender.extender.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.batch.ResourceList;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuroraCodecTest {
    private final Codec codec = Codecs.of(Dialect.AURORA);

    private Codec.Asked read(String name) throws Unreadable {
        return codec.read("offerset", Golden.bytes("aurora/" + name));
    }

    @Test
    void offers_and_what_is_wanted_are_read() throws Unreadable {
        Question.Order order = (Question.Order) read("request-aurora-0.27").question();
        // Behind the at sign is the reading of a clock, another one in each request: a name would be new each time.
        assertThat(order.task().name()).isEqualTo("test-devel-job");
        assertThat(order.task().key()).isEqualTo("test-devel-job");
        assertThat(order.task().job()).contains("test-devel-job");
        assertThat(order.task().resources())
                .isEqualTo(ResourceList.parse("cpu=1250m memory=640Mi ephemeral-storage=1Gi"));
        assertThat(order.offers()).singleElement().satisfies(offer -> {
            assertThat(offer.host()).isEqualTo("slave-1-hostname");
            assertThat(offer.resources()).isEqualTo(ResourceList.parse("cpu=16 memory=32Gi ephemeral-storage=200Gi"));
            assertThat(offer.agent().free()).contains(offer.resources());
            assertThat(offer.raw().at("/offer/cpu")).contains("16.0");
        });
        assertThat(((Question.Order) read("request-published").question()).offers())
                .hasSize(3);
    }

    @Test
    void an_order_is_a_list_of_hosts_beside_an_empty_error() throws Unreadable {
        Codec.Asked asked = read("request-published");
        assertThat(asked.reply(new Answer.Ordered(List.of("agent-2", "agent-1"))))
                .isEqualTo(new Reply(
                        200, "{\"error\":\"\",\"hosts\":[\"agent-2\",\"agent-1\"]}".getBytes(StandardCharsets.UTF_8)));
        assertThat(asked.reply(new Answer.Failed("no \"table\"")))
                .isEqualTo(new Reply(
                        500, "{\"error\":\"no \\\"table\\\"\",\"hosts\":[]}".getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"request-odd-names-aurora-0.27", "request-odd-names-published"})
    void odd_names_are_read_in_both_encodings_and_said_in_neither(String name) throws Unreadable {
        Codec.Asked asked = read(name);
        String host = ((Question.Order) asked.question()).offers().getFirst().host();
        assertThat(host).startsWith("größe-").endsWith("-\"q\"-\u0001");
        String said = new String(asked.reply(new Answer.Ordered(List.of(host))).body(), StandardCharsets.UTF_8);
        assertThat(said).contains("gr\\u00f6\\u00dfe-").matches("\\p{ASCII}*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"hosts\":null", "{\"hosts\":[{}]}", "{\"hosts\":[\"a\"]}", "{\"hosts\":{}}"})
    void what_is_no_sound_request_is_refused(String body) {
        assertThatThrownBy(() -> codec.read("offerset", body.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Unreadable.class);
    }
}
