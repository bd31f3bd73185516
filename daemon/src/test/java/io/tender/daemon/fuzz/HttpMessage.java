package io.tender.daemon.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A request as its bytes will be.
 *
 * @param what it is, for people
 * @param sound whether HTTP itself is spoken rightly, so that there has to be an answer
 * @param raw everything that is sent, if the parts do not say it
 */
@SuppressWarnings("ArrayRecordComponent") // they are sent, and nobody compares or keeps them
record HttpMessage(
        String what, String method, String target, List<String> headers, byte[] body, boolean sound, byte[] raw) {
    HttpMessage {
        headers = List.copyOf(headers);
    }

    static HttpMessage of(String what, String method, String target, List<String> headers, byte[] body) {
        return new HttpMessage(what, method, target, headers, body, true, new byte[0]);
    }

    HttpMessage with(String method, String target, List<String> headers) {
        return new HttpMessage(what, method, target, headers, body, sound, raw);
    }

    HttpMessage saying(String more) {
        return new HttpMessage(what + ", " + more, method, target, headers, body, sound, raw);
    }

    /** The same with other bytes on the wire. */
    HttpMessage sentAs(String how, byte[] bytes, boolean stillSound) {
        return new HttpMessage(what + ", " + how, method, target, headers, body, stillSound, bytes);
    }

    byte[] bytes() {
        if (raw.length > 0) {
            return raw;
        }
        List<String> all = new ArrayList<>(headers);
        if (body.length > 0 || !method.equals("GET")) {
            all.add("Content-Length: " + body.length);
        }
        return bytes(all, body);
    }

    byte[] bytes(List<String> lines, byte[] content) {
        StringBuilder head =
                new StringBuilder(method).append(' ').append(target).append(" HTTP/1.1\r\nHost: localhost\r\n");
        lines.forEach(line -> head.append(line).append("\r\n"));
        head.append("Connection: close\r\n\r\n");
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
        all.writeBytes(content);
        return all.toByteArray();
    }

    /** What to type to send it again. */
    String curl(String address) {
        if (raw.length > 0) {
            return "echo " + HexFormat.of().formatHex(shortened(raw)) + " | xxd -r -p | nc "
                    + address.replace("http://", "").replace(':', ' ');
        }
        StringBuilder line = new StringBuilder("curl -g --path-as-is -X ")
                .append(method)
                .append(" '")
                .append(address)
                .append(target)
                .append('\'');
        headers.forEach(header -> line.append(" -H '").append(header).append('\''));
        String text = new String(shortened(body), StandardCharsets.UTF_8);
        return line.append(
                        text.chars().allMatch(c -> c >= 32 && c < 127)
                                ? " --data-binary '" + text.replace("'", "'\\''") + "'"
                                : " --data-binary @<(echo " + HexFormat.of().formatHex(shortened(body))
                                        + " | xxd -r -p)")
                .toString();
    }

    private static byte[] shortened(byte[] bytes) {
        return bytes.length > 20_000 ? java.util.Arrays.copyOf(bytes, 20_000) : bytes;
    }
}
