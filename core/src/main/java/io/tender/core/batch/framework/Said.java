package io.tender.core.batch.framework;

import io.tender.core.batch.Explanations;
import io.tender.core.batch.Refusal;
import io.tender.core.batch.SessionResult;
import io.tender.model.batch.JobId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the last sessions said of those who wait: the last of all, and the last that had offers in hand. */
final class Said {
    private @Nullable SessionResult last;
    private boolean lastHadOffers;
    private @Nullable SessionResult lastWithOffers;
    private Instant lastWithOffersBegan = Instant.MIN;

    void ended(SessionResult result, Instant began, boolean sawOffers) {
        last = result;
        lastHadOffers = sawOffers;
        if (sawOffers) {
            lastWithOffers = result;
            lastWithOffersBegan = began;
        }
    }

    Optional<SessionResult> last() {
        return Optional.ofNullable(last);
    }

    boolean lastHadOffers() {
        return lastHadOffers;
    }

    /** Without offers in hand a session has nothing to say of agents. */
    Optional<Explanations.OfJob> why(JobId job) {
        Optional<Explanations.OfJob> recent = whyWithOffers(job);
        return recent.isPresent() || last == null ? recent : last.explanations().job(job);
    }

    /** Why a job was not placed although there were offers; empty if that was not the reason. */
    Optional<Explanations.OfJob> whyWithOffers(JobId job) {
        return lastWithOffers == null
                ? Optional.empty()
                : lastWithOffers.explanations().job(job);
    }

    /** Without offers in hand a session has nothing to share out among queues. */
    Optional<Refusal> whyQueue(String queue, Instant since) {
        return lastWithOffers == null || lastWithOffersBegan.isBefore(since)
                ? Optional.empty()
                : Optional.ofNullable(lastWithOffers.explanations().queues().get(queue));
    }
}
