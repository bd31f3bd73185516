package io.tender.daemon.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** A journal in memory that fails as it is told to, and can be held up. */
final class FakeJournal implements Journal {
    final List<List<byte[]>> groups = new ArrayList<>();
    final List<Long> snapshots = new ArrayList<>();
    final ConcurrentLinkedQueue<JournalException> failures = new ConcurrentLinkedQueue<>();
    volatile CountDownLatch gate = new CountDownLatch(0);
    volatile CountDownLatch snapshotGate = new CountDownLatch(0);
    volatile Runnable onAppend = () -> {};
    final CountDownLatch firstAppend = new CountDownLatch(1);
    private long last;

    static JournalException passing() {
        return new JournalException("no room", new java.io.IOException("no room"), true);
    }

    static JournalException lasting() {
        return new JournalException("taken by another", new java.io.IOException("gone"), false);
    }

    @Override
    public Recovered recover() {
        return new Recovered(List.of(), List.of(), 0, "");
    }

    @Override
    public long append(List<byte[]> records) throws JournalException {
        firstAppend.countDown();
        onAppend.run();
        await(gate);
        JournalException failure = failures.poll();
        if (failure != null) {
            throw failure;
        }
        synchronized (this) {
            groups.add(List.copyOf(records));
            last += records.size();
            return last;
        }
    }

    @Override
    public void snapshot(long upTo, List<byte[]> parts) {
        await(snapshotGate);
        synchronized (this) {
            snapshots.add(upTo);
            notifyAll();
        }
    }

    synchronized void awaitSnapshots(int count) throws InterruptedException {
        while (snapshots.size() < count) {
            wait();
        }
    }

    synchronized List<Integer> groupSizes() {
        return groups.stream().map(List::size).toList();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    @Override
    public void close() {}
}
