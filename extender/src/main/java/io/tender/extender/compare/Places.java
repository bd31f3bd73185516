package io.tender.extender.compare;

import io.tender.extender.compare.Difference.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares two orders. One name that moves to the front shifts all others, and only the one that moved is told. */
final class Places {
    private Places() {}

    static List<Difference> compare(List<String> before, List<String> after) {
        Map<String, Integer> placesAfter = places(after);
        Map<String, Integer> placesBefore = places(before);
        List<Difference> found = new ArrayList<>();
        List<String> common = new ArrayList<>();
        for (String name : before) {
            if (placesAfter.containsKey(name)) {
                common.add(name);
            } else {
                found.add(new Difference(Kind.MEMBER, name, place(placesBefore, name), "left out"));
            }
        }
        for (String name : after) {
            if (!placesBefore.containsKey(name)) {
                found.add(new Difference(Kind.MEMBER, name, "left out", place(placesAfter, name)));
            }
        }
        for (String name : moved(common, placesAfter)) {
            found.add(new Difference(Kind.PLACE, name, place(placesBefore, name), place(placesAfter, name)));
        }
        return found;
    }

    private static Map<String, Integer> places(List<String> names) {
        Map<String, Integer> places = HashMap.newHashMap(names.size());
        for (int i = 0; i < names.size(); i++) {
            places.put(names.get(i), i + 1);
        }
        return places;
    }

    private static String place(Map<String, Integer> places, String name) {
        return "place " + places.getOrDefault(name, 0);
    }

    /** Those outside a longest run of names that kept their order among each other. */
    private static List<String> moved(List<String> names, Map<String, Integer> placesAfter) {
        int count = names.size();
        int[] place = new int[count];
        for (int i = 0; i < count; i++) {
            place[i] = placesAfter.getOrDefault(names.get(i), 0);
        }
        // tails[k]: where the run of length k + 1 with the smallest last place ends; before[i]: what goes before i in
        // its run.
        int[] tails = new int[count];
        int[] before = new int[count];
        int length = 0;
        for (int i = 0; i < count; i++) {
            int low = 0;
            int high = length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (place[tails[middle]] < place[i]) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            before[i] = low == 0 ? -1 : tails[low - 1];
            tails[low] = i;
            length = Math.max(length, low + 1);
        }
        boolean[] kept = new boolean[count];
        for (int i = length == 0 ? -1 : tails[length - 1]; i >= 0; i = before[i]) {
            kept[i] = true;
        }
        List<String> moved = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (!kept[i]) {
                moved.add(names.get(i));
            }
        }
        return moved;
    }
}
