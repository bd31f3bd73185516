package io.tender.toolkit.check;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A request while it is being made: the headers can be changed, left out or written in another case. */
record Request(String method, String target, Map<String, String> headers, Body body) {
    Request with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Request(method, target, more, body);
    }

    Request without(String name) {
        Map<String, String> fewer = new LinkedHashMap<>(headers);
        fewer.remove(name);
        return new Request(method, target, fewer, body);
    }

    Request withLowerCaseHeaders() {
        Map<String, String> lower = new LinkedHashMap<>();
        headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
        return new Request(method, target, lower, body);
    }

    byte[] head() {
        StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
        headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
