package io.tender.spi;

import io.tender.model.Resource;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Value;
import io.tender.spi.AllocatorRefusal.Reason;
import java.util.List;

/**
 * How much is too much: what every allocator checks at its door, so that no sum behind it can overflow.
 *
 * <p>Amounts are bounded one by one ({@link #LARGEST}) and in sum ({@link #LARGEST_SUM}). Whoever meets these bounds has
 * nearly always mistaken a unit.
 */
public final class Amounts {

    /** The most of one resource, in its unit: 2 to the power of 40, an exabyte where the unit is the megabyte. */
    public static final long LARGEST = 1L << 40;

    /** The most that may be added up, in thousandths; twice this can still be counted. */
    public static final long LARGEST_SUM = Long.MAX_VALUE / 2;

    private static final long UNIT = 1000;

    private Amounts() {}

    /**
     * Refuses resources of which one is too large, or which are too large together. The sum is taken over all names,
     * which is stricter than needed by less than anybody will notice.
     *
     * @param what whose amounts they are, such as "the total of agent"; the id is put behind it
     */
    public static void check(String what, Object id, Iterable<Resources> all) {
        double sum = 0;
        for (Resources resources : all) {
            for (Resource resource : resources) {
                if (resource.value() instanceof Value.Scalar scalar) {
                    check(what, id, resource.name(), scalar.millis());
                    sum += scalar.millis();
                }
            }
        }
        if (sum > LARGEST_SUM) {
            throw tooLarge(
                    what, id, "amounts that add up to " + (long) (sum / UNIT), "a sum up to " + LARGEST_SUM / UNIT);
        }
    }

    /** The same for resources of one holder; nearly all are plain, and then no object need be looked at. */
    public static void check(String what, Object id, Resources resources) {
        if (resources.hasSpecialScalars()) {
            check(what, id, List.of(resources));
        } else {
            check(what, id, resources.unallocate().quantities());
        }
    }

    public static void check(String what, Object id, ResourceQuantities quantities) {
        for (int i = 0; i < quantities.size(); i++) {
            check(what, id, quantities.name(i), quantities.millis(i));
        }
    }

    private static void check(String what, Object id, String name, long millis) {
        if (millis > LARGEST * UNIT) {
            throw tooLarge(what, id, millis / UNIT + " of '" + name + "'", "at most " + LARGEST);
        }
    }

    /** Refuses what would make the amount of one name on all agents uncountable. */
    public static void checkCluster(String name, long others, long added) {
        if (others > LARGEST_SUM - added) {
            throw tooLarge(
                    "the agents' total of",
                    name,
                    "more than " + LARGEST_SUM / UNIT + " with this agent",
                    "a sum up to that");
        }
    }

    private static AllocatorRefusal tooLarge(String what, Object id, String got, String expected) {
        return new AllocatorRefusal(
                Reason.TOO_LARGE, what + " '" + id + "': got " + got + ", expected " + expected + "; mind the unit");
    }
}
