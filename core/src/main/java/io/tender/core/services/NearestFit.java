package io.tender.core.services;

import io.tender.model.service.HostOffer;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.Veto;
import java.util.List;

/** The offer that came nearest to fitting, remembered for a while, because it is the best hint at what to change. */
final class NearestFit {
    private final SchedulingFilter filter;
    private final long holdMillis;
    private int verdict = Verdict.FITS;
    private int score = Integer.MAX_VALUE;
    private ResourceBundle available = ResourceBundle.empty();
    private long until = Long.MIN_VALUE;

    NearestFit(SchedulingFilter filter, long holdMillis) {
        this.filter = filter;
        this.holdMillis = holdMillis;
    }

    void vetoed(HostOffer offer, int by, long now) {
        ResourceBundle there = filter.usable(offer);
        int distance = filter.score(by, there);
        if (distance < score || now > until) {
            verdict = by;
            score = distance;
            available = there;
            until = now + holdMillis;
        }
    }

    /** The objections to it; none if there is none, or it is too long ago. */
    List<Veto> vetoes(long now) {
        return now > until ? List.of() : filter.vetoes(verdict, available);
    }
}
