package io.tender.daemon.http.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.http.EventReader;
import io.tender.daemon.http.SchedulerClient;
import io.tender.daemon.http.ServedMaster;
import io.tender.daemon.http.scheduler.SchedulerApi;
import io.tender.extender.http.Access;
import io.tender.mesos.Media;
import io.tender.mesos.MesosSchema;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OperatorEventsTest {
    private static final String SUBSCRIBE = "{'type': 'SUBSCRIBE'}";

    private ServedMaster master = new ServedMaster();

    @AfterEach
    void close() {
        master.close();
    }

    private void restart(Duration heartbeat, int mostStreams) {
        master.close();
        master = new ServedMaster(
                Access.open(),
                SchedulerApi.Settings.usual(),
                new OperatorApi.Settings(
                        "0.5", Instant.EPOCH, new TreeMap<>(), heartbeat, 1 << 20, 1 << 20, mostStreams));
    }

    @Test
    void a_stream_begins_with_the_state_and_goes_on_with_every_change_of_it() {
        master.cluster.add("first", "cpus:4;mem:1024");
        master.loop().ask(there -> there.view().agents()).join();

        try (EventReader events = master.stream(ServedMaster.OPERATOR, SUBSCRIBE)) {
            JsonNode state = events.await("SUBSCRIBED").get("subscribed");
            assertThat(state.at("/get_state/get_agents/agents/0/agent_info/id/value")
                            .stringValue())
                    .isEqualTo("first");
            assertThat(state.get("heartbeat_interval_seconds").doubleValue()).isEqualTo(15);
            events.await("HEARTBEAT");

            master.cluster.add("second", "cpus:1;mem:64");
            assertThat(events.await("AGENT_ADDED")
                            .at("/agent_added/agent/agent_info/id/value")
                            .stringValue())
                    .isEqualTo("second");
            SchedulerClient framework = SchedulerClient.subscribe(master);
            assertThat(events.await("FRAMEWORK_ADDED")
                            .at("/framework_added/framework/framework_info/id/value")
                            .stringValue())
                    .isEqualTo(framework.id);
            framework.launch(framework.offer(), "t");
            assertThat(events.await("TASK_ADDED")
                            .at("/task_added/task/task_id/value")
                            .stringValue())
                    .isEqualTo("t");
            JsonNode updated = events.await("TASK_UPDATED").get("task_updated");
            assertThat(updated.get("state").stringValue()).isEqualTo("TASK_RUNNING");
            assertThat(updated.at("/framework_id/value").stringValue()).isEqualTo(framework.id);
            framework.close();
            assertThat(events.await("FRAMEWORK_UPDATED")
                            .at("/framework_updated/framework/connected")
                            .booleanValue())
                    .isFalse();
            master.ask("{'type': 'TEARDOWN', 'teardown': {'framework_id': {'value': '" + framework.id + "'}}}");
            assertThat(events.await("FRAMEWORK_REMOVED")
                            .at("/framework_removed/framework_info/name")
                            .stringValue())
                    .isEqualTo("test");
            master.cluster.remove("second");
            assertThat(events.await("AGENT_REMOVED")
                            .at("/agent_removed/agent_id/value")
                            .stringValue())
                    .isEqualTo("second");
        }
    }

    @Test
    void the_same_comes_in_protobuf() {
        byte[] call = Media.PROTOBUF.write(
                MesosSchema.OPERATOR_CALL,
                Media.JSON.read(
                        MesosSchema.OPERATOR_CALL, SUBSCRIBE.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));

        try (EventReader events = master.stream(ServedMaster.OPERATOR, Media.PROTOBUF, call)) {
            assertThat(events.header("Content-Type")).contains("application/x-protobuf");
            assertThat(events.await("SUBSCRIBED").at("/subscribed/get_state").isObject())
                    .isTrue();
            master.cluster.add("a", "cpus:1;mem:64");
            assertThat(events.await("AGENT_ADDED")
                            .at("/agent_added/agent/version")
                            .stringValue())
                    .isEqualTo("0.5");
        }
    }

    @Test
    void a_silent_master_beats() {
        restart(Duration.ofMillis(20), 10);

        try (EventReader events = master.stream(ServedMaster.OPERATOR, SUBSCRIBE)) {
            events.await("SUBSCRIBED");
            events.await("HEARTBEAT");
            events.await("HEARTBEAT");
            events.await("HEARTBEAT");
        }
    }

    @Test
    void no_more_may_watch_than_allowed() {
        restart(Duration.ofSeconds(15), 1);

        try (EventReader events = master.stream(ServedMaster.OPERATOR, SUBSCRIBE)) {
            events.await("SUBSCRIBED");
            ServedMaster.Reply refused = master.call(ServedMaster.OPERATOR, SUBSCRIBE);

            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.headers()).containsKey("retry-after");
        }
    }

    @Test
    void records_are_asked_for_with_a_header_of_their_own() {
        try (EventReader events = master.stream(ServedMaster.OPERATOR, SUBSCRIBE)) {
            assertThat(events.header("Content-Type")).contains("application/json");
        }
        assertThat(master.call(ServedMaster.OPERATOR, SUBSCRIBE, "Accept", "text/html")
                        .status())
                .isEqualTo(406);
        assertThat(master.call(
                                ServedMaster.OPERATOR,
                                SUBSCRIBE,
                                "Accept",
                                "application/recordio",
                                "Message-Accept",
                                "text/html")
                        .status())
                .isEqualTo(406);
    }
}
