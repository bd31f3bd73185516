package io.tender.extender.client;

import java.time.Duration;

/** A pause on the caller's thread that the end of the flight wakes. */
final class Nap implements Severable {
    private final Thread sleeper = Thread.currentThread();
    private boolean over;
    private boolean woken;

    /** Pauses; false when it was woken because the flight is over. */
    static boolean taken(Pause pause, Duration length, Flight flight) throws InterruptedException, DeadlinePassed {
        Nap nap = new Nap();
        flight.attach(nap);
        try {
            pause.pause(length);
        } catch (InterruptedException awake) {
            if (nap.end()) {
                return false;
            }
            throw awake;
        }
        boolean ended = nap.end();
        return flight.detach(nap) && !ended;
    }

    /** From now on nobody is woken; true when somebody was, and the interrupt that did it is taken back. */
    private synchronized boolean end() {
        over = true;
        if (woken) {
            Thread.interrupted();
        }
        return woken;
    }

    @Override
    public synchronized void sever() {
        if (!over) {
            woken = true;
            sleeper.interrupt();
        }
    }
}
