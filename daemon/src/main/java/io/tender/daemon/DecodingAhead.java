package io.tender.daemon;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Decodes what a journal kept on other threads, a little ahead of the caller, who applies it in order: most of a recovery is
 * decoding, which needs nothing of the state.
 */
final class DecodingAhead<T> {
    /** Bytes decoded in one go: enough that handing them over costs nothing, few enough that little lies in wait. */
    static final int PART_BYTES = 1 << 17;

    /** Parts decoded ahead for each thread. */
    private static final int AHEAD = 2;

    private final Function<byte[], T> decode;
    private final int threads;

    DecodingAhead(Function<byte[], T> decode, int threads) {
        this.decode = decode;
        this.threads = threads;
    }

    /** Gives all of them, decoded, one after the other. What decoding or applying throws ends it. */
    void each(List<byte[]> records, Consumer<T> apply) {
        if (threads == 1 || endOfPart(records, 0) == records.size()) {
            records.forEach(record -> apply.accept(decode.apply(record)));
            return;
        }
        try (ExecutorService others = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("recovery-", 0).daemon().factory())) {
            try {
                each(records, apply, others);
            } catch (RuntimeException | Error failed) {
                others.shutdownNow();
                throw failed;
            }
        }
    }

    private void each(List<byte[]> records, Consumer<T> apply, ExecutorService others) {
        Deque<Future<List<T>>> ahead = new ArrayDeque<>();
        int begun = 0;
        while (begun < records.size() || !ahead.isEmpty()) {
            while (begun < records.size() && ahead.size() < threads * AHEAD) {
                int end = endOfPart(records, begun);
                List<byte[]> part = records.subList(begun, end);
                ahead.add(others.submit(() -> decoded(part)));
                begun = end;
            }
            result(ahead.remove()).forEach(apply);
        }
    }

    private static int endOfPart(List<byte[]> records, int begin) {
        long bytes = 0;
        int end = begin;
        while (end < records.size() && bytes < PART_BYTES) {
            bytes += records.get(end++).length;
        }
        return end;
    }

    private List<T> decoded(List<byte[]> part) {
        List<T> all = new ArrayList<>(part.size());
        part.forEach(record -> all.add(decode.apply(record)));
        return all;
    }

    private List<T> result(Future<List<T>> part) {
        try {
            return part.get();
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof RuntimeException wrong) {
                throw wrong;
            }
            if (cause instanceof Error broken) {
                throw broken;
            }
            throw new IllegalStateException("Decoding threw what it does not declare", failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the journal was read", stopped);
        }
    }
}
