package io.tender.extender.aurora;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.json.PlainText;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class UsualAnswerTest {
    private static final JsonFactory STRICT = new JsonFactory();
    private static final String SIGNS = "{}[]\",:\\ abcé0\n\u0000n";

    private final HostOffer[] offers = {
        offer(1, "a"), offer(2, "agent-2.example"), offer(3, "größe"), offer(4, "q\"uote"), offer(5, "a"), offer(6, "")
    };
    private final OrderAnswerReader reader = new OrderAnswerReader(
            new HostNames(new HeldOffers(WireForm.of(Compat.NONE)).encoded(List.of(offers))), false);

    private static HostOffer offer(int number, String host) {
        return HostOffer.of(
                new OfferId("o" + number), new AgentId("a" + number), host, Resources.parse("cpus:1;mem:1;disk:1"));
    }

    private Optional<Ranking> glance(String answer) {
        byte[] body = answer.getBytes(StandardCharsets.UTF_8);
        return reader.glance(body, body.length);
    }

    /** What the parser and the reader behind it make of it; nothing if they refuse it. */
    private Optional<Ranking> parsed(String answer) {
        try (JsonParser json = STRICT.createParser(ObjectReadContext.empty(), answer)) {
            Ranking ranking = reader.read(json);
            return json.nextToken() == null ? Optional.of(ranking) : Optional.empty();
        } catch (JacksonException | MalformedAnswer | ErrorAnswer refused) {
            return Optional.empty();
        }
    }

    private static List<Object> all(Ranking ranking) {
        return List.of(ranking.ordered(), ranking.unknown(), ranking.repeated(), ranking.missing());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\":\"\",\"hosts\":[\"agent-2.example\",\"a\",\"nobody\",\"a\"]}",
                "{\"error\": \"\", \"hosts\": [\"a\", \"agent-2.example\"]}",
                "{\"hosts\":[\"a\"]}",
                "{\"hosts\":[],\"error\":\"\"}",
                " {\n\t\"hosts\" : [ \"a\" ,\r\n \"\" ] } \n"
            })
    void answers_as_services_give_them_are_read_at_a_glance_and_mean_the_same(String answer) {
        assertThat(glance(answer).map(UsualAnswerTest::all))
                .isPresent()
                .isEqualTo(parsed(answer).map(UsualAnswerTest::all));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "{}",
                "{\"error\":\"\"}",
                "{\"error\":\"no\",\"hosts\":[]}",
                "{\"errors\":\"\",\"hosts\":[]}",
                "{\"error\":null,\"hosts\":[]}",
                "{\"error\":\"\",\"hosts\":[\"a\",]}",
                "{\"error\":\"\",\"hosts\":[\"a\"],}",
                "{\"error\":\"\",\"hosts\":[\"a\"]} x",
                "{\"error\":\"\",\"hosts\":[\"a\"]",
                "{\"error\":\"\",\"hosts\":[\"a",
                "{\"error\":\"\",\"hosts\":[\"\\u0061\"]}",
                "{\"error\":\"\",\"hosts\":[\"größe\"]}",
                "{\"error\":\"\",\"hosts\":[1,null]}",
                "{\"hosts\":[\"a\"],\"hosts\":[]}",
                "{\"hosts\":[],\"more\":1}"
            })
    void everything_else_is_left_to_the_parser(String answer) {
        assertThat(glance(answer)).isEmpty();
    }

    /** A name is looked for where the order of the request goes on before it is looked for anywhere. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void orders_that_follow_the_request_for_a_while_mean_the_same_as_to_the_parser(long seed) {
        Random random = new Random(seed);
        String[] names = {"a", "ab", "abc", "b", "", "q\"uote", "größe", "x".repeat(255), "x".repeat(256), "nobody"};
        HostOffer[] some = new HostOffer[200];
        for (int i = 0; i < some.length; i++) {
            some[i] = offer(i, names[random.nextInt(names.length - 1)] + (random.nextInt(3) == 0 ? "" : i));
        }
        OrderAnswerReader all = new OrderAnswerReader(
                new HostNames(new HeldOffers(WireForm.of(Compat.NONE)).encoded(List.of(some))), false);
        int glanced = 0;
        for (int round = 0; round < 300; round++) {
            StringBuilder answer = new StringBuilder("{\"hosts\":[");
            int at = random.nextInt(some.length);
            for (int i = 0; i < 40; i++) {
                at = random.nextInt(5) == 0 ? random.nextInt(some.length) : (at + 1) % some.length;
                String name = random.nextInt(30) == 0 ? "nobody" : some[at].hostname();
                if (PlainText.end(name.getBytes(StandardCharsets.UTF_8), 0, name.length()) == name.length()
                        && name.length() < 256) {
                    answer.append(answer.charAt(answer.length() - 1) == '[' ? "\"" : ",\"")
                            .append(name)
                            .append('"');
                }
            }
            byte[] body = answer.append("]}").toString().getBytes(StandardCharsets.UTF_8);
            Optional<Ranking> ranking = all.glance(body, body.length);
            glanced += ranking.isPresent() ? 1 : 0;
            try (JsonParser json = STRICT.createParser(ObjectReadContext.empty(), body)) {
                assertThat(ranking.map(UsualAnswerTest::all)).contains(all(all.read(json)));
            }
        }
        assertThat(glanced).isEqualTo(300);
    }

    @Test
    void a_long_name_is_left_to_the_parser_which_has_limits() {
        assertThat(glance("{\"hosts\":[\"" + "x".repeat(255) + "\"]}")).isPresent();
        assertThat(glance("{\"hosts\":[\"" + "x".repeat(300) + "\"]}")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whatever_is_taken_at_a_glance_the_parser_would_have_taken_for_the_same(long seed) {
        Random random = new Random(seed);
        int taken = 0;
        for (int round = 0; round < 50_000; round++) {
            StringBuilder answer =
                    new StringBuilder("{\"error\":\"\",\"hosts\":[\"agent-2.example\",\"a\",\"nobody\",\"a\"]}");
            for (int change = random.nextInt(3); change >= 0; change--) {
                int place = random.nextInt(answer.length());
                char sign = SIGNS.charAt(random.nextInt(SIGNS.length()));
                switch (random.nextInt(3)) {
                    case 0 -> answer.setCharAt(place, sign);
                    case 1 -> answer.insert(place, sign);
                    default -> answer.deleteCharAt(place);
                }
            }
            Optional<Ranking> glanced = glance(answer.toString());
            if (glanced.isPresent()) {
                taken++;
                assertThat(parsed(answer.toString()).map(UsualAnswerTest::all))
                        .describedAs("%s", answer)
                        .isEqualTo(glanced.map(UsualAnswerTest::all));
            }
        }
        assertThat(taken).isGreaterThan(1_000);
    }
}
