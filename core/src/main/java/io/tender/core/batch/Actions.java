package io.tender.core.batch;

import io.tender.spi.batch.Arguments;
import java.util.List;

/** The actions there are. */
public final class Actions {
    public static final List<String> NAMES = List.of(
            EnqueueAction.NAME,
            AllocateAction.NAME,
            BackfillAction.NAME,
            PreemptAction.NAME,
            ReclaimAction.NAME,
            ShuffleAction.NAME,
            GangEvictAction.PREEMPT,
            GangEvictAction.RECLAIM);

    private static final String ERROR_CACHE = "predicateErrorCacheEnable";

    private Actions() {}

    /** Reads the arguments of an action, so that what is wrong with them is noted there. */
    public static void check(String name, Arguments arguments) {
        make(name, arguments);
    }

    /** Answers are kept anyway, so this is understood and changes nothing. */
    static void errorCache(Arguments arguments) {
        arguments.truth(ERROR_CACHE, true);
        arguments.notice(ERROR_CACHE, "answers are kept as long as they hold in any case");
    }

    static Action make(String name, Arguments arguments) {
        return switch (name) {
            case EnqueueAction.NAME -> new EnqueueAction();
            case AllocateAction.NAME -> {
                errorCache(arguments);
                yield new AllocateAction();
            }
            case BackfillAction.NAME -> {
                errorCache(arguments);
                yield new BackfillAction();
            }
            case PreemptAction.NAME -> new PreemptAction(arguments);
            case ReclaimAction.NAME -> {
                errorCache(arguments);
                yield new ReclaimAction();
            }
            case ShuffleAction.NAME -> new ShuffleAction();
            case GangEvictAction.PREEMPT -> new GangEvictAction(false, arguments);
            case GangEvictAction.RECLAIM -> new GangEvictAction(true, arguments);
            default -> throw new IllegalArgumentException("no action '" + name + "', known are " + NAMES);
        };
    }
}
