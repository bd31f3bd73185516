package io.tender.extender.server;

import io.tender.model.BrokenRule;
import io.tender.model.batch.Quantity;
import io.tender.model.batch.ResourceList;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

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
    static ResourceList read(JsonParser in) throws Unreadable {
        TreeMap<String, Long> all = new TreeMap<>();
        if (!JsonSource.isObject(in)) {
            return ResourceList.empty();
        }
        boolean real = false;
        double memory = 0;
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            in.nextToken();
            switch (name) {
                case "MilliCPU" -> {
                    real = true;
                    all.put(ResourceList.CPU, rounded(number(in)));
                }
                case "Memory" -> memory = number(in);
                case "ScalarResources" -> scalars(in, all);
                case "MaxTaskNum" -> JsonSource.skip(in);
                case "memory" -> all.put(ResourceList.MEMORY, rounded(number(in) * MEBIBYTE));
                default -> all.put(name, rounded(number(in) * (ResourceList.isBytes(name) ? 1 : 1000)));
            }
        }
        if (real) {
            all.put(ResourceList.MEMORY, rounded(memory));
        }
        return checked(all);
    }

    /** Places are counted one by one, everything else in thousandths, bytes too. */
    private static void scalars(JsonParser in, Map<String, Long> all) throws Unreadable {
        if (!JsonSource.isObject(in)) {
            return;
        }
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            in.nextToken();
            double amount = number(in);
            all.put(
                    name,
                    rounded(
                            name.equals(ResourceList.PODS)
                                    ? amount * 1000
                                    : ResourceList.isBytes(name) ? amount / 1000 : amount));
        }
    }

    /** As Kubernetes writes them: {@code 500m}, {@code 4Gi}. */
    static ResourceList quantities(JsonParser in) throws Unreadable {
        TreeMap<String, Long> all = new TreeMap<>();
        if (JsonSource.isObject(in)) {
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                in.nextToken();
                all.put(name, quantity(name, in));
            }
        }
        return checked(all);
    }

    private static long quantity(String name, JsonParser in) throws Unreadable {
        try {
            String text = in.getString();
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
    static ResourceList offered(JsonParser in) throws Unreadable {
        TreeMap<String, Long> all = new TreeMap<>();
        if (JsonSource.isObject(in)) {
            for (String name = JsonSource.member(in); !name.isEmpty(); name = JsonSource.member(in)) {
                switch (name) {
                    case "cpu" -> all.put(ResourceList.CPU, rounded(number(in) * 1000));
                    case "memory" -> all.put(ResourceList.MEMORY, rounded(number(in) * MEBIBYTE));
                    case "disk" -> all.put(ResourceList.STORAGE, rounded(number(in) * MEBIBYTE));
                    default -> JsonSource.skip(in);
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

    private static double number(JsonParser in) throws Unreadable {
        JsonToken token = in.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return 0;
        }
        if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
            throw JsonSource.wrong(in, "a number");
        }
        return in.getDoubleValue();
    }

    private static long rounded(double amount) throws Unreadable {
        if (Math.abs(amount) > Quantity.MOST_MILLIS) {
            throw new Unreadable("Got an amount of " + amount + "; expected at most " + Quantity.MOST_MILLIS);
        }
        return Math.round(amount);
    }
}
