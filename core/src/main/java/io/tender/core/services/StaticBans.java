package io.tender.core.services;

/**
 * Remembers which offers are hopeless for which groups, so that they are not looked at in every attempt.
 *
 * <p>A ban lives with the offer as it is: it goes when the offer goes, when its machine's attributes or maintenance
 * change, and after the longest time an offer is held. How many there are is bounded.
 */
final class StaticBans {
    private final int most;
    private final long lengthMillis;
    private int size;

    StaticBans(ServiceSettings settings) {
        this.most = settings.staticBansMax();
        this.lengthMillis = settings.minOfferHoldMillis() + settings.offerHoldJitterMillis();
    }

    void ban(HeldOffer held, TaskGroup group, int verdict, long now) {
        if (size < most && held.ban(group, verdict, now + lengthMillis)) {
            size++;
        }
    }

    /** The lasting verdict on an offer for a group, or that it fits as far as is known. */
    int verdict(HeldOffer held, TaskGroup group, long now) {
        return held.ban(group, now);
    }

    /** The offer is gone, or no longer what it was. */
    void dropped(HeldOffer held) {
        size -= held.bans();
    }

    /** The group is gone. */
    void dropped(Iterable<HeldOffer> offers, TaskGroup group) {
        for (HeldOffer held : offers) {
            size -= held.unban(group) ? 1 : 0;
        }
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }
}
