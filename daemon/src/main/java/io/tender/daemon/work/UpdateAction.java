package io.tender.daemon.work;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What an operator may do to the rolling update of a service. */
public enum UpdateAction {
    PAUSE("paused"),
    RESUME("resumed"),
    /** Instances stay as they are. */
    ABORT("aborted");

    private final String done;

    UpdateAction(String done) {
        this.done = done;
    }

    /** What has become of the update then. */
    public String done() {
        return done;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<UpdateAction> of(String word) {
        return Arrays.stream(values())
                .filter(action -> action.word().equals(word))
                .findFirst();
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(UpdateAction::word).toList();
    }
}
