package io.tender.benchmarks.placement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Orders the hosts of a request by their CPUs, straight from its bytes into those of the answer, and begins with it while the
 * request is still arriving. It knows requests only as Tender writes them: no blanks, name before offer, CPUs first, and here
 * no name that needs quoting.
 */
final class FullestFirst {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final byte[] HOSTS = ascii("\"hosts\":[");
    private static final byte[] NAME = ascii("{\"name\":\"");
    private static final byte[] CPU = ascii("\",\"offer\":{\"cpu\":");
    private static final int LEAST_BEHIND_CPU = ",\"memory\":0,\"disk\":0".length();
    private static final byte[] BEGINNING = ascii("{\"error\":\"\",\"hosts\":[");
    private static final byte[] END = ascii("]}");
    /** More hosts than any request here has; thousandths of CPUs stand above their numbers. */
    private static final int NUMBER_BITS = 20;
    /** More than any host here takes: one that ends within what has arrived is there as a whole. */
    private static final int LONGEST_HOST = 1_024;

    private byte[] request = new byte[0];
    /** Where to go on; 0 until the hosts of a request have begun. */
    private int at;

    private int count;
    private int nameBytes;
    private int[] names = new int[1_024];
    private int[] nameLengths = new int[1_024];
    private long[] keys = new long[1_024];
    private byte[] answer = new byte[0];

    /** Looks at the hosts that are there as a whole. */
    void arriving(byte[] body, int from, int filled) {
        request = body;
        read(from, filled - LONGEST_HOST);
    }

    /** The answer, until the next one is asked for. */
    ByteBuffer answer(byte[] body, int from, int to) {
        request = body;
        read(from, to);
        Arrays.sort(keys, 0, count);
        ByteBuffer written = written();
        at = 0;
        count = 0;
        nameBytes = 0;
        return written;
    }

    /** @param end no host is begun behind it */
    private void read(int from, int end) {
        if (at == 0) {
            int hosts = from;
            while (hosts < end && !isAt(hosts, HOSTS)) {
                hosts++;
            }
            if (hosts >= end) {
                return;
            }
            at = hosts + HOSTS.length;
        }
        while (at < end && isAt(at, NAME)) {
            host();
        }
    }

    private void host() {
        if (count == keys.length) {
            grow();
        }
        int name = at + NAME.length;
        int nameEnd = find('"', name);
        names[count] = name;
        nameLengths[count] = nameEnd - name;
        nameBytes += nameEnd - name;
        if (!isAt(nameEnd, CPU)) {
            throw new IllegalArgumentException("got a host without CPUs, expected them behind its name");
        }
        at = nameEnd + CPU.length;
        keys[count] = thousandths() << NUMBER_BITS | count;
        count++;
        // Behind the offer, the host and the comma.
        at = find('}', at + LEAST_BEHIND_CPU) + 3;
    }

    private void grow() {
        names = Arrays.copyOf(names, 2 * names.length);
        nameLengths = Arrays.copyOf(nameLengths, names.length);
        keys = Arrays.copyOf(keys, names.length);
    }

    /** Eight bytes at a time, and the last eight once more as far as they were compared: no text here is shorter. */
    private boolean isAt(int place, byte[] text) {
        int last = text.length - Long.BYTES;
        if (place + text.length > request.length) {
            return false;
        }
        for (int i = 0; i < last; i += Long.BYTES) {
            if ((long) LONGS.get(request, place + i) != (long) LONGS.get(text, i)) {
                return false;
            }
        }
        return (long) LONGS.get(request, place + last) == (long) LONGS.get(text, last);
    }

    /** Where a sign stands next, eight bytes at a time. */
    private int find(char sign, int from) {
        int place = from;
        while (place + Long.BYTES <= request.length) {
            long others = (long) LONGS.get(request, place) ^ sign * ONES;
            long found = (others - ONES) & ~others & HIGH_BITS;
            if (found != 0) {
                return place + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            place += Long.BYTES;
        }
        while (request[place] != sign) {
            place++;
        }
        return place;
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

    private ByteBuffer written() {
        // Quotes around each name and a comma behind it.
        int most = BEGINNING.length + nameBytes + 3 * count + END.length;
        if (answer.length < most) {
            answer = new byte[2 * most];
        }
        System.arraycopy(BEGINNING, 0, answer, 0, BEGINNING.length);
        int to = BEGINNING.length;
        for (int i = 0; i < count; i++) {
            int host = (int) (keys[i] & (1 << NUMBER_BITS) - 1);
            if (i > 0) {
                answer[to++] = ',';
            }
            answer[to++] = '"';
            System.arraycopy(request, names[host], answer, to, nameLengths[host]);
            to += nameLengths[host];
            answer[to++] = '"';
        }
        System.arraycopy(END, 0, answer, to, END.length);
        return ByteBuffer.wrap(answer, 0, to + END.length);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
