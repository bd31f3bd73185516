package io.tender.benchmarks.placement;

import io.tender.benchmarks.workload.WrongOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One question about all agents and its answer with nothing around it: bytes that were ready before are written to a
 * socket, and the answer is read to its end. No client and no scheduler can be faster than this with the same service.
 */
final class BareExchange implements AutoCloseable {
    private static final byte[] LENGTH = "Content-Length: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Socket socket;
    private final byte[] question;
    private final byte[] answer;

    BareExchange(OrderService service, Ledger ledger) {
        byte[] body = body(ledger);
        byte[] head = ("POST " + service.endpoint().getRawPath() + " HTTP/1.1\r\nHost: "
                        + service.endpoint().getAuthority()
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        this.question = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, question, head.length, body.length);
        this.answer = new byte[question.length];
        try {
            this.socket =
                    new Socket(service.endpoint().getHost(), service.endpoint().getPort());
            socket.setTcpNoDelay(true);
        } catch (IOException unreachable) {
            throw new UncheckedIOException("the order service cannot be reached", unreachable);
        }
    }

    private static byte[] body(Ledger ledger) {
        StringBuilder text = new StringBuilder("{\"jobKey\":\"www-prod-job-0\",\"request\":{\"cpu\":")
                .append(Ledger.TASK_CPUS)
                .append(",\"memory\":")
                .append(Ledger.TASK_MEMORY_MB)
                .append(",\"disk\":")
                .append(Ledger.TASK_DISK_MB)
                .append("},\"hosts\":[");
        String comma = "";
        for (String agent : ledger.agents()) {
            text.append(comma)
                    .append("{\"name\":\"")
                    .append(agent)
                    .append("\",\"offer\":{\"cpu\":")
                    .append(ledger.freeCpus(agent))
                    .append(",\"memory\":")
                    .append(ledger.freeMemoryMb(agent))
                    .append(",\"disk\":")
                    .append(ledger.freeDiskMb(agent))
                    .append("}}");
            comma = ",";
        }
        return text.append("]}").toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** Asks once; tells how many nanoseconds it took. */
    long once() {
        try {
            long began = System.nanoTime();
            OutputStream out = socket.getOutputStream();
            out.write(question);
            InputStream in = socket.getInputStream();
            int filled = 0;
            int end = Integer.MAX_VALUE;
            while (filled < end) {
                int count = in.read(answer, filled, answer.length - filled);
                if (count <= 0) {
                    throw new WrongOutcome("bytes of an answer", end, filled);
                }
                filled += count;
                end = end == Integer.MAX_VALUE ? end(filled) : end;
            }
            return System.nanoTime() - began;
        } catch (IOException broken) {
            throw new UncheckedIOException("the order service hung up", broken);
        }
    }

    /** Where the answer ends, as soon as its head is there. */
    private int end(int filled) {
        int headEnd = find(HEAD_END, filled);
        int length = find(LENGTH, filled);
        if (headEnd < 0) {
            return Integer.MAX_VALUE;
        }
        int at = length + LENGTH.length;
        int bytes = 0;
        while (answer[at] >= '0' && answer[at] <= '9') {
            bytes = 10 * bytes + answer[at++] - '0';
        }
        return headEnd + HEAD_END.length + bytes;
    }

    private int find(byte[] text, int filled) {
        for (int at = 0; at + text.length <= filled; at++) {
            if (Arrays.equals(answer, at, at + text.length, text, 0, text.length)) {
                return at;
            }
        }
        return -1;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException("a connection cannot be closed", failed);
        }
    }
}
