package io.tender.daemon.http.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.http.SchedulerClient;
import io.tender.daemon.http.ServedMaster;
import io.tender.daemon.http.scheduler.SchedulerApi;
import io.tender.extender.http.Access;
import io.tender.extender.http.Caller;
import io.tender.extender.http.Permission;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OperatorOrdersTest {
    private ServedMaster master = new ServedMaster();

    @AfterEach
    void close() {
        master.close();
    }

    private JsonNode ask(String type) {
        return master.ask("{'type': '" + type + "'}").get(type.toLowerCase(Locale.ROOT));
    }

    /** The status of the answer to an order; {@code body} is what stands in the field named after the type. */
    private int order(String type, String body) {
        return master.call(
                        ServedMaster.OPERATOR,
                        "{'type': '" + type + "', '" + type.toLowerCase(Locale.ROOT) + "': {" + body + "}}")
                .status();
    }

    private void agent(String name, String resources) {
        master.cluster.add(name, resources);
        master.loop().ask(there -> there.view().agents()).join();
    }

    private JsonNode theAgent() {
        return ask("GET_AGENTS").at("/agents/0");
    }

    @Test
    void weights_are_set() {
        assertThat(order("UPDATE_WEIGHTS", "'weight_infos': [{'role': 'eng', 'weight': 2.5}]"))
                .isEqualTo(200);

        assertThat(ask("GET_WEIGHTS").get("weight_infos").toString()).isEqualTo("[{\"weight\":2.5,\"role\":\"eng\"}]");
        assertThat(order("UPDATE_WEIGHTS", "'weight_infos': [{'role': 'a', 'weight': 1}, {'role': 'a', 'weight': 2}]"))
                .isEqualTo(400);
    }

    @Test
    void quotas_have_guarantees_and_limits() {
        agent("a", "cpus:4;mem:1024");
        String config = "{'role': 'eng', 'guarantees': {'cpus': {'value': 1}}, 'limits': {'cpus': {'value': 3}}}";

        assertThat(order("UPDATE_QUOTA", "'quota_configs': [" + config + "]")).isEqualTo(200);

        JsonNode status = ask("GET_QUOTA").get("status");
        assertThat(status.at("/configs/0/guarantees/cpus/value").doubleValue()).isEqualTo(1);
        assertThat(status.at("/configs/0/limits/cpus/value").doubleValue()).isEqualTo(3);
        assertThat(status.at("/infos/0/guarantee/0/scalar/value").doubleValue()).isEqualTo(1);
        assertThat(order("UPDATE_QUOTA", "'quota_configs': [" + config + ", " + config + "]"))
                .isEqualTo(400);
    }

    @Test
    void a_guarantee_beyond_the_cluster_is_a_conflict_unless_forced() {
        agent("a", "cpus:4;mem:1024");
        String config = "'quota_configs': [{'role': 'eng', 'guarantees': {'cpus': {'value': 9}},"
                + " 'limits': {'cpus': {'value': 9}}}]";

        assertThat(order("UPDATE_QUOTA", config)).isEqualTo(409);
        assertThat(ask("GET_QUOTA").at("/status/configs")).isEmpty();
        assertThat(order("UPDATE_QUOTA", "'force': true, " + config)).isEqualTo(200);
    }

    @Test
    void the_older_quota_is_set_once_and_removed_once() {
        agent("a", "cpus:4;mem:1024");
        String request = "'quota_request': {'role': 'eng', 'guarantee':"
                + " [{'name': 'cpus', 'type': 'SCALAR', 'scalar': {'value': 2}}]}";

        assertThat(order("SET_QUOTA", request)).isEqualTo(200);
        assertThat(order("SET_QUOTA", request)).isEqualTo(400);
        assertThat(ask("GET_QUOTA").at("/status/configs/0/limits/cpus/value").doubleValue())
                .isEqualTo(2);
        assertThat(order("REMOVE_QUOTA", "'role': 'eng'")).isEqualTo(200);
        assertThat(order("REMOVE_QUOTA", "'role': 'eng'")).isEqualTo(400);
        assertThat(ask("GET_QUOTA").at("/status/configs")).isEmpty();
    }

    @Test
    void maintenance_is_planned_begun_and_ended() {
        agent("a", "cpus:4;mem:1024");
        String machine = "{'hostname': 'a.host'}";

        assertThat(order("START_MAINTENANCE", "'machines': [" + machine + "]")).isEqualTo(400);
        assertThat(order(
                        "UPDATE_MAINTENANCE_SCHEDULE",
                        "'schedule': {'windows': [{'machine_ids': [" + machine
                                + "], 'unavailability': {'start': {'nanoseconds': 1}}}]}"))
                .isEqualTo(200);
        assertThat(ask("GET_MAINTENANCE_SCHEDULE")
                        .at("/schedule/windows/0/machine_ids/0/hostname")
                        .stringValue())
                .isEqualTo("a.host");
        assertThat(ask("GET_MAINTENANCE_STATUS")
                        .at("/status/draining_machines/0/id/hostname")
                        .stringValue())
                .isEqualTo("a.host");
        assertThat(order("START_MAINTENANCE", "'machines': [" + machine + "]")).isEqualTo(200);
        assertThat(ask("GET_MAINTENANCE_STATUS")
                        .at("/status/down_machines/0/hostname")
                        .stringValue())
                .isEqualTo("a.host");
        assertThat(order("STOP_MAINTENANCE", "'machines': [" + machine + "]")).isEqualTo(200);
        assertThat(ask("GET_MAINTENANCE_SCHEDULE").at("/schedule/windows")).isEmpty();
    }

    private static String reserved(String name, double amount, String more) {
        return "{'name': '" + name + "', 'type': 'SCALAR', 'scalar': {'value': " + amount
                + "}, 'reservations': [{'type': 'DYNAMIC', 'role': 'eng'}]" + more + "}";
    }

    @Test
    void resources_are_reserved_and_given_back() {
        agent("a", "cpus:4;mem:1024");
        String body = "'agent_id': {'value': 'a'}, 'resources': [" + reserved("cpus", 1, "") + "]";

        assertThat(order("RESERVE_RESOURCES", body)).isEqualTo(202);
        assertThat(theAgent().get("total_resources").toString()).contains("\"role\":\"eng\"");
        assertThat(order("UNRESERVE_RESOURCES", body)).isEqualTo(202);
        assertThat(theAgent().get("total_resources").toString()).doesNotContain("\"role\":\"eng\"");
        assertThat(order("UNRESERVE_RESOURCES", body)).isEqualTo(409);
        assertThat(order("RESERVE_RESOURCES", body.replace("'a'", "'nobody'"))).isEqualTo(400);
    }

    @Test
    void volumes_are_made_resized_and_destroyed() {
        agent("a", "cpus:4;mem:1024;disk:1000");
        String agent = "'agent_id': {'value': 'a'}, ";
        String disk = ", 'disk': {'persistence': {'id': 'v'}, 'volume': {'mode': 'RW', 'container_path': 'data'}}";
        order("RESERVE_RESOURCES", agent + "'resources': [" + reserved("disk", 200, "") + "]");

        assertThat(order("CREATE_VOLUMES", agent + "'volumes': [" + reserved("disk", 100, disk) + "]"))
                .isEqualTo(202);
        assertThat(order(
                        "GROW_VOLUME",
                        agent + "'volume': " + reserved("disk", 100, disk) + ", 'addition': "
                                + reserved("disk", 50, "")))
                .isEqualTo(202);
        assertThat(order(
                        "SHRINK_VOLUME",
                        agent + "'volume': " + reserved("disk", 150, disk) + ", 'subtract': {'value': 30}"))
                .isEqualTo(202);
        assertThat(theAgent().get("total_resources").toString()).contains("\"persistence\"", "120.0");
        assertThat(order("DESTROY_VOLUMES", agent + "'volumes': [" + reserved("disk", 120, disk) + "]"))
                .isEqualTo(202);
        assertThat(theAgent().get("total_resources").toString()).doesNotContain("\"persistence\"");
    }

    @Test
    void an_agent_is_deactivated_and_activated_again() {
        agent("a", "cpus:4;mem:1024");

        assertThat(order("DEACTIVATE_AGENT", "'agent_id': {'value': 'a'}")).isEqualTo(200);
        assertThat(theAgent().get("active").booleanValue()).isFalse();
        assertThat(theAgent().get("deactivated").booleanValue()).isTrue();
        assertThat(order("REACTIVATE_AGENT", "'agent_id': {'value': 'a'}")).isEqualTo(200);
        assertThat(theAgent().get("active").booleanValue()).isTrue();
        assertThat(order("REACTIVATE_AGENT", "'agent_id': {'value': 'a'}")).isEqualTo(409);
    }

    @Test
    void an_agent_is_drained() {
        agent("a", "cpus:4;mem:1024");
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            framework.launch(framework.offer(), "t");
            framework.status("t", "TASK_RUNNING");

            assertThat(order("DRAIN_AGENT", "'agent_id': {'value': 'a'}, 'max_grace_period': {'seconds': 5}"))
                    .isEqualTo(200);

            assertThat(theAgent()
                            .at("/drain_info/config/max_grace_period/nanoseconds")
                            .longValue())
                    .isEqualTo(5_000_000_000L);
            assertThat(order("DRAIN_AGENT", "'agent_id': {'value': 'a'}")).isEqualTo(409);
        }
    }

    @Test
    void an_agent_is_marked_as_gone() {
        agent("a", "cpus:4;mem:1024");

        assertThat(order("MARK_AGENT_GONE", "'agent_id': {'value': 'a'}")).isEqualTo(200);
        assertThat(ask("GET_AGENTS").get("agents")).isEmpty();
        assertThat(order("MARK_AGENT_GONE", "'agent_id': {'value': 'nobody'}")).isEqualTo(404);
    }

    @Test
    void a_framework_is_torn_down() {
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            assertThat(order("TEARDOWN", "'framework_id': {'value': '" + framework.id + "'}"))
                    .isEqualTo(200);

            assertThat(framework.events.await("ERROR").at("/error/message").stringValue())
                    .contains("removed");
            assertThat(framework.events.rest()).isEmpty();
        }
        assertThat(order("TEARDOWN", "'framework_id': {'value': 'nobody'}")).isEqualTo(400);
    }

    @Test
    void an_order_may_come_in_protobuf() {
        master.askInProtobuf(
                "{'type': 'UPDATE_WEIGHTS', 'update_weights': {'weight_infos': [{'role': 'eng', 'weight': 3}]}}");

        assertThat(ask("GET_WEIGHTS").at("/weight_infos/0/weight").doubleValue())
                .isEqualTo(3);
    }

    @Test
    void who_may_look_may_not_order() {
        master.close();
        master = new ServedMaster(
                Access.of(List.of(
                        new Access.Entry.Token(
                                Access.sha256("v"),
                                new Caller("looker", EnumSet.of(Permission.VIEWER), new TreeSet<>())),
                        new Access.Entry.Token(
                                Access.sha256("o"),
                                new Caller("boss", EnumSet.of(Permission.OPERATOR), new TreeSet<>())))),
                SchedulerApi.Settings.usual(),
                ServedMaster.operators());
        String question = "{'type': 'GET_AGENTS'}";
        String order = "{'type': 'UPDATE_WEIGHTS', 'update_weights': {'weight_infos': [{'role': 'a', 'weight': 2}]}}";

        assertThat(status(question, "Bearer v")).isEqualTo(200);
        assertThat(status(order, "Bearer v")).isEqualTo(403);
        assertThat(status("{'type': 'TEARDOWN'}", "Bearer v")).isEqualTo(403);
        assertThat(status(question, "Bearer nobody")).isEqualTo(401);
        assertThat(status(order, "Bearer o")).isEqualTo(200);
    }

    private int status(String call, String authorization) {
        return master.call(ServedMaster.OPERATOR, call, "Authorization", authorization)
                .status();
    }
}
