package io.tender.testkit.hostile;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** How one connection is treated. Nothing here lasts longer than {@link #PATIENCE}, whatever the client does. */
final class Conduct {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration BETWEEN_DRIPS = Duration.ofMillis(20);

    private final Socket connection;
    private final Socket raw;
    private final HonestAnswers answers;
    private final Runnable forged;
    private final InputStream in;
    private final OutputStream out;

    /** @param forged told of answers that were sent without a question, some time after the last */
    Conduct(Socket connection, Socket raw, HonestAnswers answers, Runnable forged) throws IOException {
        this.forged = forged;
        this.connection = connection;
        this.raw = raw;
        this.answers = answers;
        connection.setSoTimeout((int) PATIENCE.toMillis());
        this.in = new BufferedInputStream(connection.getInputStream());
        this.out = connection.getOutputStream();
    }

    /** What is done before a word is said, if that is the behaviour; true when nothing is left to do. */
    static boolean beforeSpeaking(Misbehaviour misbehaviour, Socket connection) throws IOException {
        switch (misbehaviour) {
            case RESET_AT_ONCE -> reset(connection);
            case NEVER_READ -> waitForTheClient(connection);
            case HALF_CLOSE_AT_ONCE -> {
                connection.shutdownOutput();
                listenUntilTheEnd(connection);
            }
            case SLOW_TLS -> {
                // The head of a handshake record that announces 16 KiB, which then come one by one.
                connection.getOutputStream().write(new byte[] {0x16, 0x03, 0x03, 0x40, 0x00});
                drip(connection.getOutputStream(), new byte[16_384]);
            }
            case ERROR_AT_ONCE -> {
                connection.getInputStream().readNBytes(1);
                connection
                        .getOutputStream()
                        .write("HTTP/1.1 413 Too Large\r\nContent-Length: 12\r\n\r\nat most 1 MB"
                                .getBytes(StandardCharsets.US_ASCII));
            }
            case NO_TLS ->
                connection
                        .getOutputStream()
                        .write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Answers requests until the connection is spoilt or the client leaves. */
    void serve(Misbehaviour first, Consumer<String> received, Supplier<Misbehaviour> then) throws IOException {
        Misbehaviour misbehaviour = first;
        String head = RequestHead.read(in);
        while (!head.isEmpty()) {
            received.accept(head);
            if (!answer(misbehaviour)) {
                return;
            }
            head = RequestHead.read(in);
            if (!head.isEmpty()) {
                misbehaviour = then.get();
            }
        }
    }

    /** False when the connection is of no more use. */
    private boolean answer(Misbehaviour misbehaviour) throws IOException {
        return switch (misbehaviour) {
            case REFUSE, RESET, RESET_AT_ONCE, ERROR_AT_ONCE -> {
                reset(raw);
                yield false;
            }
            case ACCEPT_AND_HANG, NEVER_READ, SLOW_TLS -> {
                yield hang();
            }
            case HALF_CLOSE, HALF_CLOSE_AT_ONCE -> {
                connection.shutdownOutput();
                yield hang();
            }
            case CLOSE_KEPT_CONNECTION -> {
                send(Answers.good(answers.right()));
                yield false;
            }
            case FORGE_LATER -> {
                send(Answers.good(answers.right()));
                pause();
                send(Answers.good(answers.somebodyElse()));
                forged.run();
                yield true;
            }
            case HANG_AFTER_HEADERS, ERROR_AND_HANG, STOP_MID_BODY -> {
                send(Answers.of(misbehaviour, answers));
                yield hang();
            }
            case DRIP_HEAD, DRIP_BODY -> {
                byte[] whole = Answers.good(" ".repeat(10_000) + answers.right());
                int atOnce = misbehaviour == Misbehaviour.DRIP_HEAD ? 0 : Answers.headLength(whole);
                out.write(whole, 0, atOnce);
                drip(out, Arrays.copyOfRange(whole, atOnce, whole.length));
                yield false;
            }
            case ENDLESS_HEADERS, ENDLESS_CONTINUE, HUGE_BODY, HUGE_CHUNKS, ERROR_WITHOUT_END -> {
                send(Answers.of(misbehaviour, answers));
                flood(Answers.repeated(misbehaviour));
                yield false;
            }
            case CLOSE_MID_BODY, CLOSE_MID_CHUNK, NOT_HTTP, STATUS_ZERO, LENGTH_NO_NUMBER -> {
                send(Answers.of(misbehaviour, answers));
                yield false;
            }
            default -> {
                send(Answers.of(misbehaviour, answers));
                yield true;
            }
        };
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN_DRIPS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** 100 MB, unless the client leaves before. */
    private void flood(byte[] piece) throws IOException {
        for (long sent = 0; sent < Answers.HUGE; sent += piece.length) {
            out.write(piece);
        }
    }

    private static void drip(OutputStream out, byte[] bytes) throws IOException {
        long drops = PATIENCE.dividedBy(BETWEEN_DRIPS);
        for (int i = 0; i < Math.min(drops, bytes.length); i++) {
            out.write(bytes[i]);
            out.flush();
            try {
                Thread.sleep(BETWEEN_DRIPS);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Says nothing more, until the client leaves. */
    private boolean hang() throws IOException {
        listenUntilTheEnd(connection);
        return false;
    }

    private static void listenUntilTheEnd(Socket connection) throws IOException {
        connection.setSoTimeout((int) PATIENCE.toMillis());
        byte[] buffer = new byte[8192];
        int count = connection.getInputStream().read(buffer);
        while (count >= 0) {
            count = connection.getInputStream().read(buffer);
        }
    }

    /** Without reading: notices that the client left only when sending urgent data fails. */
    private static void waitForTheClient(Socket connection) throws IOException {
        connection.setReceiveBufferSize(4096);
        long rounds = PATIENCE.dividedBy(BETWEEN_DRIPS);
        for (int i = 0; i < rounds && !connection.isClosed(); i++) {
            try {
                Thread.sleep(BETWEEN_DRIPS);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                return;
            }
            // The client closed when it reset the connection: then this fails.
            connection.sendUrgentData(0);
        }
    }

    static void reset(Socket connection) {
        try {
            connection.setSoLinger(true, 0);
            connection.close();
        } catch (IOException gone) {
            // Then it is closed already.
            return;
        }
    }
}
