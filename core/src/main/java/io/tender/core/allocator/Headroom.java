package io.tender.core.allocator;

import io.tender.core.tally.Tally;
import io.tender.model.ResourceQuantities;
import org.jspecify.annotations.Nullable;

/** What must be kept free for unmet guarantees, and what there is to keep it from, as a run goes on. */
final class Headroom {

    private final Tally required = new Tally();
    private final Tally available = new Tally();

    /** Cached, since it is asked for every pair and changes only with an offer. */
    private @Nullable ResourceQuantities surplus;

    /** Reads both from the books at the start of a run. */
    void begin(Books books, boolean nestedQuota) {
        require(books, nestedQuota);
        available.set(books.totals.all());
        available.subtract(books.roleOrder.held());
        Tally unheld = new Tally();
        unheld.set(books.roles.root.reservations);
        unheld.subtract(books.roles.root.heldReserved.sum());
        unheld.clip();
        available.subtract(unheld);
        available.subtract(books.availableRevocable);
        available.clip();
        surplus = null;
    }

    /** Reads anew what the guarantees need. */
    void require(Books books, boolean nestedQuota) {
        if (nestedQuota && books.roles.hasQuotas()) {
            required.clear();
            for (RoleNode role : books.roles.root.children.values()) {
                required.add(books.roles.nestedNeed(role));
            }
        } else {
            required.set(books.roles.need());
        }
        surplus = null;
    }

    Tally required() {
        return required;
    }

    boolean isRequired() {
        return !required.isEmpty();
    }

    /** What may be given away beyond guarantees; a name that is absent may not be given at all. */
    ResourceQuantities surplus() {
        ResourceQuantities known = surplus;
        if (known == null) {
            Tally left = new Tally();
            left.set(available);
            left.subtract(required);
            known = left.toQuantities();
            surplus = known;
        }
        return known;
    }

    void give(ResourceQuantities quantities) {
        available.subtractToZero(quantities);
        surplus = null;
    }

    void fulfil(ResourceQuantities guaranteed) {
        required.subtractToZero(guaranteed);
        surplus = null;
    }
}
