package io.tender.core.batch.plugin;

import io.tender.model.Names;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Arguments;
import java.util.Map;
import java.util.TreeMap;

/** How much each resource counts; those not named count nothing. */
final class ResourceWeights {
    private final String[] names;
    private final int[] weights;

    private ResourceWeights(Map<String, Integer> byName) {
        names = byName.keySet().stream().map(Names::intern).toArray(String[]::new);
        weights = byName.values().stream().mapToInt(Integer::intValue).toArray();
    }

    /** Reads {@code <prefix>.cpu}, {@code .memory}, the list {@code .resources} and {@code .resources.<name>}. */
    static ResourceWeights read(Arguments arguments, String prefix) {
        Map<String, Integer> byName = new TreeMap<>();
        byName.put(ResourceList.CPU, weight(arguments, prefix + ".cpu", 1));
        byName.put(ResourceList.MEMORY, weight(arguments, prefix + ".memory", 1));
        String list = prefix + ".resources";
        for (String name : arguments.texts(list)) {
            byName.put(name, weight(arguments, list + "." + name, 1));
        }
        for (String argument : arguments.namesUnder(list + ".")) {
            String name = argument.substring(list.length() + 1);
            if (!byName.containsKey(name)) {
                arguments.problem(
                        argument, String.valueOf(arguments.values().get(argument)), "'" + name + "' also in " + list);
            }
        }
        return new ResourceWeights(byName);
    }

    /** A whole number that is not below zero. */
    static int weight(Arguments arguments, String name, int usual) {
        int weight = arguments.integer(name, usual);
        if (weight < 0) {
            arguments.problem(name, weight, "0 or more");
            return usual;
        }
        return weight;
    }

    @SuppressWarnings("ReferenceEquality") // names are interned: the fast path
    int of(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i] == name || names[i].equals(name)) {
                return weights[i];
            }
        }
        return 0;
    }
}
