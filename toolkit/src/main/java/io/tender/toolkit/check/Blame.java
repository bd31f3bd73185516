package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells apart what a check is meant for and what stands in its way. A service that answers the plainest question of a verb with
 * 401, or in a form that nobody reads, breaks no promise but that one, and the advice of all the other checks would mislead.
 */
final class Blame {
    private static final CheckId SERVED = new CheckId("T5");
    private static final CheckId IN_TIME = new CheckId("T14");

    private static final Map<Verb, CheckId> FORMS_OF_KUBE = Map.of(
            KubeDialogue.FILTER, new CheckId("F0"),
            KubeDialogue.PRIORITIZE, new CheckId("P1a"),
            KubeDialogue.PREEMPT, new CheckId("E0"),
            KubeDialogue.BIND, new CheckId("B0"));
    private static final Map<Verb, CheckId> FORMS_OF_BATCH = Map.of(
            BatchVerbs.PREDICATE, new CheckId("F1"),
            BatchVerbs.BATCH_PREDICATE, new CheckId("Q1"),
            BatchVerbs.PRIORITIZE, new CheckId("P1a"),
            BatchVerbs.PREEMPTABLE, new CheckId("V1"),
            BatchVerbs.RECLAIMABLE, new CheckId("V1"),
            BatchVerbs.JOB_ENQUEUEABLE, new CheckId("J1"),
            BatchVerbs.JOB_READY, new CheckId("J3"),
            BatchVerbs.QUEUE_OVERUSED, new CheckId("J4"),
            BatchVerbs.ALLOCATE, new CheckId("N1"),
            BatchVerbs.DEALLOCATE, new CheckId("N1"));
    private static final Map<Verb, CheckId> FORMS_OF_AURORA = Map.of(AuroraDialogue.OFFERSET, new CheckId("O1"));
    private static final Map<Verb, CheckId> FORMS_OF_SORTER = Map.of(SorterDialogue.SORT, new CheckId("R1"));

    private final Service service;
    private final Set<CheckId> tried;
    /** What stands in the way of the plainest question of a verb. */
    private final Map<Verb, Optional<Trouble>> known = new HashMap<>();

    /** @param tried all checks that are tried */
    Blame(Service service, Set<CheckId> tried) {
        this.service = service;
        this.tried = Set.copyOf(tried);
    }

    /** Whether the check waits for a service that is late, since it is meant for that or no check that is tried is. */
    boolean waits(Check check) {
        return check.id().equals(IN_TIME) || !tried.contains(IN_TIME);
    }

    /** Another check that is meant for what ended this one. */
    Optional<CheckId> other(Check check, Ended ended) {
        return ended.obstacle()
                .flatMap(met -> other(check, met))
                .or(ended::matterOf)
                .filter(meant -> !meant.equals(check.id()) && tried.contains(meant));
    }

    private Optional<CheckId> other(Check check, Obstacle met) {
        Optional<Verb> verb = service.verbAt(met.target());
        if (verb.isEmpty() || isMeantFor(check, met.trouble(), verb.get())) {
            return Optional.empty();
        }
        if (met.trouble() == Trouble.FORM || !service.plan().dialect().mayChange(verb.get())) {
            return standing(verb.get()).flatMap(trouble -> meantFor(trouble, verb.get()));
        }
        // The checks of HTTP itself leave alone what may change something, and are meant for it too if it is the same
        // everywhere.
        return service.firstAsking()
                .flatMap(this::standing)
                .filter(met.trouble()::equals)
                .flatMap(trouble -> meantFor(trouble, verb.get()));
    }

    private boolean isMeantFor(Check check, Trouble trouble, Verb verb) {
        return meantFor(trouble, verb).filter(check.id()::equals).isPresent();
    }

    private Optional<CheckId> meantFor(Trouble trouble, Verb verb) {
        return switch (trouble) {
            case LATE -> Optional.of(IN_TIME);
            case SILENT, NOT_SERVED -> Optional.of(SERVED);
            case CUT_OFF -> Optional.of(new CheckId("T6"));
            case REDIRECTED -> Optional.of(new CheckId("T4a"));
            case STATUS -> Optional.of(new CheckId("T4b"));
            case CHARSET -> Optional.of(new CheckId("T7"));
            case NO_JSON -> Optional.of(new CheckId("T8"));
            case FORM -> Optional.ofNullable(forms().get(verb));
        };
    }

    private Map<Verb, CheckId> forms() {
        return switch (service.plan().dialect()) {
            case KUBE -> FORMS_OF_KUBE;
            case VOLCANO, TENDER -> FORMS_OF_BATCH;
            case AURORA -> FORMS_OF_AURORA;
            case SORTER -> FORMS_OF_SORTER;
        };
    }

    /** Asked once, and only when something went wrong. Who was late may have been so only then, which an answer shows. */
    private Optional<Trouble> standing(Verb verb) {
        if (service.isLate(verb)) {
            return Optional.of(Trouble.LATE);
        }
        Optional<Trouble> before = known.get(verb);
        if (before != null) {
            return before;
        }
        Optional<Trouble> found = plainest(verb);
        if (!found.equals(Optional.of(Trouble.LATE))) {
            known.put(verb, found);
        } else if (!service.plan().dialect().mayChange(verb)) {
            service.hadItsTime(verb);
        }
        return found;
    }

    private Optional<Trouble> plainest(Verb verb) {
        try {
            service.decision(verb, Scene.of(1));
            return Optional.empty();
        } catch (Ended ended) {
            return ended.obstacle().map(Obstacle::trouble);
        }
    }
}
