package io.tender.daemon.http.scheduler;

import io.tender.daemon.master.FrameworkView;
import io.tender.daemon.master.MasterRefusal;
import io.tender.daemon.master.Subscription;
import io.tender.extender.http.Caller;
import io.tender.extender.http.HttpProblem;

/**
 * Whose a framework is: it has the name of who first subscribed it as its principal, and nobody else may take it over.
 * Where nobody is asked who they are, a principal is only a word.
 */
final class Ownership {
    private Ownership() {}

    /** The subscription in the name of who asks for it. */
    static Subscription claimed(Caller caller, Subscription subscription) {
        if (caller.equals(Caller.local())) {
            return subscription;
        }
        subscription.principal().filter(named -> !named.equals(caller.name())).ifPresent(named -> {
            throw HttpProblem.of(
                    400,
                    "Authenticated principal '" + caller.name() + "' does not match principal '" + named
                            + "' set in `FrameworkInfo`");
        });
        return subscription.withPrincipal(caller.name());
    }

    /** Whether it is the caller's; where nobody is asked who they are, it is anybody's. */
    static boolean isTheirs(Caller caller, FrameworkView known) {
        return caller.equals(Caller.local())
                || known.subscription()
                        .principal()
                        .filter(caller.name()::equals)
                        .isPresent();
    }

    /** Refuses to hand over a framework to somebody else. */
    static void check(Caller caller, FrameworkView known) {
        if (!isTheirs(caller, known)) {
            throw new MasterRefusal(
                    MasterRefusal.Kind.FORBIDDEN,
                    "'" + caller.name() + "' is not authorized to take over framework " + known.id()
                            + ": it was subscribed by somebody else");
        }
    }
}
