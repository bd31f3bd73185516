package io.tender.daemon.http;

import io.tender.mesos.Media;
import io.tender.mesos.MesosSchema;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A framework in a test: subscribes in role {@code eng}, and says what the test has it say. */
public final class SchedulerClient implements AutoCloseable {
    private final ServedMaster master;
    private final Media media;
    public final EventReader events;
    public final String id;
    public final String streamId;

    private SchedulerClient(ServedMaster master, Media media, EventReader events, String id) {
        this.master = master;
        this.media = media;
        this.events = events;
        this.id = id;
        this.streamId = events.header("Mesos-Stream-Id").orElse("");
    }

    public static SchedulerClient subscribe(ServedMaster master) {
        return subscribe(master, Media.JSON);
    }

    public static SchedulerClient subscribe(ServedMaster master, Media media) {
        EventReader events = master.stream(ServedMaster.SCHEDULER, media, encode(media, subscription("")));
        return new SchedulerClient(master, media, events, framework(events.await("SUBSCRIBED")));
    }

    /** Subscribes with more than the usual: what stands beside {@code framework_info}, such as offer constraints. */
    public static SchedulerClient subscribe(ServedMaster master, Media media, String more) {
        EventReader events = master.stream(ServedMaster.SCHEDULER, media, encode(media, subscription("", more)));
        return new SchedulerClient(master, media, events, framework(events.await("SUBSCRIBED")));
    }

    private static String framework(JsonNode subscribed) {
        return subscribed.at("/subscribed/framework_id/value").stringValue();
    }

    /** The same framework over another connection. */
    public SchedulerClient again() {
        EventReader stream = master.stream(ServedMaster.SCHEDULER, media, encode(media, subscription(id)));
        stream.await("SUBSCRIBED");
        return new SchedulerClient(master, media, stream, id);
    }

    /** The call SUBSCRIBE; with an empty id for a new framework. */
    public static String subscription(String id) {
        return subscription(id, "");
    }

    /** @param more fields beside {@code framework_info}, if any */
    public static String subscription(String id, String more) {
        String known = id.isEmpty() ? "" : "'id': {'value': '" + id + "'}, ";
        String named = id.isEmpty() ? "" : "'framework_id': {'value': '" + id + "'}, ";
        return "{'type': 'SUBSCRIBE', " + named + "'subscribe': {'framework_info': {" + known
                + "'user': 'root', 'name': 'test', 'roles': ['eng'], 'failover_timeout': 3600,"
                + " 'capabilities': [{'type': 'MULTI_ROLE'}, {'type': 'PARTITION_AWARE'},"
                + " {'type': 'RESERVATION_REFINEMENT'}]}" + (more.isEmpty() ? "" : ", " + more) + "}}";
    }

    private static byte[] encode(Media media, String json) {
        byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        if (media == Media.JSON) {
            return bytes;
        }
        ObjectNode tree = Media.JSON.read(MesosSchema.SCHEDULER_CALL, bytes);
        return media.write(MesosSchema.SCHEDULER_CALL, tree);
    }

    /** A call of this framework over its stream; {@code rest} is what stands after the type. */
    public ServedMaster.Reply call(String type, String rest) {
        return call(type, rest, "Mesos-Stream-Id", streamId);
    }

    public ServedMaster.Reply call(String type, String rest, String... headers) {
        String json = "{'type': '" + type + "', 'framework_id': {'value': '" + id + "'}"
                + (rest.isEmpty() ? "" : ", " + rest) + "}";
        return master.post(ServedMaster.SCHEDULER, media, encode(media, json), headers);
    }

    /** The next offer. */
    public JsonNode offer() {
        return events.await("OFFERS").at("/offers/offers/0");
    }

    /** Starts a task with a quarter of a CPU on what was offered. */
    public ServedMaster.Reply launch(JsonNode offer, String task) {
        String agent = offer.at("/agent_id/value").stringValue();
        return call(
                "ACCEPT",
                "'accept': {'offer_ids': [{'value': '" + offer.at("/id/value").stringValue()
                        + "'}], 'filters': {'refuse_seconds': 0}, 'operations': [{'type': 'LAUNCH', 'launch':"
                        + " {'task_infos': [{'name': '" + task + "', 'task_id': {'value': '" + task
                        + "'}, 'agent_id': {'value': '" + agent + "'}, 'command': {'value': 'sleep 1'},"
                        + " 'labels': {'labels': [{'key': 'tier', 'value': 'gold'}]}, 'resources':"
                        + " [{'name': 'cpus', 'type': 'SCALAR', 'scalar': {'value': 0.25}, 'allocation_info':"
                        + " {'role': 'eng'}}]}]}}]}");
    }

    /** Waits for the news that a task is in that state, without acknowledging it. */
    public JsonNode status(String task, String state) {
        return events.await(
                        "UPDATE",
                        event -> event.at("/update/status/task_id/value")
                                        .stringValue("")
                                        .equals(task)
                                && event.at("/update/status/state")
                                        .stringValue("")
                                        .equals(state))
                .at("/update/status");
    }

    public ServedMaster.Reply acknowledge(JsonNode status) {
        return call(
                "ACKNOWLEDGE",
                "'acknowledge': {'agent_id': " + quoted(status.get("agent_id")) + ", 'task_id': "
                        + quoted(status.get("task_id")) + ", 'uuid': '"
                        + status.get("uuid").stringValue() + "'}");
    }

    private static String quoted(JsonNode node) {
        return node.toString().replace('"', '\'');
    }

    @Override
    public void close() {
        events.close();
    }
}
