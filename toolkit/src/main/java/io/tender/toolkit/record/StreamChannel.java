package io.tender.toolkit.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/** A socket without a channel of its own, as those with TLS are. */
final class StreamChannel implements ByteChannel {
    private static final int MOST = 1 << 16;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] array = new byte[MOST];

    /** For one direction: reading and writing share an array. */
    StreamChannel(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int count = in.read(array, 0, Math.min(array.length, into.remaining()));
        if (count > 0) {
            into.put(array, 0, count);
        }
        return count;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int count = Math.min(array.length, from.remaining());
        from.get(array, 0, count);
        out.write(array, 0, count);
        return count;
    }

    @Override
    public boolean isOpen() {
        return !socket.isClosed();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
