package io.tender.testkit.hostile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads requests, as much of them as a hostile server cares about. */
final class RequestHead {
    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length:\\s*(\\d{1,12})\\s*$");
    private static final int LONGEST = 64 << 10;

    private RequestHead() {}

    /** The next request's head; its body is read and dropped. Empty when the client has left. */
    static String read(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int last4 = 0;
        while (last4 != 0x0D0A0D0A) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            if (head.size() >= LONGEST) {
                throw new IOException("a request's head of more than " + LONGEST + " bytes");
            }
            head.write(next);
            last4 = (last4 << 8) | next;
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        Matcher length = LENGTH.matcher(text);
        if (length.find()) {
            in.skipNBytes(Long.parseLong(length.group(1)));
        }
        return text;
    }
}
