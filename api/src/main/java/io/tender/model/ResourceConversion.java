package io.tender.model;

import java.util.List;

/**
 * Resources that turn into others, such as disk into a volume.
 *
 * @param lastCopy whether no copy of what is consumed may be left over: destroying a shared volume needs that
 */
public record ResourceConversion(Resources consumed, Resources converted, boolean lastCopy) {
    public ResourceConversion(Resources consumed, Resources converted) {
        this(consumed, converted, false);
    }

    /** Turns what is consumed into what it is converted to, if it is all there. */
    public Applied apply(Resources resources) {
        if (!resources.contains(consumed)) {
            return new Applied.Refused("Got '" + resources + "'; expected it to contain '" + consumed + "'");
        }
        Resources left = resources.minus(consumed);
        if (lastCopy && !consumed.isEmpty() && left.contains(consumed)) {
            return new Applied.Refused(
                    "Got additional shared copies of '" + consumed + "'; expected this one to be the last");
        }
        return new Applied.Ok(left.plus(converted));
    }

    /** Applies them in order; one that is refused refuses all. */
    public static Applied applyAll(Resources resources, List<ResourceConversion> conversions) {
        Resources current = resources;
        for (ResourceConversion conversion : conversions) {
            switch (conversion.apply(current)) {
                case Applied.Ok ok -> current = ok.resources();
                case Applied.Refused refused -> {
                    return refused;
                }
            }
        }
        return new Applied.Ok(current);
    }
}
