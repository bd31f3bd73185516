package io.tender.core.batch.framework;

import io.tender.spi.AllocatorHost;
import java.time.Duration;
import java.time.Instant;

/** When sessions are held: at their turns if anything has changed, and sooner if those who wait have got offers. */
final class Timetable {
    /** After so many periods without news a session is held all the same. */
    private static final int LOOK_AGAIN_WHILE_WAITING = 5;

    static final int LOOK_AGAIN_WHILE_RUNNING = 30;

    private final AllocatorHost host;
    private final Agenda agenda;
    private BatchSettings settings;
    private boolean dirty;
    private boolean underWay;
    private boolean soon;
    private boolean soonAfterwards;
    private Instant ended = Instant.MIN;
    private int quietTurns;
    private boolean closed;

    /** What sessions are about. */
    interface Agenda {
        void turnBegins();

        boolean doesAnybodyWait();

        boolean doesAnythingRun();

        /** Whether there are offers in hand for those who wait. */
        boolean couldPlaceNow();

        void hold();
    }

    Timetable(AllocatorHost host, BatchSettings settings, Agenda agenda) {
        this.host = host;
        this.settings = settings;
        this.agenda = agenda;
    }

    void begin() {
        host.after(settings.schedulePeriod(), this::turn);
    }

    void adjust(BatchSettings changed) {
        settings = changed;
    }

    /** There is reason for a session. */
    void changed() {
        dirty = true;
    }

    /** Does something that is no reason for a session. */
    void quietly(Runnable what) {
        boolean before = dirty;
        what.run();
        dirty = before;
    }

    boolean isUnderWay() {
        return underWay;
    }

    void begun() {
        quietTurns = 0;
        dirty = false;
        underWay = true;
    }

    /** It came to nothing, and is to be held again. */
    void failed() {
        underWay = false;
        dirty = true;
    }

    void over() {
        underWay = false;
        ended = host.now();
    }

    /** All that came of the last session is done. */
    void settled() {
        if (soonAfterwards) {
            soonAfterwards = false;
            soon();
        }
    }

    private void turn() {
        if (closed) {
            return;
        }
        host.after(settings.schedulePeriod(), this::turn);
        quietTurns++;
        agenda.turnBegins();
        if (!underWay && (dirty || mayHaveChangedByItself())) {
            agenda.hold();
        }
    }

    /** Deadlines pass, hours begin, and an extender may think differently, without anybody saying so. */
    private boolean mayHaveChangedByItself() {
        return (agenda.doesAnybodyWait() && quietTurns >= LOOK_AGAIN_WHILE_WAITING)
                || (agenda.doesAnythingRun() && quietTurns >= LOOK_AGAIN_WHILE_RUNNING);
    }

    /** Who has come and got offers need not wait for the next turn, unless a session has only just ended. */
    void soon() {
        boolean early = settings.settle().compareTo(settings.schedulePeriod()) < 0;
        if (soon || !early || !agenda.couldPlaceNow()) {
            return;
        }
        if (underWay) {
            soonAfterwards = true;
            return;
        }
        Instant settled = host.now().plus(settings.settle());
        Instant rested = ended.equals(Instant.MIN) ? settled : ended.plus(settings.pause());
        soon = true;
        host.after(Duration.between(host.now(), rested.isAfter(settled) ? rested : settled), () -> {
            soon = false;
            if (!closed && !underWay && dirty) {
                agenda.hold();
            }
        });
    }

    /** None is held any more. */
    void close() {
        closed = true;
    }
}
