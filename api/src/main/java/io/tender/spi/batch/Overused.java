package io.tender.spi.batch;

/**
 * Whether a queue has had its share and is passed over. Asked each time a queue's turn comes. Combined: any no to
 * "may go on" is enough.
 */
@FunctionalInterface
public interface Overused {
    /** Yes while the queue may go on; no, with the reason, once it is overused. */
    Answer mayGoOn(QueueView queue);
}
