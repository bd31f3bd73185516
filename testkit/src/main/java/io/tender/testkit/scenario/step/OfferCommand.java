package io.tender.testkit.scenario.step;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus;
import java.util.List;
import java.util.Optional;

/** What frameworks do with what they were offered. */
public sealed interface OfferCommand extends Command {

    /** Gives back what was offered; without filters it may be offered again at once. */
    record GiveBack(OfferRef what, Optional<Filters> filters) implements OfferCommand {}

    /** Marks what was offered as used by a task. */
    record Use(OfferRef what) implements OfferCommand {}

    /** A task ends: what it used is given back. */
    record Finish(OfferRef what) implements OfferCommand {}

    /** Applies operations to what is held. */
    record Operate(OfferRef on, List<Change> changes) implements OfferCommand {}

    record AnswerInverseOffer(
            FrameworkId framework, AgentId agent, Optional<InverseOfferStatus.Answer> answer, Optional<Filters> filters)
            implements OfferCommand {}
}
