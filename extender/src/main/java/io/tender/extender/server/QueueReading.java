package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;

/** Reads a queue in either of Volcano's forms: the lean one of its page, and the program's QueueInfo. */
final class QueueReading {
    private String name = "";
    private int weight = 1;
    private ResourceList capability = ResourceList.empty();
    private ResourceList guarantee = ResourceList.empty();
    private ResourceList deserved = ResourceList.empty();
    private Optional<ResourceList> allocated = Optional.empty();
    private boolean reclaimable = true;
    private int priority;
    private String parent = "";
    private String state = "";
    private SortedMap<String, String> annotations = Collections.emptySortedMap();

    private QueueReading() {}

    /** The queue at which the cursor is. */
    static Queue read(Cursor in) throws Unreadable {
        int from = in.openObject("a queue");
        QueueReading queue = new QueueReading();
        for (String key = in.member(); !key.isEmpty(); key = in.member()) {
            if (key.equals("queue")) {
                queue.object(in);
            } else {
                queue.take(key, in, false);
            }
        }
        return queue.build(in.since(from));
    }

    /** The object of Kubernetes within QueueInfo: its parts have the same words, with amounts as Kubernetes writes them. */
    private void object(Cursor in) throws Unreadable {
        if (!in.opensObject()) {
            return;
        }
        for (String key = in.member(); !key.isEmpty(); key = in.member()) {
            if ((key.equals("metadata") || key.equals("spec") || key.equals("status")) && in.opensObject()) {
                for (String inner = in.member(); !inner.isEmpty(); inner = in.member()) {
                    take(inner, in, true);
                }
            } else {
                in.skip();
            }
        }
    }

    private void take(String key, Cursor in, boolean kubernetes) throws Unreadable {
        switch (key) {
            case "name" -> name = in.text();
            case "weight" -> weight = in.whole();
            case "capability" -> capability = amounts(in, kubernetes);
            case "guarantee" -> guarantee = kubernetes ? resource(in) : Amounts.read(in);
            case "deserved" -> deserved = amounts(in, kubernetes);
            case "allocated" -> allocated = Optional.of(amounts(in, kubernetes));
            case "reclaimable" -> reclaimable = in.passesNull() || in.truth();
            case "priority" -> priority = in.whole();
            case "parent" -> parent = in.text();
            case "state" -> state = in.text();
            case "annotations" -> annotations = in.texts();
            default -> in.skip();
        }
    }

    private static ResourceList amounts(Cursor in, boolean kubernetes) throws Unreadable {
        return kubernetes ? Amounts.quantities(in) : Amounts.read(in);
    }

    private static ResourceList resource(Cursor in) throws Unreadable {
        ResourceList amounts = ResourceList.empty();
        if (in.opensObject()) {
            for (String key = in.member(); !key.isEmpty(); key = in.member()) {
                if (key.equals("resource")) {
                    amounts = Amounts.quantities(in);
                } else {
                    in.skip();
                }
            }
        }
        return amounts;
    }

    private Queue build(Document raw) {
        return new Queue(
                name,
                weight,
                capability,
                guarantee,
                deserved,
                allocated,
                reclaimable,
                priority,
                PodReading.present(parent),
                PodReading.present(state),
                annotations,
                raw);
    }
}
