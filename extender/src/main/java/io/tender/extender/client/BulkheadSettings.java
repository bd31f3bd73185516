package io.tender.extender.client;

/**
 * How many calls an extender may occupy.
 *
 * @param inFlight calls under way at once; also the most connections kept
 * @param queued calls that may wait for their turn; their waiting counts against their deadline
 */
public record BulkheadSettings(int inFlight, int queued) {
    public static final BulkheadSettings USUAL = new BulkheadSettings(64, 256);

    public BulkheadSettings {
        new SettingsProblems("The bulkhead settings")
                .within("inFlight", inFlight, 1, 10_000)
                .within("queued", queued, 0, 100_000)
                .throwIfAny();
    }
}
