package io.tender.daemon.fuzz;

import io.tender.daemon.journal.Journal;
import io.tender.daemon.journal.JournalException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A journal that says how many records it was given. */
final class CountingJournal implements Journal {
    private final Journal real;
    private final AtomicLong appended = new AtomicLong();

    CountingJournal(Journal real) {
        this.real = real;
    }

    long appended() {
        return appended.get();
    }

    @Override
    public Recovered recover() throws JournalException {
        return real.recover();
    }

    @Override
    public long append(List<byte[]> records) throws JournalException {
        long last = real.append(records);
        appended.addAndGet(records.size());
        return last;
    }

    @Override
    public void snapshot(long upTo, List<byte[]> parts) throws JournalException {
        real.snapshot(upTo, parts);
    }

    @Override
    public void close() {
        real.close();
    }
}
