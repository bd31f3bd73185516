package io.tender.daemon.journal;

import java.time.Instant;

/** Whether what is submitted becomes durable. */
public sealed interface JournalHealth {

    record Fine() implements JournalHealth {}

    /** It fails for now and is tried again. */
    record Failing(Instant since, String why) implements JournalHealth {}

    /** It failed for good; nothing further becomes durable. */
    record Broken(Instant since, String why) implements JournalHealth {}
}
