package io.tender.daemon;

/** Why the daemon ended. */
public sealed interface Ending {
    /** Somebody wanted it. */
    record Asked() implements Ending {}

    /** It cannot go on; what is durable is as it should be. */
    record Failed(String why) implements Ending {}
}
