package io.tender.daemon;

import io.tender.core.services.Ordering;
import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.TaskId;
import io.tender.spi.AllocatorHost;
import io.tender.spi.offers.BindQuery;
import io.tender.spi.offers.EvictionQuery;
import io.tender.spi.offers.Objection;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks offer sets that wait, each time on a virtual thread, and brings the answer back as a turn. */
final class WaitingOrders implements Ordering {
    /** Questions that one set may leave unanswered: one that never comes back must not pile up threads. */
    static final int MOST_OUTSTANDING = 256;

    private final AllocatorHost host;
    private @Nullable OfferSet asked;
    /** Of the set that is asked now; those of one before it are counted by themselves. */
    private AtomicInteger outstanding = new AtomicInteger();

    WaitingOrders(AllocatorHost host) {
        this.host = host;
    }

    @Override
    public void ask(OfferSet set, OfferQuery query, Answer answer) {
        elsewhere(
                set,
                () -> {
                    List<HostOffer> order = Ordering.answerOf(set, query);
                    return () -> answer.ordered(order);
                },
                answer::failed);
    }

    @Override
    public void review(OfferSet set, EvictionQuery query, Review review) {
        elsewhere(
                set,
                () -> {
                    Map<AgentId, Set<TaskId>> left = set.evictable(query);
                    return () -> review.left(left);
                },
                review::failed);
    }

    @Override
    public void bind(OfferSet set, BindQuery query, Binding binding) {
        elsewhere(
                set,
                () -> {
                    Map<TaskId, Objection> refused = set.bind(query);
                    return () -> binding.refused(refused);
                },
                binding::failed);
    }

    @SuppressWarnings("ReferenceEquality") // a set is the object it is, whatever it thinks it equals
    private void elsewhere(OfferSet set, Supplier<Runnable> question, Consumer<Throwable> failed) {
        if (set != asked) {
            asked = set;
            outstanding = new AtomicInteger();
        }
        AtomicInteger count = outstanding;
        if (count.get() >= MOST_OUTSTANDING) {
            throw new IllegalStateException("The offer set " + set.getClass().getName() + " has not answered "
                    + MOST_OUTSTANDING + " questions yet; it is asked no more until it has");
        }
        count.incrementAndGet();
        boolean started = false;
        try {
            Thread.ofVirtual().name("tender-offer-set").start(() -> wait(question, failed, count));
            started = true;
        } finally {
            if (!started) {
                count.decrementAndGet();
            }
        }
    }

    private void wait(Supplier<Runnable> question, Consumer<Throwable> failed, AtomicInteger count) {
        Runnable outcome;
        try {
            outcome = question.get();
        } catch (Throwable thrown) { // whatever it is, the attempt waits for an answer, and somebody has to hear of it
            outcome = () -> failed.accept(thrown);
        } finally {
            count.decrementAndGet();
        }
        host.enqueue(outcome);
    }
}
