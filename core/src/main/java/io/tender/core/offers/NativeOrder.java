package io.tender.core.offers;

import io.tender.model.BrokenRule;
import io.tender.model.service.HostOffer;
import io.tender.spi.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The order of the setting {@code offer_order}: machines far from maintenance first, then as the setting's names say,
 * and at last by offer id, so that two equal machines are still two.
 */
public final class NativeOrder implements Comparator<HostOffer> {

    private final List<OrderKey> keys;
    private final Chance chance;

    private NativeOrder(List<OrderKey> keys, Chance chance) {
        this.keys = List.copyOf(keys);
        this.chance = chance;
    }

    /** Reads names with commas between, upper or lower case: RANDOM, CPU, MEMORY, DISK, REVOCABLE_CPU. */
    public static NativeOrder parse(String names, Chance chance) {
        List<OrderKey> keys = new ArrayList<>();
        for (String name : names.split(",", -1)) {
            keys.add(key(name.trim(), names));
        }
        return new NativeOrder(keys, chance);
    }

    private static OrderKey key(String name, String names) {
        for (OrderKey key : OrderKey.values()) {
            if (key.name().equals(name.toUpperCase(Locale.ROOT))) {
                return key;
            }
        }
        throw BrokenRule.of(
                "There is no offer order called '" + name + "'.",
                "offer_order '" + names + "'",
                "names out of " + Arrays.toString(OrderKey.values()) + ", with commas between",
                "correct the name");
    }

    /** All that an offer is compared by before its id; smaller comes first. */
    long[] keysOf(HostOffer offer) {
        long[] values = new long[2 + keys.size()];
        values[0] = offer.mode().nearness();
        values[1] = closeness(offer);
        for (int i = 0; i < keys.size(); i++) {
            values[2 + i] = keys.get(i).of(offer, chance);
        }
        return values;
    }

    /** No announced unavailability first, then the latest. */
    private static long closeness(HostOffer offer) {
        return offer.unavailability().isEmpty()
                ? Long.MIN_VALUE
                : -offer.unavailability().get().start().toEpochMilli();
    }

    @Override
    public int compare(HostOffer a, HostOffer b) {
        int order = Integer.compare(a.mode().nearness(), b.mode().nearness());
        order = order != 0 ? order : Long.compare(closeness(a), closeness(b));
        for (int i = 0; order == 0 && i < keys.size(); i++) {
            order = Long.compare(keys.get(i).of(a, chance), keys.get(i).of(b, chance));
        }
        return order != 0 ? order : a.id().compareTo(b.id());
    }

    /** The names it was read from, in upper case. */
    @Override
    public String toString() {
        return String.join(",", keys.stream().map(OrderKey::name).toList());
    }
}
