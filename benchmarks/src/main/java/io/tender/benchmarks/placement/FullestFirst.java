package io.tender.benchmarks.placement;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Orders the hosts of a request by their CPUs, straight from its bytes into those of the answer. It knows requests only as
 * Tender writes them: no blanks, name before offer, CPUs first, and here no name that needs quoting.
 */
final class FullestFirst {
    private static final byte[] HOSTS = ascii("\"hosts\":[");
    private static final byte[] NAME = ascii("{\"name\":\"");
    private static final byte[] CPU = ascii("\",\"offer\":{\"cpu\":");
    private static final byte[] BEGINNING = ascii("{\"error\":\"\",\"hosts\":[");
    private static final byte[] END = ascii("]}");
    /** More hosts than any request here has; thousandths of CPUs stand above their numbers. */
    private static final int NUMBER_BITS = 20;

    private byte[] request = new byte[0];
    private int at;
    private int[] names = new int[1_024];
    private int[] nameEnds = new int[1_024];
    private long[] keys = new long[1_024];

    byte[] answer(byte[] body, int from, int to) {
        request = body;
        at = from;
        while (!isHere(HOSTS)) {
            at++;
        }
        at += HOSTS.length;
        int count = 0;
        int bytes = BEGINNING.length + END.length;
        while (at < to && isHere(NAME)) {
            if (count == keys.length) {
                grow();
            }
            at += NAME.length;
            names[count] = at;
            while (request[at] != '"') {
                at++;
            }
            nameEnds[count] = at;
            bytes += at - names[count] + 3;
            if (!isHere(CPU)) {
                throw new IllegalArgumentException("got a host without CPUs, expected them behind its name");
            }
            at += CPU.length;
            keys[count] = thousandths() << NUMBER_BITS | count;
            count++;
            while (request[at] != '}') {
                at++;
            }
            // Behind the offer, the host and the comma.
            at += 3;
        }
        Arrays.sort(keys, 0, count);
        return written(count, bytes - (count == 0 ? 0 : 1));
    }

    private void grow() {
        names = Arrays.copyOf(names, 2 * names.length);
        nameEnds = Arrays.copyOf(nameEnds, names.length);
        keys = Arrays.copyOf(keys, names.length);
    }

    private boolean isHere(byte[] text) {
        for (int i = 0; i < text.length; i++) {
            if (request[at + i] != text[i]) {
                return false;
            }
        }
        return true;
    }

    private long thousandths() {
        long value = 0;
        int decimals = -1;
        while (request[at] == '.' || (request[at] >= '0' && request[at] <= '9')) {
            if (request[at] == '.') {
                decimals = 0;
            } else {
                value = 10 * value + request[at] - '0';
                decimals += decimals < 0 ? 0 : 1;
            }
            at++;
        }
        for (int i = Math.max(0, decimals); i < 3; i++) {
            value *= 10;
        }
        return value;
    }

    private byte[] written(int count, int length) {
        byte[] answer = new byte[length];
        System.arraycopy(BEGINNING, 0, answer, 0, BEGINNING.length);
        int to = BEGINNING.length;
        for (int i = 0; i < count; i++) {
            int host = (int) (keys[i] & (1 << NUMBER_BITS) - 1);
            int letters = nameEnds[host] - names[host];
            if (i > 0) {
                answer[to++] = ',';
            }
            answer[to++] = '"';
            System.arraycopy(request, names[host], answer, to, letters);
            to += letters;
            answer[to++] = '"';
        }
        System.arraycopy(END, 0, answer, to, END.length);
        return answer;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
