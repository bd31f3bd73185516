package io.tender.extender.client;

/** Something a call is stuck in that another thread can end at once, without waiting itself. */
@FunctionalInterface
interface Severable {
    void sever();
}
