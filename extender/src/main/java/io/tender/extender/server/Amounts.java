package io.tender.extender.server;

import io.tender.model.BrokenRule;
import io.tender.model.batch.Quantity;
import io.tender.model.batch.ResourceList;
import java.util.Map;
import java.util.TreeMap;

/** Amounts of resources in the forms in which schedulers write them. */
final class Amounts {
    private static final double MEBIBYTE = 1 << 20;

    /** So few that no unit carries them beyond what is allowed. */
    private static final int MOST_DIGITS = 6;

    private static final int MOST_DIGITS_OF_GIBI = 3;

    private Amounts() {}

    /**
     * Cores, MiB and units by name as Volcano's page has them; or thousandths and bytes as the program does, which is told by
     * its key {@code MilliCPU}.
     */
    static ResourceList read(Cursor in) throws Unreadable {
        TreeMap<String, Long> all = new TreeMap<>();
        if (!in.opensObject()) {
            return ResourceList.empty();
        }
        boolean real = false;
        double memory = 0;
        while (in.hasMember()) {
            String name = in.name();
            switch (name) {
                case "MilliCPU" -> {
                    real = true;
                    all.put(ResourceList.CPU, rounded(in.number()));
                }
                case "Memory" -> memory = in.number();
                case "ScalarResources" -> scalars(in, all);
                case "MaxTaskNum" -> in.skip();
                case "memory" -> all.put(ResourceList.MEMORY, rounded(in.number() * MEBIBYTE));
                default -> all.put(name, rounded(in.number() * (ResourceList.isBytes(name) ? 1 : 1000)));
            }
        }
        if (real) {
            all.put(ResourceList.MEMORY, rounded(memory));
        }
        return checked(all);
    }

    /** Places are counted one by one, everything else in thousandths, bytes too. */
    private static void scalars(Cursor in, Map<String, Long> all) throws Unreadable {
        if (!in.opensObject()) {
            return;
        }
        while (in.hasMember()) {
            String name = in.name();
            double amount = in.number();
            all.put(
                    name,
                    rounded(
                            name.equals(ResourceList.PODS)
                                    ? amount * 1000
                                    : ResourceList.isBytes(name) ? amount / 1000 : amount));
        }
    }

    /** As Kubernetes writes them: {@code 500m}, {@code 4Gi}. */
    static ResourceList quantities(Cursor in) throws Unreadable {
        TreeMap<String, Long> all = new TreeMap<>();
        if (in.opensObject()) {
            while (in.hasMember()) {
                String name = in.name();
                all.put(name, quantity(name, in));
            }
        }
        return checked(all);
    }

    private static long quantity(String name, Cursor in) throws Unreadable {
        try {
            String text = in.words();
            boolean bytes = ResourceList.isBytes(name);
            long usual = usual(text, bytes ? 1 : 1000);
            return usual >= 0 ? usual : bytes ? Quantity.parseWhole(text) : Quantity.parse(text);
        } catch (BrokenRule none) {
            throw new Unreadable("Got " + none.got() + " of '" + name + "'; expected " + none.expected(), none);
        }
    }

    /** The usual texts at a glance, since every node has a dozen: 64, 110, 63500m, 256Gi. Below zero if it is none of them. */
    private static long usual(String text, long unit) {
        int digits = 0;
        long amount = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            amount = amount * 10 + text.charAt(digits++) - '0';
        }
        if (digits == 0 || digits > MOST_DIGITS) {
            return -1;
        }
        return switch (text.substring(digits)) {
            case "" -> amount * unit;
            case "m" -> unit == 1000 ? amount : -1;
            case "Ki" -> (amount * unit) << 10;
            case "Mi" -> (amount * unit) << 20;
            case "Gi" -> digits <= MOST_DIGITS_OF_GIBI ? (amount * unit) << 30 : -1;
            default -> -1;
        };
    }

    /** Cores, and megabytes of memory and disk, which Mesos counts by 1,048,576 bytes. */
    static ResourceList offered(Cursor in) throws Unreadable {
        TreeMap<String, Long> all = new TreeMap<>();
        if (in.opensObject()) {
            for (String name = in.member(); !name.isEmpty(); name = in.member()) {
                switch (name) {
                    case "cpu" -> all.put(ResourceList.CPU, rounded(in.number() * 1000));
                    case "memory" -> all.put(ResourceList.MEMORY, rounded(in.number() * MEBIBYTE));
                    case "disk" -> all.put(ResourceList.STORAGE, rounded(in.number() * MEBIBYTE));
                    default -> in.skip();
                }
            }
        }
        return checked(all);
    }

    private static ResourceList checked(Map<String, Long> all) throws Unreadable {
        try {
            return ResourceList.of(all);
        } catch (BrokenRule blank) {
            throw new Unreadable("Got an amount of a resource without a name", blank);
        }
    }

    private static long rounded(double amount) throws Unreadable {
        if (Math.abs(amount) > Quantity.MOST_MILLIS) {
            throw new Unreadable("Got an amount of " + amount + "; expected at most " + Quantity.MOST_MILLIS);
        }
        return Math.round(amount);
    }
}
