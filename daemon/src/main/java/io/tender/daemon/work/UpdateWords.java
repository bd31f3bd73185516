package io.tender.daemon.work;

import io.tender.core.services.UpdateState;
import io.tender.core.services.UpdateView;
import java.util.Optional;

/** How the last update of a service goes, or ended, in a sentence for who asks about the service. */
final class UpdateWords {
    private UpdateWords() {}

    /** Empty once everything is as it was asked for. */
    static Optional<String> of(UpdateView update) {
        int left = update.waiting().size() + update.working().size();
        String soFar = update.done().size() + " of "
                + (update.done().size() + update.failed().size() + left) + " instances are done";
        String why = why(update.failure());
        return switch (update.state()) {
            case ROLLING_FORWARD -> Optional.of("An update is under way: " + soFar + ".");
            case ROLL_FORWARD_PAUSED ->
                Optional.of("An update is paused: " + soFar + "; tender update resume goes on.");
            case ROLLING_BACK -> Optional.of("The last update is rolled back" + why + ": " + soFar + ".");
            case ROLL_BACK_PAUSED ->
                Optional.of("The last update was to be rolled back" + why + ", which is paused: " + soFar
                        + "; tender update resume goes on.");
            case ROLLED_FORWARD, ROLLED_BACK, ABORTED, FAILED -> ofEnded(update.state(), update.failure());
        };
    }

    private static String why(Optional<String> failure) {
        return failure.map(said -> " since " + said).orElse("");
    }

    /** The same of one that is over, of which no more is known than how it ended; empty for one that is not. */
    static Optional<String> ofEnded(UpdateState state, Optional<String> failure) {
        return switch (state) {
            case ROLLED_BACK ->
                Optional.of(
                        "The last update was rolled back" + why(failure)
                                + ": instances have the config from before it. Apply a document with another config to try again.");
            case FAILED ->
                Optional.of("The last update was given up" + why(failure)
                        + ": instances are as it left them. Apply a document with another config to try again.");
            case ABORTED -> Optional.of("The last update was aborted: instances are as it left them.");
            case ROLLED_FORWARD, ROLLING_FORWARD, ROLLING_BACK, ROLL_FORWARD_PAUSED, ROLL_BACK_PAUSED ->
                Optional.empty();
        };
    }
}
