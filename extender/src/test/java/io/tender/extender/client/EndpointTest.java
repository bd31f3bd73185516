package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
    @ParameterizedTest
    @CsvSource({
        "http://host/order, host, 80, false, /order",
        "https://host, host, 443, true, /",
        "HTTP://Host:8080/a/b?x=1, Host, 8080, false, /a/b?x=1",
        "https://[::1]:9000/a%20b, [::1], 9000, true, /a%20b"
    })
    void http_and_https_addresses_are_understood(String text, String host, int port, boolean tls, String target) {
        Endpoint endpoint = Endpoint.parse(text);

        assertThat(endpoint.host()).isEqualTo(host);
        assertThat(endpoint.port()).isEqualTo(port);
        assertThat(endpoint.tls()).isEqualTo(tls);
        assertThat(endpoint.requestTarget()).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "host:80",
                "ftp://host/",
                "file:///etc/passwd",
                "http:///nowhere",
                "http://host:99999/",
                "http://host/#part",
                "http://ho st/",
                "http://host_with_underscore:0/"
            })
    void other_addresses_are_refused_with_what_to_do(String text) {
        assertThatThrownBy(() -> Endpoint.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("to do:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://me:hush-hush@host/", "https://hush-hush@host:1/", "http://a:hush-hush@host:x/"})
    void credentials_are_refused_and_not_repeated(String text) {
        assertThatThrownBy(() -> Endpoint.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("hush-hush");
    }

    @Test
    void a_query_is_sent_and_not_shown() {
        Endpoint endpoint = Endpoint.parse("http://host:81/a?key=hush-hush");

        assertThat(endpoint.requestTarget()).isEqualTo("/a?key=hush-hush");
        assertThat(endpoint).hasToString("http://host:81/a?…");
        assertThatThrownBy(() -> Endpoint.parse("gopher://host/?key=hush-hush")).hasMessageNotContaining("hush-hush");
    }

    @ParameterizedTest
    @CsvSource({
        "http://h/base, verb, /base/verb",
        "http://h/base/, /verb, /base/verb",
        "http://h, verb, /verb",
        "http://h/base?k=v, verb, /base/verb?k=v"
    })
    void a_path_is_added_with_one_slash(String base, String path, String target) {
        assertThat(Endpoint.parse(base).resolve(path).requestTarget()).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a\r\nX: y", "a?b", "a#b", "ä"})
    void a_path_that_would_change_the_request_is_refused(String path) {
        assertThatThrownBy(() -> Endpoint.parse("http://h").resolve(path)).isInstanceOf(IllegalArgumentException.class);
    }
}
