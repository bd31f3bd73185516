package io.tender.core.batch;

import io.tender.model.batch.ResourceList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes on which tasks of a kind are tried, in this order: those first that have least room for them; of tasks that have to be
 * beside others, or others beside them, those first near which most of these would have room.
 */
final class GangNodes {
    private final int[] numbers;
    private final long[] placesFrom;

    /** Those who have to be near: by the key of which label, and how much one of them asks for. */
    record Near(String key, ResourceList request) {}

    /** A node with room for a task of the kind. */
    private record Choice(int number, long places, double room, String near, long placesNear) {}

    private GangNodes(List<Choice> choices) {
        numbers = new int[choices.size()];
        placesFrom = new long[choices.size() + 1];
        for (int i = choices.size() - 1; i >= 0; i--) {
            numbers[i] = choices.get(i).number();
            placesFrom[i] = ResourceList.sum(placesFrom[i + 1], choices.get(i).places());
        }
    }

    /**
     * @param rooms what the nodes to choose among have, all of which have room for such a task
     * @param around what these and others near them have
     * @param total what there is, by which amounts are compared
     */
    static GangNodes of(
            SessionTask task,
            Optional<Near> company,
            Map<SessionNode, ResourceList> rooms,
            Map<SessionNode, ResourceList> around,
            ResourceList total) {
        Map<String, Long> near = new HashMap<>();
        company.ifPresent(who -> around.forEach((node, room) -> label(node, who.key())
                .ifPresent(label -> near.merge(label, GangRoom.places(room, who.request()), ResourceList::sum))));
        List<Choice> choices = new ArrayList<>();
        rooms.forEach((node, room) -> {
            Optional<String> label = company.flatMap(who -> label(node, who.key()));
            choices.add(new Choice(
                    node.index(),
                    GangRoom.places(room, task.request()),
                    size(room, task.request(), total),
                    label.orElse(""),
                    label.map(where -> near.getOrDefault(where, 0L)).orElse(0L)));
        });
        choices.sort(Comparator.comparingLong(Choice::placesNear)
                .reversed()
                .thenComparing(Choice::near)
                .thenComparingDouble(Choice::room)
                .thenComparingInt(Choice::number));
        return new GangNodes(choices);
    }

    /** Nodes without the label are near nobody, not near each other. */
    private static Optional<String> label(SessionNode node, String key) {
        return Optional.ofNullable(node.node().labels().get(key));
    }

    /** The largest part of all there is that a node has of anything that such tasks ask for. All nodes have many pods to spare. */
    private static double size(ResourceList room, ResourceList request, ResourceList total) {
        double size = 0;
        for (int i = 0; i < request.size(); i++) {
            String name = request.name(i);
            if (request.millis(i) > 0 && !name.equals(ResourceList.PODS)) {
                size = Math.max(size, (double) room.millis(name) / Math.max(1, total.millis(name)));
            }
        }
        return size;
    }

    int size() {
        return numbers.length;
    }

    /** The number of the node that is tried at that place. */
    int number(int place) {
        return numbers[place];
    }

    /** How many tasks of the kind would have room there and on all that are tried later, if they were alone. */
    long placesFrom(int place) {
        return placesFrom[place];
    }
}
