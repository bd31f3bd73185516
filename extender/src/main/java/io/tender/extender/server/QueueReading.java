package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

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

    /** The queue at which the parser stands, which reads a text that begins at a place of these bytes. */
    static Queue read(JsonParser in, byte[] bytes, int begin) throws Unreadable {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw JsonSource.wrong(in, "a queue");
        }
        int from = begin + (int) in.currentTokenLocation().getByteOffset();
        QueueReading queue = new QueueReading();
        for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
            if (key.equals("queue")) {
                queue.object(in);
            } else {
                queue.take(key, in, false);
            }
        }
        return queue.build(
                Document.part(bytes, from, begin + (int) in.currentLocation().getByteOffset()));
    }

    /** The object of Kubernetes within QueueInfo: its parts have the same words, with amounts as Kubernetes writes them. */
    private void object(JsonParser in) throws Unreadable {
        if (!JsonSource.isObject(in)) {
            return;
        }
        for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
            if ((key.equals("metadata") || key.equals("spec") || key.equals("status")) && JsonSource.isObject(in)) {
                for (String inner = JsonSource.member(in); !inner.isEmpty(); inner = JsonSource.member(in)) {
                    take(inner, in, true);
                }
            } else {
                JsonSource.skip(in);
            }
        }
    }

    private void take(String key, JsonParser in, boolean kubernetes) throws Unreadable {
        switch (key) {
            case "name" -> name = JsonSource.text(in);
            case "weight" -> weight = JsonSource.whole(in);
            case "capability" -> capability = amounts(in, kubernetes);
            case "guarantee" -> guarantee = kubernetes ? resource(in) : Amounts.read(in);
            case "deserved" -> deserved = amounts(in, kubernetes);
            case "allocated" -> allocated = Optional.of(amounts(in, kubernetes));
            case "reclaimable" -> reclaimable = in.currentToken() == JsonToken.VALUE_NULL || JsonSource.truth(in);
            case "priority" -> priority = JsonSource.whole(in);
            case "parent" -> parent = JsonSource.text(in);
            case "state" -> state = JsonSource.text(in);
            case "annotations" -> annotations = JsonSource.texts(in);
            default -> JsonSource.skip(in);
        }
    }

    private static ResourceList amounts(JsonParser in, boolean kubernetes) throws Unreadable {
        return kubernetes ? Amounts.quantities(in) : Amounts.read(in);
    }

    private static ResourceList resource(JsonParser in) throws Unreadable {
        ResourceList amounts = ResourceList.empty();
        if (JsonSource.isObject(in)) {
            for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
                if (key.equals("resource")) {
                    amounts = Amounts.quantities(in);
                } else {
                    JsonSource.skip(in);
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
