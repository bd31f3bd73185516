package io.tender.extender.aurora;

import io.tender.model.service.ResourceBundle;
import java.nio.charset.StandardCharsets;

/**
 * A host of the published form, written byte by byte: a thousand offers change between two requests, and making texts of
 * their numbers, and bytes of the texts, would take longer than sending them.
 */
final class PlainHost {
    private static final byte[] NAME = ascii(",{\"name\":\"");
    private static final byte[] CPU = ascii("\",\"offer\":{\"cpu\":");
    private static final byte[] MEMORY = ascii(",\"memory\":");
    private static final byte[] DISK = ascii(",\"disk\":");
    private static final byte[] END = ascii("}}");
    private static final int BESIDE_NAME_AND_NUMBERS =
            NAME.length + CPU.length + MEMORY.length + DISK.length + END.length;

    private final byte[] bytes;
    private int length;

    private PlainHost(int room) {
        this.bytes = new byte[room];
    }

    /** With a comma before it. */
    static byte[] bytes(byte[] name, ResourceBundle amounts) {
        PlainHost host = new PlainHost(BESIDE_NAME_AND_NUMBERS
                + name.length
                + signs(amounts.cpuMillis())
                + signs(amounts.ramMillis())
                + signs(amounts.diskMillis()));
        host.add(NAME);
        host.add(name);
        host.add(CPU);
        host.add(amounts.cpuMillis());
        host.add(MEMORY);
        host.add(amounts.ramMillis());
        host.add(DISK);
        host.add(amounts.diskMillis());
        host.add(END);
        return host.bytes;
    }

    /** How many it takes to write a number. */
    private static int signs(long millis) {
        int fraction = (int) (millis % 1000);
        int behind = fraction == 0 ? 0 : fraction % 100 == 0 ? 2 : fraction % 10 == 0 ? 3 : 4;
        return digits(millis / 1000) + behind;
    }

    private static int digits(long number) {
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits;
    }

    private void add(byte[] text) {
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    /** As short as it can be: no point without anything behind it, and no zeros at the end behind one. */
    private void add(long millis) {
        addWhole(millis / 1000);
        int fraction = (int) (millis % 1000);
        if (fraction != 0) {
            bytes[length++] = '.';
            for (int unit = 100; fraction > 0; unit /= 10) {
                bytes[length++] = (byte) ('0' + fraction / unit);
                fraction %= unit;
            }
        }
    }

    private void addWhole(long number) {
        int end = length + digits(number);
        long rest = number;
        for (int at = end - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length = end;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
