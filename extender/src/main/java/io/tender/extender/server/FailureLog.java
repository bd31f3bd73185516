package io.tender.extender.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells of each kind of failure once: a policy that fails is asked again a thousand times a second. */
final class FailureLog {
    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);
    private static final int MOST_KINDS = 100;
    private static final int LONGEST = 300;

    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** What the scheduler is told of it. */
    String tell(Dialect dialect, String verb, Throwable failure) {
        String kind = verb + " " + failure.getClass().getName();
        if (told.size() < MOST_KINDS && told.add(kind)) {
            LOG.warn(
                    "the answer to {}/{} failed; further failures of this kind are only counted",
                    dialect.label(),
                    verb,
                    failure);
        } else {
            LOG.debug("the answer to {}/{} failed", dialect.label(), verb, failure);
        }
        String message = "The extender failed: " + failure.getClass().getSimpleName()
                + (failure.getMessage() == null ? "" : ": " + failure.getMessage());
        return message.length() <= LONGEST ? message : message.substring(0, LONGEST - 1) + "…";
    }
}
