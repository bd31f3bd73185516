package io.tender.daemon.http.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.http.SchedulerClient;
import io.tender.daemon.http.ServedMaster;
import io.tender.mesos.Media;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class OperatorQuestionsTest {
    private final ServedMaster master = new ServedMaster();

    @AfterEach
    void close() {
        master.close();
    }

    private JsonNode ask(String type) {
        return master.ask("{'type': '" + type + "'}").get(type.toLowerCase(Locale.ROOT));
    }

    /** Waits until an agent is known. */
    private void agent(String name, String resources) {
        master.cluster.add(name, resources);
        master.loop().ask(there -> there.view().agents()).join();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET_HEALTH",
                "GET_FLAGS",
                "GET_VERSION",
                "GET_METRICS",
                "GET_STATE",
                "GET_AGENTS",
                "GET_FRAMEWORKS",
                "GET_EXECUTORS",
                "GET_OPERATIONS",
                "GET_TASKS",
                "GET_ROLES",
                "GET_WEIGHTS",
                "GET_MASTER",
                "GET_MAINTENANCE_STATUS",
                "GET_MAINTENANCE_SCHEDULE",
                "GET_QUOTA"
            })
    void every_question_is_answered_alike_in_json_and_in_protobuf(String type) {
        agent("a", "cpus:4;mem:1024");
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            framework.launch(framework.offer(), "t");
            framework.status("t", "TASK_RUNNING");

            JsonNode json = master.ask("{'type': '" + type + "'}");
            JsonNode protobuf = master.askInProtobuf("{'type': '" + type + "'}");

            assertThat(json.get("type").stringValue()).isEqualTo(type);
            assertThat(json.has(type.toLowerCase(Locale.ROOT))).isTrue();
            assertThat(protobuf.get("type").stringValue()).isEqualTo(type);
            assertThat(protobuf.has(type.toLowerCase(Locale.ROOT))).isTrue();
        }
    }

    @Test
    void what_the_daemon_is_can_be_asked() {
        assertThat(ask("GET_HEALTH").get("healthy").booleanValue()).isTrue();
        assertThat(ask("GET_VERSION").at("/version_info/version").stringValue()).isEqualTo("0.5");
        assertThat(ask("GET_FLAGS").at("/flags/0").toString()).isEqualTo("{\"name\":\"store\",\"value\":\"memory\"}");
        assertThat(ask("GET_MASTER").at("/master_info/id").stringValue()).isEqualTo("m");
    }

    @Test
    void the_state_shows_agents_frameworks_and_tasks() {
        agent("a", "cpus:4;mem:1024");
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            framework.launch(framework.offer(), "t");
            framework.status("t", "TASK_RUNNING");

            JsonNode state = ask("GET_STATE");

            JsonNode agent = state.at("/get_agents/agents/0");
            assertThat(agent.at("/agent_info/hostname").stringValue()).isEqualTo("a.host");
            assertThat(agent.get("active").booleanValue()).isTrue();
            assertThat(agent.at("/allocated_resources/0/scalar/value").doubleValue())
                    .isEqualTo(0.25);
            JsonNode known = state.at("/get_frameworks/frameworks/0");
            assertThat(known.at("/framework_info/id/value").stringValue()).isEqualTo(framework.id);
            assertThat(known.get("connected").booleanValue()).isTrue();
            assertThat(known.get("recovered").booleanValue()).isFalse();
            JsonNode task = state.at("/get_tasks/tasks/0");
            assertThat(task.at("/task_id/value").stringValue()).isEqualTo("t");
            assertThat(task.get("state").stringValue()).isEqualTo("TASK_RUNNING");
            assertThat(task.at("/labels/labels/0/value").stringValue()).isEqualTo("gold");
            assertThat(task.get("statuses")).isNotEmpty();
            assertThat(ask("GET_ROLES").at("/roles/0/name").stringValue()).isEqualTo("eng");
        }
    }

    @Test
    void a_framework_that_has_ended_is_among_the_completed_ones() {
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            framework.call("TEARDOWN", "");

            JsonNode frameworks = ask("GET_FRAMEWORKS");

            assertThat(frameworks.get("frameworks")).isEmpty();
            JsonNode gone = frameworks.at("/completed_frameworks/0");
            assertThat(gone.at("/framework_info/id/value").stringValue()).isEqualTo(framework.id);
            assertThat(gone.has("unregistered_time")).isTrue();
        }
    }

    @Test
    void metrics_have_the_names_of_mesos() {
        agent("a", "cpus:4;mem:1024");

        assertThat(ask("GET_METRICS").get("metrics").toString())
                .contains("{\"name\":\"master/cpus_total\",\"value\":4.0}")
                .contains("{\"name\":\"master/slaves_active\",\"value\":1.0}")
                .contains("\"allocator/mesos/resources/cpus/total\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET_LOGGING_LEVEL", "LIST_FILES", "READ_FILE", "UNKNOWN", "SOMETHING_NEWER"})
    void a_call_nobody_answers_here_is_said_to_be_none(String type) {
        assertThat(master.call(ServedMaster.OPERATOR, "{'type': '" + type + "'}")
                        .status())
                .isEqualTo(501);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "{}",
                "{'type': 7}",
                "{'type': 'TEARDOWN'}",
                "{'type': 'TEARDOWN', 'teardown': {}}",
                "{'type': 'TEARDOWN', 'teardown': {'framework_id': {'value': ''}}}",
                "{'type': 'UPDATE_WEIGHTS', 'update_weights': {'weight_infos': [{'role': 'a', 'weight': -1}]}}",
                "{'type': 'UPDATE_WEIGHTS', 'update_weights': {'weight_infos': [{'role': '/a', 'weight': 1}]}}",
                "{'type': 'UPDATE_WEIGHTS', 'update_weights': {}}",
                "{'type': 'UPDATE_QUOTA', 'update_quota': {'quota_configs': [{'role': 'a', 'limits': {'cpus': 1}}]}}",
                "{'type': 'SET_QUOTA', 'set_quota': {'quota_request': {'role': 'a', 'guarantee': [{}]}}}",
                "{'type': 'START_MAINTENANCE', 'start_maintenance': {'machines': [{}]}}",
                "{'type': 'START_MAINTENANCE', 'start_maintenance': {'machines': [{'ip': '10.0.0.1'}]}}",
                "{'type': 'START_MAINTENANCE', 'start_maintenance': {}}",
                "{'type': 'UPDATE_MAINTENANCE_SCHEDULE', 'update_maintenance_schedule': {'schedule': {'windows': [{}]}}}",
                "{'type': 'RESERVE_RESOURCES', 'reserve_resources': {'agent_id': {'value': 'a'}, 'resources': []}}",
                "{'type': 'GROW_VOLUME', 'grow_volume': {'agent_id': {'value': 'a'}}}",
                "{'type': 'SHRINK_VOLUME', 'shrink_volume': {'volume': {}, 'subtract': {}}}",
                "{'type': 'DRAIN_AGENT', 'drain_agent': {'agent_id': {'value': 'nobody'}}}",
                "{'type': 'DEACTIVATE_AGENT', 'deactivate_agent': {'agent_id': {'value': 'nobody'}}}"
            })
    void what_makes_no_sense_is_a_bad_request(String body) {
        ServedMaster.Reply reply = master.call(ServedMaster.OPERATOR, body);

        assertThat(reply.status()).as(reply.text()).isEqualTo(400);
        assertThat(reply.text()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': 'UPDATE_WEIGHTS', 'update_weights': {'weight_infos': [{'role': 'eng', 'weight': 1e-300}]}}",
                "{'type': 'UPDATE_WEIGHTS', 'update_weights': {'weight_infos': [{'role': 'eng', 'weight': 1e308}]}}",
                "{'type': 'UPDATE_QUOTA', 'update_quota': {'force': true, 'quota_configs': [{'role': 'eng',"
                        + " 'guarantees': {'cpus': {'value': 1e12}}, 'limits': {'cpus': {'value': 1e12}}}]}}",
                "{'type': 'UPDATE_QUOTA', 'update_quota': {'force': true, 'quota_configs': [{'role': 'eng',"
                        + " 'limits': {'cpus': {'value': 0}, 'unheard': {'value': 1e300}}}]}}",
                "{'type': 'UPDATE_MAINTENANCE_SCHEDULE', 'update_maintenance_schedule': {'schedule': {'windows':"
                        + " [{'machine_ids': [{'hostname': 'a.host'}], 'unavailability':"
                        + " {'start': {'nanoseconds': -9223372036854775808},"
                        + " 'duration': {'nanoseconds': 9223372036854775807}}}]}}}",
                "{'type': 'UPDATE_MAINTENANCE_SCHEDULE', 'update_maintenance_schedule': {'schedule': {'windows':"
                        + " [{'machine_ids': [{'hostname': 'A.HOST'}], 'unavailability':"
                        + " {'start': {'nanoseconds': 9223372036854775807},"
                        + " 'duration': {'nanoseconds': -1}}}]}}}",
                "{'type': 'DRAIN_AGENT', 'drain_agent': {'agent_id': {'value': 'a'},"
                        + " 'max_grace_period': {'seconds': 9223372036854775807}}}",
                "{'type': 'DRAIN_AGENT', 'drain_agent': {'agent_id': {'value': 'a'},"
                        + " 'max_grace_period': {'seconds': -9223372036854775808}}}",
                "{'type': 'RESERVE_RESOURCES', 'reserve_resources': {'agent_id': {'value': 'a'}, 'resources':"
                        + " [{'name': 'cpus', 'type': 'SCALAR', 'scalar': {'value': 1e12},"
                        + " 'reservations': [{'type': 'DYNAMIC', 'role': 'eng'}]}]}}",
                "{'type': 'SHRINK_VOLUME', 'shrink_volume': {'volume': {'name': 'disk', 'type': 'SCALAR',"
                        + " 'scalar': {'value': 5}}, 'subtract': {'value': 1e12}}}"
            })
    void extreme_values_do_not_break_the_master(String body) {
        agent("a", "cpus:4;mem:1024");
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            ServedMaster.Reply reply = master.call(ServedMaster.OPERATOR, body);

            assertThat(reply.status()).as(reply.text()).isLessThan(500);
            assertThat(ask("GET_STATE")
                            .at("/get_frameworks/frameworks/0/framework_info/id/value")
                            .stringValue())
                    .isEqualTo(framework.id);
            assertThat(ask("GET_METRICS").get("metrics")).isNotEmpty();
            assertThat(ask("GET_MAINTENANCE_STATUS").has("status")).isTrue();
            assertThat(ask("GET_MAINTENANCE_SCHEDULE").has("schedule")).isTrue();
            assertThat(ask("GET_QUOTA").has("status")).isTrue();
        }
    }

    @Test
    void bytes_that_are_no_message_are_a_bad_request() {
        byte[] noise = "no protobuf at all".getBytes(StandardCharsets.UTF_8);

        assertThat(master.post(ServedMaster.OPERATOR, Media.PROTOBUF, noise).status())
                .isEqualTo(400);
    }

    @Test
    void only_what_is_spoken_here_is_taken_and_given() {
        HttpRequest text = master.request(ServedMaster.OPERATOR, "Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        HttpRequest get = master.request(ServedMaster.OPERATOR).GET().build();

        assertThat(master.send(text).status()).isEqualTo(415);
        assertThat(master.send(get).status()).isEqualTo(405);
        assertThat(master.send(get).headers()).containsEntry("allow", List.of("POST"));
        assertThat(master.call(ServedMaster.OPERATOR, "{'type': 'GET_HEALTH'}", "Accept", "text/html")
                        .status())
                .isEqualTo(406);
    }
}
