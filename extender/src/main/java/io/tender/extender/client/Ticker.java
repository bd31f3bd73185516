package io.tender.extender.client;

/** Nanoseconds that only ever grow, of no particular origin; tests move them. */
@FunctionalInterface
public interface Ticker {
    Ticker SYSTEM = System::nanoTime;

    long nanos();
}
