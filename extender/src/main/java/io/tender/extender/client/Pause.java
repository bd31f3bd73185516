package io.tender.extender.client;

import java.time.Duration;

/** Waits on the caller's thread; tests move the clock instead. */
@FunctionalInterface
public interface Pause {
    Pause SLEEP = duration -> Thread.sleep(duration);

    void pause(Duration duration) throws InterruptedException;
}
