package io.tender.daemon.journal;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/** A snapshot in a file: what it is, its number, its parts, and a checksum of all that. */
final class SnapshotFile {

    /** Says what the file is, and the version of its layout. */
    private static final long MAGIC = 0x54454e4445525331L;

    private SnapshotFile() {}

    /** Writes it under another name first, so that a file of the right name is always whole. */
    static void write(StoreFolder folder, long upTo, List<byte[]> parts) throws IOException {
        Path file = folder.snapshot(upTo);
        Path unfinished = StoreFolder.unfinished(file);
        try (FileChannel channel = StoreFolder.begin(unfinished)) {
            write(Channels.newOutputStream(channel), upTo, parts);
            channel.force(true);
        } catch (IOException failure) {
            deleteAfter(failure, unfinished);
            throw failure;
        }
        folder.publish(unfinished, file);
    }

    private static void deleteAfter(IOException failure, Path unfinished) {
        try {
            Files.deleteIfExists(unfinished);
        } catch (IOException another) {
            failure.addSuppressed(another);
        }
    }

    private static void write(OutputStream to, long upTo, List<byte[]> parts) throws IOException {
        CheckedOutputStream checked = new CheckedOutputStream(new BufferedOutputStream(to, 1 << 16), new CRC32C());
        DataOutputStream out = new DataOutputStream(checked);
        out.writeLong(MAGIC);
        out.writeLong(upTo);
        out.writeInt(parts.size());
        for (byte[] part : parts) {
            out.writeInt(part.length);
            out.write(part);
        }
        out.writeInt((int) checked.getChecksum().getValue());
        out.flush();
    }

    /** The parts; empty if a single byte of the file is not as it was written. */
    static Optional<List<byte[]>> read(Path file, long upTo) throws IOException {
        CheckedInputStream checked =
                new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16), new CRC32C());
        try (DataInputStream in = new DataInputStream(checked)) {
            if (in.readLong() != MAGIC || in.readLong() != upTo) {
                return Optional.empty();
            }
            Optional<List<byte[]>> parts = readParts(in, Files.size(file));
            int expected = (int) checked.getChecksum().getValue();
            return parts.isPresent() && in.readInt() == expected && in.read() == -1 ? parts : Optional.empty();
        } catch (EOFException tooShort) {
            return Optional.empty();
        }
    }

    private static Optional<List<byte[]>> readParts(DataInputStream in, long size) throws IOException {
        int count = in.readInt();
        List<byte[]> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int length = in.readInt();
            if (length < 0 || length > size) {
                return Optional.empty();
            }
            parts.add(in.readNBytes(length));
        }
        return count < 0 ? Optional.empty() : Optional.of(parts);
    }
}
