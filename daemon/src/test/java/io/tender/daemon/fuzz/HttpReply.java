package io.tender.daemon.fuzz;

import io.tender.daemon.http.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What came back.
 *
 * @param status 0 if the connection ended without an answer
 * @param stream whether it is a stream of events, of which only the beginning was read
 */
record HttpReply(int status, String head, String text, boolean stream) {
    /** Nothing here takes that long, however busy the machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Pattern LENGTH = Pattern.compile("content-length: ([0-9]+)");

    /** Sends a request and reads the answer. A wait longer than anybody's patience is an error. */
    static HttpReply to(HttpMessage message, int port) throws IOException {
        try (RawClient client = new RawClient(port, PATIENCE)) {
            try {
                client.send(message.bytes());
                if (!message.sound()) {
                    client.endSending();
                }
            } catch (IOException cut) {
                // The answer may have come before the request was sent whole.
                return read(client);
            }
            return read(client);
        }
    }

    private static HttpReply read(RawClient client) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        try {
            while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                int next = client.read();
                if (next < 0) {
                    return new HttpReply(0, head.toString(StandardCharsets.UTF_8), "", false);
                }
                head.write(next);
            }
        } catch (java.net.SocketTimeoutException late) {
            throw late;
        } catch (IOException reset) {
            return new HttpReply(0, "reset: " + reset.getMessage(), "", false);
        }
        String text = head.toString(StandardCharsets.UTF_8);
        String lower = text.toLowerCase(Locale.ROOT);
        int status = Integer.parseInt(text.substring(9, 12));
        if (status == 100) {
            return read(client);
        }
        if (status == 101) {
            return new HttpReply(status, text, "", true); // from here on it would be another protocol
        }
        if (status == 200 && lower.contains("transfer-encoding: chunked")) {
            // An event in protobuf is not looked into; one in JSON has said its type before its first closing brace.
            String begun = lower.contains("application/json") ? client.readUntil("}") : "";
            return new HttpReply(status, text, begun, true);
        }
        Matcher length = LENGTH.matcher(lower);
        byte[] body = length.find() ? client.read(Integer.parseInt(length.group(1))) : client.readToEnd();
        return new HttpReply(status, text, new String(body, StandardCharsets.UTF_8), false);
    }

    /** Whether nothing may have come of the request. */
    boolean refuses() {
        return status == 0 || status >= 400 || (stream && text.contains("\"ERROR\""));
    }
}
