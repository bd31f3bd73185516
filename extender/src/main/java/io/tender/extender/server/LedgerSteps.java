package io.tender.extender.server;

import io.tender.extender.server.Ledger.Holding;
import io.tender.model.BrokenRule;
import io.tender.model.batch.ResourceList;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * How steps of a ledger lie in its file: checksum, length, and what is held or released.
 *
 * @param goodEnd where the last sound step ends
 * @param count how many there are
 */
record LedgerSteps(int goodEnd, long count) {
    private static final int HEADER = 8;
    private static final int LONGEST = 1 << 20;
    private static final int HELD = 1;
    private static final int RELEASED = 2;

    /** Carries out all sound steps. */
    static LedgerSteps read(Path path, byte[] file, Map<String, Holding> holdings) throws IOException {
        int at = 0;
        long count = 0;
        while (isSound(file, at)) {
            int length = ByteBuffer.wrap(file).getInt(at + 4);
            carryOut(new DataInputStream(new ByteArrayInputStream(file, at + HEADER, length)), holdings);
            at += HEADER + length;
            count++;
        }
        for (int behind = at + 1; behind < file.length; behind++) {
            if (isSound(file, behind)) {
                throw damaged(path, "unreadable bytes from " + at + " to " + behind + ", and sound steps behind them");
            }
        }
        if (!couldBeUnfinished(file, at)) {
            throw damaged(
                    path,
                    (file.length - at) + " unreadable bytes from " + at
                            + " on, which are no step that was being written when the program ended");
        }
        return new LedgerSteps(at, count);
    }

    private static IOException damaged(Path path, String got) {
        return new IOException("The ledger " + path + " is damaged, or no ledger.\n  got:      " + got
                + "\n  expected: every step as it was written"
                + "\n  to do:    restore the file from a backup, or move it away to begin with nothing held");
    }

    /**
     * Whether what is left could be the beginning of one step, with zeros where the disk had not been reached: anything else was
     * not left by a crash, and what it has been may have been answered.
     */
    private static boolean couldBeUnfinished(byte[] file, int at) {
        int left = file.length - at;
        if (left <= HEADER) {
            return true;
        }
        int length = ByteBuffer.wrap(file).getInt(at + 4);
        // Of the length itself only the first bytes may have been written.
        int most = length == 0 ? LONGEST : length | 0xff;
        return length >= 0 && most <= LONGEST && left - HEADER <= most;
    }

    private static boolean isSound(byte[] file, int at) {
        if (file.length - at <= HEADER) {
            return false;
        }
        ByteBuffer header = ByteBuffer.wrap(file, at, HEADER);
        int checksum = header.getInt();
        int length = header.getInt();
        return length > 0 && length <= file.length - at - HEADER && checksum(file, at + 4, length + 4) == checksum;
    }

    private static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    private static void carryOut(DataInputStream in, Map<String, Holding> holdings) throws IOException {
        int kind = in.readUnsignedByte();
        String key = in.readUTF();
        if (kind == RELEASED) {
            holdings.remove(key);
            return;
        }
        if (kind != HELD) {
            throw new IOException("Got a step of kind " + kind + " in the ledger; expected " + HELD + " or " + RELEASED
                    + ": use the version of the program that wrote it");
        }
        String pool = in.readUTF();
        Optional<Instant> until =
                in.readBoolean() ? Optional.of(Instant.ofEpochMilli(in.readLong())) : Optional.empty();
        TreeMap<String, Long> amounts = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            amounts.put(in.readUTF(), in.readLong());
        }
        try {
            holdings.put(key, new Holding(key, pool, ResourceList.of(amounts), until));
        } catch (BrokenRule impossible) {
            throw new IOException("Got an impossible amount in the ledger", impossible);
        }
    }

    static ByteBuffer held(Holding holding) {
        return step(out -> {
            out.writeByte(HELD);
            out.writeUTF(holding.key());
            out.writeUTF(holding.pool());
            out.writeBoolean(holding.until().isPresent());
            if (holding.until().isPresent()) {
                out.writeLong(holding.until().get().toEpochMilli());
            }
            out.writeInt(holding.amounts().size());
            for (int i = 0; i < holding.amounts().size(); i++) {
                out.writeUTF(holding.amounts().name(i));
                out.writeLong(holding.amounts().millis(i));
            }
        });
    }

    static ByteBuffer released(String key) {
        return step(out -> {
            out.writeByte(RELEASED);
            out.writeUTF(key);
        });
    }

    @FunctionalInterface
    private interface Writing {
        void write(DataOutputStream out) throws IOException;
    }

    private static ByteBuffer step(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(0); // room for checksum and length
            writing.write(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        if (bytes.size() > LONGEST) {
            throw new IllegalArgumentException(
                    "Got a step of " + bytes.size() + " bytes for the ledger; expected at most " + LONGEST);
        }
        ByteBuffer step = ByteBuffer.wrap(bytes.toByteArray());
        step.putInt(4, bytes.size() - HEADER);
        step.putInt(0, checksum(step.array(), 4, bytes.size() - 4));
        return step;
    }
}
