package io.tender.testkit.scenario.engine;

import io.tender.model.Applied;
import io.tender.model.Filters;
import io.tender.model.InverseOfferStatus;
import io.tender.model.ResourceConversion;
import io.tender.model.Resources;
import io.tender.testkit.scenario.engine.Books.AgentEntry;
import io.tender.testkit.scenario.step.Change;
import io.tender.testkit.scenario.step.OfferCommand;
import io.tender.testkit.scenario.step.OfferRef;
import io.tender.testkit.scenario.step.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Carries out what frameworks do with what they were offered. */
final class OfferCalls {

    private final Cluster cluster;

    OfferCalls(Cluster cluster) {
        this.cluster = cluster;
    }

    void perform(OfferCommand command, Source step) {
        switch (command) {
            case OfferCommand.GiveBack giveBack ->
                offered(giveBack.what(), step).forEach(held -> giveBack(held, giveBack.filters()));
            case OfferCommand.Use use -> offered(use.what(), step).forEach(this::use);
            case OfferCommand.Finish finish -> used(finish.what(), step).forEach(this::finish);
            case OfferCommand.Operate operate ->
                offered(operate.on(), step).forEach(held -> operate(held, operate.changes(), step));
            case OfferCommand.AnswerInverseOffer answer -> answer(answer);
        }
    }

    List<Held> offered(OfferRef ref, Source step) {
        return Held.find(ref, cluster.books().offered(), step, "offered");
    }

    private List<Held> used(OfferRef ref, Source step) {
        return Held.find(ref, cluster.books().used(), step, "used");
    }

    void giveBack(Held held, Optional<Filters> filters) {
        cluster.books().release(held.holding(), held.resources());
        cluster.allocator().recoverResources(held.framework(), held.agent(), held.allocated(), filters, false);
    }

    void use(Held held) {
        cluster.books().use(held.holding(), held.resources());
        cluster.allocator().transitionOfferedToAllocated(held.agent(), held.allocated());
    }

    private void finish(Held held) {
        cluster.books().finish(held.holding(), held.resources());
        cluster.allocator().recoverResources(held.framework(), held.agent(), held.allocated(), Optional.empty(), true);
    }

    /** Applies changes to what is held and returns what became of it. */
    Resources operate(Held held, List<Change> changes, Source step) {
        List<ResourceConversion> conversions = new ArrayList<>();
        changes.forEach(change -> conversions.addAll(change.conversions(Optional.of(held.role()))));
        cluster.allocator().updateAllocation(held.framework(), held.agent(), held.allocated(), conversions);
        Resources after = applied(held.allocated(), conversions, step).unallocate();
        cluster.books().exchange(held.holding(), held.resources(), after);
        List<ResourceConversion> onTotal = conversions.stream()
                .filter(conversion -> !conversion.consumed().isEmpty())
                .map(conversion -> new ResourceConversion(
                        conversion.consumed().unallocate(),
                        conversion.converted().unallocate()))
                .toList();
        cluster.books()
                .agent(held.agent())
                .ifPresent(entry -> cluster.books()
                        .putAgent(new AgentEntry(
                                entry.info(),
                                entry.capabilities(),
                                applied(entry.total(), onTotal, step),
                                entry.unavailability())));
        return after;
    }

    private static Resources applied(Resources resources, List<ResourceConversion> conversions, Source step) {
        return switch (ResourceConversion.applyAll(resources, conversions)) {
            case Applied.Ok ok -> ok.resources();
            case Applied.Refused refused ->
                throw Stage.failed(
                        step,
                        "the allocator accepted operations that do not apply",
                        "refused: CONVERSION_FAILED",
                        refused.reason());
        };
    }

    private void answer(OfferCommand.AnswerInverseOffer answer) {
        boolean outstanding = cluster.inverseOutstanding(answer.framework(), answer.agent());
        if (cluster.master().isPresent() && !outstanding) {
            // The master knows no such inverse offer: it may have been rescinded, or never made.
            return;
        }
        cluster.inverseAnswered(answer.framework(), answer.agent());
        cluster.allocator()
                .updateInverseOffer(
                        answer.agent(),
                        answer.framework(),
                        Optional.empty(),
                        answer.answer()
                                .map(said -> new InverseOfferStatus(
                                        said, answer.framework(), cluster.host().now())),
                        answer.filters());
    }
}
