package io.tender.core.services;

import io.tender.core.offers.OfferOrder;
import io.tender.model.service.HostOffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An offer in the scheduler's hands, with what has been found out about it. */
final class HeldOffer extends OfferOrder.Entry {
    Agenda.Entry holdEnd = Agenda.Entry.NONE;

    /** The attempt that looked at it last, so that no attempt looks twice. */
    long seenBy = -1;

    /** The attempt that asked an offer set about it last. */
    long askedBy = -1;

    /** A filter that it fits as long as it is in hand, whatever else happens. */
    @Nullable
    SchedulingFilter fits;

    private @Nullable Map<TaskGroup, Ban> bans;

    /** A verdict that stays true while the offer stays as it is. */
    private record Ban(int verdict, long until) {}

    HeldOffer(HostOffer offer) {
        super(offer);
    }

    /** The lasting verdict on it for a group, if one is known and not too old. */
    int ban(TaskGroup group, long now) {
        if (bans == null) {
            return Verdict.FITS;
        }
        Ban ban = bans.get(group);
        return ban == null || ban.until < now ? Verdict.FITS : ban.verdict;
    }

    /** Remembers a lasting verdict; true if there was none for the group. */
    boolean ban(TaskGroup group, int verdict, long until) {
        if (bans == null) {
            bans = new HashMap<>(2);
        }
        return bans.put(group, new Ban(verdict, until)) == null;
    }

    /** Forgets the verdict for a group; true if there was one. */
    boolean unban(TaskGroup group) {
        return bans != null && bans.remove(group) != null;
    }

    int bans() {
        return bans == null ? 0 : bans.size();
    }
}
