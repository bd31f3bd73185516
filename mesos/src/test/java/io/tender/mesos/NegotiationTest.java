package io.tender.mesos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NegotiationTest {
    @ParameterizedTest
    @CsvSource({"application/json, JSON", "APPLICATION/JSON; charset=utf-8, JSON", "application/x-protobuf, PROTOBUF"})
    void the_content_type_names_the_form(String header, Media media) {
        assertThat(Negotiation.body(Optional.of(header))).isEqualTo(media);
    }

    @Test
    void a_missing_content_type_is_a_bad_request_and_another_one_unsupported() {
        assertRefused(() -> Negotiation.body(Optional.empty()), 400, "Expecting 'Content-Type' to be present");
        assertRefused(
                () -> Negotiation.body(Optional.of("text/plain")),
                415,
                "Expecting 'Content-Type' of application/json or application/x-protobuf");
    }

    private static void assertRefused(Runnable asked, int status, String message) {
        assertThatThrownBy(asked::run)
                .isInstanceOfSatisfying(
                        MediaRefusal.class, e -> assertThat(e.status()).isEqualTo(status))
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/*                                            | JSON",
                "application/*;q=0.1                            | JSON",
                "application/json, application/x-protobuf       | JSON",
                "application/x-protobuf                         | PROTOBUF",
                "text/html , Application/X-Protobuf ; q=0.5     | PROTOBUF",
                "application/json;q=0, */*                      | PROTOBUF",
                "application/json;q=zero, application/*         | PROTOBUF"
            })
    void json_is_preferred_where_it_is_allowed(String accept, Media media) {
        assertThat(Negotiation.answer(Optional.of(accept), Optional.empty())).isEqualTo(media);
        assertThat(Negotiation.stream(Optional.of(accept), Optional.empty()))
                .isEqualTo(new Negotiation.EventStream(media, media.contentType(), Optional.empty()));
    }

    @Test
    void without_accept_the_answer_is_json() {
        assertThat(Negotiation.answer(Optional.empty(), Optional.empty())).isEqualTo(Media.JSON);
    }

    @Test
    void a_stream_of_records_may_be_asked_for_by_its_own_name() {
        assertThat(Negotiation.stream(Optional.of("application/recordio"), Optional.of("application/x-protobuf")))
                .isEqualTo(new Negotiation.EventStream(
                        Media.PROTOBUF, "application/recordio", Optional.of("application/x-protobuf")));
    }

    @Test
    void what_nobody_here_speaks_is_not_acceptable() {
        assertRefused(
                () -> Negotiation.answer(Optional.of("text/html"), Optional.empty()),
                406,
                "Expecting 'Accept' to allow 'application/x-protobuf' or 'application/json'");
        assertRefused(
                () -> Negotiation.stream(Optional.of("application/recordio"), Optional.of("text/html")),
                406,
                "Expecting 'Message-Accept' to allow application/json or application/x-protobuf");
        assertRefused(
                () -> Negotiation.answer(Optional.of("application/json"), Optional.of("application/json")),
                406,
                "Expecting 'Message-Accept' to be not set for non-streaming responses");
        assertRefused(
                () -> Negotiation.stream(Optional.of(""), Optional.empty()),
                406,
                "Expecting 'Accept' to allow application/json or application/x-protobuf or application/recordio");
    }
}
