package io.tender.extender.client;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Speaks HTTP/2 frame by frame, as a library would not: each complete request is given to the test. */
final class RawHttp2 implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RESET = 3;
    static final int SETTINGS = 4;
    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;

    private static final int ACK = 1;
    private static final int PREFACE = 24;

    /** Does something about a request. */
    @FunctionalInterface
    interface Conduct {
        void requested(Frames out, int stream) throws IOException;
    }

    /** Writes frames. */
    record Frames(DataOutputStream out) {
        void send(int type, int flags, int stream, byte[] payload) throws IOException {
            out.writeByte(payload.length >> 16);
            out.writeShort(payload.length);
            out.writeByte(type);
            out.writeByte(flags);
            out.writeInt(stream);
            out.write(payload);
            out.flush();
        }

        /** A head with nothing but this status. */
        void status(String code, int flags, int stream) throws IOException {
            byte[] name = ":status".getBytes(StandardCharsets.US_ASCII);
            byte[] head = new byte[3 + name.length + code.length()];
            // A literal that is not remembered, with a name of its own.
            head[1] = (byte) name.length;
            System.arraycopy(name, 0, head, 2, name.length);
            head[2 + name.length] = (byte) code.length();
            System.arraycopy(code.getBytes(StandardCharsets.US_ASCII), 0, head, 3 + name.length, code.length());
            send(HEADERS, flags | END_HEADERS, stream, head);
        }
    }

    private final ServerSocket listening;
    private final Conduct conduct;

    RawHttp2(Conduct conduct) throws IOException {
        this.conduct = conduct;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException closed) {
            RawSockets.close(new Socket());
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            Frames out = new Frames(new DataOutputStream(socket.getOutputStream()));
            in.skipNBytes(PREFACE);
            out.send(SETTINGS, 0, 0, new byte[0]);
            while (true) {
                int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
                int type = in.readUnsignedByte();
                int flags = in.readUnsignedByte();
                int stream = in.readInt();
                in.skipNBytes(length);
                if (type == SETTINGS && (flags & ACK) == 0) {
                    out.send(SETTINGS, ACK, 0, new byte[0]);
                } else if ((type == HEADERS || type == DATA) && (flags & END_STREAM) != 0) {
                    conduct.requested(out, stream);
                }
            }
        } catch (IOException clientLeft) {
            RawSockets.close(socket);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
