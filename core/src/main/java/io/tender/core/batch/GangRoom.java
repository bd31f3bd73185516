package io.tender.core.batch;

import io.tender.model.batch.ResourceList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * How much room some nodes have, and whether a gang could have enough of it. Most gangs that wait do so for want of room; to find that
 * out by trying, the workers of a gang that is one place short would have to be left out of each node in turn.
 */
final class GangRoom {
    /** Places are counted for so many different requests at the most, as that costs all nodes each time. */
    private static final int MOST_COUNTED = 16;

    private final List<ResourceList> rooms;
    private int looks;

    GangRoom(List<ResourceList> rooms) {
        this.rooms = rooms;
    }

    /** How often a node was looked at. */
    int looks() {
        return looks;
    }

    /** How many tasks that ask for so much have room beside each other, if that is all that counts. */
    static long places(ResourceList room, ResourceList request) {
        long places = Long.MAX_VALUE;
        for (int i = 0; i < request.size(); i++) {
            if (request.millis(i) > 0) {
                places = Math.min(places, Math.max(0, room.millis(request.name(i))) / request.millis(i));
            }
        }
        return places;
    }

    /** Whether so many of these could find room; where not, that is certain. */
    boolean couldTake(List<ResourceList> requests, int needed) {
        if (requests.size() < needed) {
            return false;
        }
        Map<ResourceList, Integer> counts = new LinkedHashMap<>();
        requests.forEach(request -> counts.merge(request, 1, Integer::sum));
        return hasEnough(requests, needed)
                && counts.keySet().stream()
                        .limit(MOST_COUNTED)
                        .allMatch(request -> hasPlaces(request, counts, requests.size() - Math.max(0, needed)));
    }

    /** Whether there is as much as those ask for who ask for least, if it were all in one piece. */
    private boolean hasEnough(List<ResourceList> requests, int needed) {
        Set<String> names = new TreeSet<>();
        requests.forEach(request -> names.addAll(request.asMap().keySet()));
        for (String name : names) {
            long least = requests.stream()
                    .mapToLong(request -> request.millis(name))
                    .sorted()
                    .limit(Math.max(0, needed))
                    .sum();
            if (!hasEnough(name, least)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasEnough(String name, long least) {
        long there = 0;
        for (ResourceList room : rooms) {
            if (there >= least) {
                return true;
            }
            looks++;
            there = ResourceList.sum(there, Math.max(0, room.millis(name)));
        }
        return there >= least;
    }

    /**
     * Whether there are as many places for such a task as are taken by those who ask for as much or more: each of them takes one, or as
     * many as it is larger.
     *
     * @param spare so many need no place
     */
    private boolean hasPlaces(ResourceList request, Map<ResourceList, Integer> counts, int spare) {
        List<Taking> taking = new ArrayList<>();
        counts.forEach((other, count) -> taking.add(new Taking(places(other, request), count)));
        taking.sort(Comparator.comparingLong(Taking::places).reversed());
        long taken = 0;
        int left = spare;
        for (Taking one : taking) {
            int out = Math.min(left, one.count());
            left -= out;
            taken += one.places() * (one.count() - out);
        }
        long there = 0;
        for (ResourceList room : rooms) {
            if (there >= taken) {
                return true;
            }
            looks++;
            there += Math.min(taken, places(room, request));
        }
        return there >= taken;
    }

    /** So many tasks take so many places each. */
    private record Taking(long places, int count) {}
}
