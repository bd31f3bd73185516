package io.tender.core.tally;

import io.tender.model.AgentId;
import io.tender.model.Resource;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What somebody holds, as scalar quantities; a shared resource counts once per agent however many copies are held. */
public final class Account {

    private final Tally sum = new Tally();

    /** Copies held of each shared resource; absent while nothing shared is held, which is nearly always. */
    private @Nullable Map<SharedOn, Integer> copies;

    private record SharedOn(AgentId agent, Resource resource) {}

    public Tally sum() {
        return sum;
    }

    /** Whether nothing is held. */
    public boolean isEmpty() {
        return copies == null && sum.isEmpty();
    }

    public void add(AgentId agent, Resources resources) {
        if (!resources.hasShared()) {
            sum.add(resources.quantities());
            return;
        }
        sum.add(resources.nonShared().quantities());
        for (Resource shared : resources.shared()) {
            addCopies(agent, shared, resources.copies(shared));
        }
    }

    public void subtract(AgentId agent, Resources resources) {
        if (!resources.hasShared()) {
            sum.subtract(resources.quantities());
            return;
        }
        sum.subtract(resources.nonShared().quantities());
        for (Resource shared : resources.shared()) {
            addCopies(agent, shared, -resources.copies(shared));
        }
    }

    /** Takes over all another account holds, on the same agents or others. */
    public void addAll(Account other) {
        if (other.copies == null) {
            sum.add(other.sum);
            return;
        }
        Tally plain = new Tally();
        plain.set(other.sum);
        other.copies.forEach((shared, count) -> plain.subtract(amount(shared.resource())));
        sum.add(plain);
        other.copies.forEach((shared, count) -> addCopies(shared.agent(), shared.resource(), count));
    }

    /** Takes away all that another account holds, which must be part of this one. */
    public void subtractAll(Account other) {
        if (other.copies == null) {
            sum.subtract(other.sum);
            return;
        }
        Tally plain = new Tally();
        plain.set(other.sum);
        other.copies.forEach((shared, count) -> plain.subtract(amount(shared.resource())));
        sum.subtract(plain);
        other.copies.forEach((shared, count) -> addCopies(shared.agent(), shared.resource(), -count));
    }

    private void addCopies(AgentId agent, Resource resource, int change) {
        if (copies == null) {
            copies = new HashMap<>();
        }
        SharedOn key = new SharedOn(agent, resource);
        int before = copies.getOrDefault(key, 0);
        int after = before + change;
        if (before == 0 && after != 0) {
            sum.add(amount(resource));
        } else if (before != 0 && after == 0) {
            sum.subtract(amount(resource));
        }
        if (after == 0) {
            copies.remove(key);
            if (copies.isEmpty()) {
                copies = null;
            }
        } else {
            copies.put(key, after);
        }
    }

    private static ResourceQuantities amount(Resource resource) {
        return resource.value() instanceof Value.Scalar scalar
                ? ResourceQuantities.of(resource.name(), scalar.millis())
                : ResourceQuantities.empty();
    }
}
