package io.tender.core.offers;

import io.tender.model.service.HostOffer;
import io.tender.spi.Chance;

/** One name of the setting {@code offer_order}: what offers are compared by, the smallest first. */
enum OrderKey {
    /** Any order, the same for an offer as long as it is held. */
    RANDOM {
        @Override
        long of(HostOffer offer, Chance chance) {
            return chance.draw(Chance.key(SALT, Chance.key(offer.id().value())));
        }
    },
    /** Fills up machines by CPU. */
    CPU {
        @Override
        long of(HostOffer offer, Chance chance) {
            return offer.firm().cpuMillis();
        }
    },
    /** Fills up machines by memory. */
    MEMORY {
        @Override
        long of(HostOffer offer, Chance chance) {
            return offer.firm().ramMillis();
        }
    },
    /** Fills up machines by disk. */
    DISK {
        @Override
        long of(HostOffer offer, Chance chance) {
            return offer.firm().diskMillis();
        }
    },
    /** Fills up machines by CPUs that can be taken back; offers without any come last. */
    REVOCABLE_CPU {
        @Override
        long of(HostOffer offer, Chance chance) {
            long millis = offer.revocable().cpuMillis();
            return millis == 0 ? Long.MAX_VALUE : millis;
        }
    };

    /** Keeps these draws apart from all others of the same source. */
    private static final long SALT = Chance.key("offer_order");

    abstract long of(HostOffer offer, Chance chance);
}
