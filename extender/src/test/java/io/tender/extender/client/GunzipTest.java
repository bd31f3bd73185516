package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

class GunzipTest {
    private static final int FIRST_FIELDS = 10;

    private static byte[] zipped(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(plain);
        }
        return out.toByteArray();
    }

    private static byte[] zipped(String plain) throws IOException {
        return zipped(plain.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] unpacked(byte[] packed) throws IOException {
        try (Gunzip in = new Gunzip(new ByteArrayInputStream(packed))) {
            return in.readAllBytes();
        }
    }

    private static String text(byte[] packed) throws IOException {
        return new String(unpacked(packed), StandardCharsets.UTF_8);
    }

    @Test
    void what_was_packed_is_unpacked() throws IOException {
        byte[] large = new byte[300_000];
        new Random(7).nextBytes(large);
        Arrays.fill(large, 100_000, 200_000, (byte) 'a');

        assertThat(unpacked(zipped(large))).isEqualTo(large);
        assertThat(text(zipped("one"))).isEqualTo("one");
        assertThat(unpacked(zipped(""))).isEmpty();
    }

    @Test
    void parts_follow_each_other_however_many_are_empty() throws IOException {
        byte[] nothing = zipped("");
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(zipped("one "));
        for (int i = 0; i < 100_000; i++) {
            all.writeBytes(nothing);
        }
        all.writeBytes(zipped("and the other"));

        assertThat(text(all.toByteArray())).isEqualTo("one and the other");
    }

    @Test
    void a_stream_may_bring_a_byte_at_a_time() throws IOException {
        InputStream drops = new ByteArrayInputStream(joined(zipped("one "), zipped("and the other"))) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(1, length));
            }
        };

        try (Gunzip in = new Gunzip(drops)) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("one and the other");
        }
    }

    @Test
    void names_remarks_and_more_in_the_head_are_passed_over() throws IOException {
        byte[] plain = zipped("one");
        byte[] head = Arrays.copyOf(plain, FIRST_FIELDS);
        head[3] = 0x1e;
        byte[] more = joined(
                new byte[] {3, 0, 'x', 'y', 'z'},
                "name\0".getBytes(StandardCharsets.ISO_8859_1),
                "remark\0".getBytes(StandardCharsets.ISO_8859_1),
                new byte[] {1, 2});

        assertThat(text(joined(head, more, Arrays.copyOfRange(plain, FIRST_FIELDS, plain.length))))
                .isEqualTo("one");
    }

    @Test
    void what_stands_behind_and_is_no_part_is_left_alone() throws IOException {
        assertThat(text(joined(zipped("one"), new byte[3]))).isEqualTo("one");
        assertThat(text(joined(zipped("one"), "more".getBytes(StandardCharsets.UTF_8))))
                .isEqualTo("one");
    }

    @Test
    void wherever_it_is_cut_off_that_is_noticed() throws IOException {
        byte[] whole = joined(zipped("one"), zipped("another"));
        int first = zipped("one").length;

        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            if (length != first && length != first + 1) {
                assertThatThrownBy(() -> unpacked(cut)).as("%s bytes", length).isInstanceOf(EOFException.class);
            }
        }
    }

    @Test
    void what_is_not_what_was_packed_is_noticed() throws IOException {
        byte[] packed = zipped("one");
        byte[] otherSum = packed.clone();
        otherSum[packed.length - 8] ^= 1;
        byte[] otherLength = packed.clone();
        otherLength[packed.length - 4] ^= 1;
        byte[] otherMethod = packed.clone();
        otherMethod[2] = 7;
        byte[] notDeflated = packed.clone();
        Arrays.fill(notDeflated, FIRST_FIELDS, packed.length, (byte) 0xFF);

        for (byte[] wrong :
                new byte[][] {otherSum, otherLength, otherMethod, notDeflated, "{}".getBytes(StandardCharsets.UTF_8)}) {
            assertThatThrownBy(() -> unpacked(wrong)).isInstanceOf(ZipException.class);
        }
    }

    @Test
    void the_sum_is_that_of_each_part() throws IOException {
        CRC32 sum = new CRC32();
        sum.update("one".getBytes(StandardCharsets.UTF_8));
        byte[] swapped = zipped("two");
        for (int i = 0; i < 4; i++) {
            swapped[swapped.length - 8 + i] = (byte) (sum.getValue() >>> (8 * i));
        }

        assertThatThrownBy(() -> unpacked(joined(zipped("one"), swapped))).isInstanceOf(ZipException.class);
    }
}
