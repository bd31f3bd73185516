package io.tender.daemon.journal;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * How records lie in a file: checksum, length, number, place in its group, bytes.
 *
 * <p>What is appended in one go is a group. Each frame says how many of its group precede and follow it, for two reasons. A
 * group counts whole or not at all. And a frame of a later group proves that an earlier one had been durable, since a group
 * is only begun when the one before it is: this tells damage from a write that was cut short.
 */
final class Frames {

    /** Bytes before those of the record. */
    static final int HEADER = 24;

    /** Longest record; far above any change of state, far below what would make a file unwieldy. */
    static final int LONGEST_RECORD = 16 << 20;

    /** Most bytes of one group, headers included. */
    static final int LARGEST_GROUP = 256 << 20;

    private Frames() {}

    /**
     * A frame that was found to be good.
     *
     * @param index how many of its group precede it
     * @param following how many of its group follow it
     */
    record Frame(long number, int index, int following, int start, int length) {
        long groupStart() {
            return number - index;
        }

        int end() {
            return start + HEADER + length;
        }
    }

    static ByteBuffer group(long first, List<byte[]> records) throws JournalException {
        long size = 0;
        for (byte[] record : records) {
            if (record.length > LONGEST_RECORD) {
                throw tooLarge("a record of " + record.length + " bytes", "at most " + LONGEST_RECORD + " bytes");
            }
            size += HEADER + record.length;
        }
        if (size > LARGEST_GROUP) {
            throw tooLarge(
                    records.size() + " records of " + size + " bytes in one go", "at most " + LARGEST_GROUP + " bytes");
        }
        byte[] bytes = new byte[(int) size];
        ByteBuffer group = ByteBuffer.wrap(bytes);
        for (int i = 0; i < records.size(); i++) {
            int start = group.position();
            byte[] record = records.get(i);
            group.putInt(0)
                    .putInt(record.length)
                    .putLong(first + i)
                    .putInt(i)
                    .putInt(records.size() - 1 - i)
                    .put(record);
            group.putInt(start, checksum(bytes, start + 4, HEADER - 4 + record.length));
        }
        return group.flip();
    }

    private static JournalException tooLarge(String got, String expected) {
        return JournalException.lasting(
                "The journal refuses what it could not read back.",
                got,
                expected,
                "keep large data out of what is submitted");
    }

    static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /** The frame that begins there, if there is a good one whose number lies in the range. */
    static Optional<Frame> at(byte[] file, int start, long lowest, long highest) {
        if (file.length - start < HEADER) {
            return Optional.empty();
        }
        ByteBuffer header = ByteBuffer.wrap(file, start, HEADER);
        int checksum = header.getInt();
        int length = header.getInt();
        long number = header.getLong();
        int index = header.getInt();
        int following = header.getInt();
        // The number is looked at first: it is what random bytes hardly ever get right, and it is cheap.
        boolean plausible = number >= lowest
                && number <= highest
                && length >= 0
                && length <= file.length - start - HEADER
                && index >= 0
                && index < number
                && following >= 0;
        if (!plausible || checksum(file, start + 4, HEADER - 4 + length) != checksum) {
            return Optional.empty();
        }
        return Optional.of(new Frame(number, index, following, start, length));
    }
}
