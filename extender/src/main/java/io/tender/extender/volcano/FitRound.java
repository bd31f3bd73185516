package io.tender.extender.volcano;

import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The verdicts about the nodes of a task while they come in, from several threads and in any order. What is returned ends
 * with the node that makes enough of them fit, counted from the first, so it is the same whoever answers first.
 */
final class FitRound {
    private final @Nullable Verdict[] verdicts;
    private final int enough;
    private final ReentrantLock lock = new ReentrantLock();
    /** The next that nobody has asked about. */
    private int next;
    /** How many of those before it fit: no more need be asked about once these are enough. */
    private int fittingBefore;
    /** How many are known without a gap, and how many of those fit. */
    private int known;

    private int fitting;

    FitRound(int nodes, int enough) {
        this.verdicts = new @Nullable Verdict[nodes];
        this.enough = Math.max(1, enough);
    }

    void put(int place, Verdict verdict) {
        lock.lock();
        try {
            verdicts[place] = verdict;
            fittingBefore += place < next && verdict.isFit() ? 1 : 0;
            while (known < verdicts.length && fitting < enough) {
                Verdict following = verdicts[known];
                if (following == null) {
                    break;
                }
                known++;
                fitting += following.isFit() ? 1 : 0;
            }
        } finally {
            lock.unlock();
        }
    }

    /** The next place to ask about; -1 when nothing more is to be found out. */
    int take() {
        lock.lock();
        try {
            while (next < verdicts.length && fittingBefore < enough) {
                Verdict kept = verdicts[next++];
                if (kept == null) {
                    return next - 1;
                }
                fittingBefore += kept.isFit() ? 1 : 0;
            }
            return -1;
        } finally {
            lock.unlock();
        }
    }

    /** How many are still unknown. */
    int open() {
        lock.lock();
        try {
            int open = 0;
            for (Verdict verdict : verdicts) {
                open += verdict == null ? 1 : 0;
            }
            return fitting >= enough ? 0 : open;
        } finally {
            lock.unlock();
        }
    }

    List<Verdict> verdicts() {
        lock.lock();
        try {
            List<Verdict> result = new ArrayList<>(known);
            for (int i = 0; i < known; i++) {
                Verdict verdict = verdicts[i];
                if (verdict != null) {
                    result.add(verdict);
                }
            }
            return result;
        } finally {
            lock.unlock();
        }
    }
}
