package io.tender.daemon.http.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.http.EventReader;
import io.tender.daemon.http.SchedulerClient;
import io.tender.daemon.http.ServedMaster;
import io.tender.extender.http.Access;
import io.tender.extender.http.Caller;
import io.tender.extender.http.Permission;
import io.tender.mesos.Media;
import io.tender.model.Role;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class SchedulerApiTest {
    private ServedMaster master = new ServedMaster();

    @AfterEach
    void close() {
        master.close();
    }

    private void restart(Access access, SchedulerApi.Settings settings) {
        master.close();
        master = new ServedMaster(access, settings, ServedMaster.operators());
    }

    private boolean isConnected(String framework) {
        return master.loop()
                .ask(there -> there.view().frameworks().stream()
                        .anyMatch(one -> one.id().value().equals(framework) && one.connected()))
                .join();
    }

    @ParameterizedTest
    @EnumSource(Media.class)
    void a_framework_subscribes_launches_acknowledges_and_kills(Media media) {
        master.cluster.add("a", "cpus:4;mem:1024");
        try (SchedulerClient framework = SchedulerClient.subscribe(master, media)) {
            assertThat(framework.streamId).isNotEmpty();
            assertThat(framework.events.header("Content-Type")).contains(media.contentType());

            assertThat(framework.launch(framework.offer(), "t").status()).isEqualTo(202);
            JsonNode running = framework.status("t", "TASK_RUNNING");
            assertThat(framework.acknowledge(running).status()).isEqualTo(202);
            assertThat(framework
                            .call("KILL", "'kill': {'task_id': {'value': 't'}}")
                            .status())
                    .isEqualTo(202);
            JsonNode killed = framework.status("t", "TASK_KILLED");
            assertThat(framework.acknowledge(killed).status()).isEqualTo(202);
        }
    }

    @Test
    void an_offer_that_is_declined_comes_again_when_revived() {
        master.cluster.add("a", "cpus:4;mem:1024");
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            String offer = framework.offer().at("/id/value").stringValue();

            assertThat(framework
                            .call(
                                    "DECLINE",
                                    "'decline': {'offer_ids': [{'value': '" + offer
                                            + "'}], 'filters': {'refuse_seconds': 3600}}")
                            .status())
                    .isEqualTo(202);
            assertThat(framework.call("SUPPRESS", "").status()).isEqualTo(202);
            assertThat(framework.call("REVIVE", "'revive': {'roles': ['eng']}").status())
                    .isEqualTo(202);
            assertThat(framework.offer().at("/id/value").stringValue()).isNotEqualTo(offer);
            assertThat(framework
                            .call("REVIVE", "'revive': {'roles': ['other']}")
                            .status())
                    .as("dropped, as Mesos does")
                    .isEqualTo(202);
        }
    }

    @Test
    void who_comes_while_the_journal_fails_is_told_to_come_back_and_nothing_else() {
        master.failing = true;
        ServedMaster.Reply refused =
                master.call(ServedMaster.SCHEDULER, SchedulerClient.subscription(""), "Accept", "application/json");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.headers()).containsKey("retry-after").doesNotContainKey("mesos-stream-id");
        assertThat(refused.text()).contains("nothing was done");

        master.failing = false;
        SchedulerClient.subscribe(master).close();
    }

    @Test
    void a_task_that_cannot_be_run_as_it_is_described_is_an_error_and_the_others_run() {
        master.cluster.add("a", "cpus:4;mem:1024");
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            JsonNode offer = framework.offer();
            String command = "'command': {'value': 'sleep 1'}";
            Map<String, String> described = new LinkedHashMap<>();
            described.put("good", command + ", 'container': {'type': 'MESOS'}");
            described.put("uris", "'command': {'value': 'sleep 1', 'uris': [{'value': 'http://x/y'}]}");
            described.put("image", command + ", 'container': {'type': 'DOCKER', 'docker': {'image': 'x'}}");
            described.put(
                    "volumes",
                    command + ", 'container': {'type': 'MESOS', 'volumes': [{'container_path': 'x', 'mode': 'RW'}]}");
            described.put("executor", "'executor': {'executor_id': {'value': 'e'}, 'command': {'value': 'x'}}");
            described.put("both", command + ", 'executor': {'executor_id': {'value': 'e'}}");
            described.put("neither", "'labels': {'labels': []}");
            String agent = offer.at("/agent_id/value").stringValue();
            String tasks = described.entrySet().stream()
                    .map(task -> "{'name': '" + task.getKey() + "', 'task_id': {'value': '" + task.getKey()
                            + "'}, 'agent_id': {'value': '" + agent + "'}, " + task.getValue()
                            + ", 'resources': [{'name': 'cpus', 'type': 'SCALAR', 'scalar': {'value': 0.1}}]}")
                    .collect(Collectors.joining(", "));
            ServedMaster.Reply reply = framework.call(
                    "ACCEPT",
                    "'accept': {'offer_ids': [" + offer.get("id").toString().replace('"', '\'')
                            + "], 'operations': [{'type': 'LAUNCH', 'launch': {'task_infos': [" + tasks + "]}}]}");
            assertThat(reply.status()).as(reply.text()).isEqualTo(202);
            for (String task : described.keySet()) {
                if (!task.equals("good")) {
                    assertThat(framework
                                    .status(task, "TASK_ERROR")
                                    .get("reason")
                                    .stringValue())
                            .isEqualTo("REASON_TASK_INVALID");
                }
            }
            framework.status("good", "TASK_RUNNING");
        }
    }

    @Test
    void a_framework_that_is_known_and_not_connected_must_subscribe_first() {
        SchedulerClient framework = SchedulerClient.subscribe(master);
        try (EventReader watch = master.stream(ServedMaster.OPERATOR, "{'type': 'SUBSCRIBE'}")) {
            watch.await("SUBSCRIBED");
            framework.close();
            watch.await(
                    "FRAMEWORK_UPDATED",
                    event -> !event.at("/framework_updated/framework/connected").booleanValue());
        }
        ServedMaster.Reply reply = framework.call("REVIVE", "");
        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.text()).contains("Framework is not subscribed");
        assertThat(master.call(ServedMaster.SCHEDULER, "{'type': 'REVIVE', 'framework_id': {'value': 'never'}}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void tasks_are_reconciled() {
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            assertThat(framework
                            .call("RECONCILE", "'reconcile': {'tasks': [{'task_id': {'value': 'never'}}]}")
                            .status())
                    .isEqualTo(202);
            assertThat(framework.status("never", "TASK_UNKNOWN").get("reason").stringValue())
                    .isEqualTo("REASON_RECONCILIATION");
        }
    }

    @Test
    void tearing_down_ends_the_stream() {
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            assertThat(framework.call("TEARDOWN", "").status()).isEqualTo(202);

            framework.events.rest();
            assertThat(framework.call("REVIVE", "").status()).isEqualTo(400);
        }
    }

    @Test
    void calls_that_are_only_heard_are_accepted() {
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            assertThat(framework
                            .call(
                                    "MESSAGE",
                                    "'message': {'agent_id': {'value': 'a'}, 'executor_id': {'value': 'e'}, 'data': 'aGk='}")
                            .status())
                    .isEqualTo(202);
            assertThat(framework
                            .call("SHUTDOWN", "'shutdown': {'agent_id': {'value': 'a'}, 'executor_id': {'value': 'e'}}")
                            .status())
                    .isEqualTo(202);
            assertThat(framework.call("REQUEST", "'request': {'requests': []}").status())
                    .isEqualTo(202);
            assertThat(framework
                            .call("ACCEPT_INVERSE_OFFERS", "'accept_inverse_offers': {'inverse_offer_ids': []}")
                            .status())
                    .isEqualTo(202);
        }
    }

    @Test
    void a_framework_changes_its_description() {
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            String description = "'update_framework': {'framework_info': {'id': {'value': '" + framework.id
                    + "'}, 'user': 'root', 'name': 'renamed', 'roles': ['eng', 'ops'], 'failover_timeout': 3600,"
                    + " 'capabilities': [{'type': 'MULTI_ROLE'}, {'type': 'PARTITION_AWARE'},"
                    + " {'type': 'RESERVATION_REFINEMENT'}]}}";

            assertThat(framework.call("UPDATE_FRAMEWORK", description).status()).isEqualTo(200);
            assertThat(master.ask("{'type': 'GET_FRAMEWORKS'}")
                            .at("/get_frameworks/frameworks/0/framework_info/name")
                            .stringValue())
                    .isEqualTo("renamed");
        }
    }

    @Test
    void who_subscribes_last_has_the_framework() {
        SchedulerClient first = SchedulerClient.subscribe(master);
        SchedulerClient second = first.again();

        assertThat(first.events.rest())
                .anySatisfy(event -> assertThat(event.get("type").stringValue()).isEqualTo("ERROR"));
        assertThat(first.call("REVIVE", "").status()).isEqualTo(400);
        assertThat(second.call("REVIVE", "").status()).isEqualTo(202);
        first.close();
        assertThat(isConnected(second.id)).isTrue();
        second.close();
    }

    @Test
    void a_framework_that_was_torn_down_may_not_come_back() {
        SchedulerClient first = SchedulerClient.subscribe(master);
        first.call("TEARDOWN", "");

        try (EventReader refused = master.stream(ServedMaster.SCHEDULER, SchedulerClient.subscription(first.id))) {
            assertThat(refused.await("ERROR").at("/error/message").stringValue())
                    .contains("removed");
            assertThat(refused.rest()).isEmpty();
        }
    }

    @Test
    void a_framework_that_lost_its_connection_comes_back() {
        SchedulerClient first = SchedulerClient.subscribe(master);
        try (EventReader watch = master.stream(ServedMaster.OPERATOR, "{'type': 'SUBSCRIBE'}")) {
            first.close();
            watch.await(
                    "FRAMEWORK_UPDATED",
                    event -> !event.at("/framework_updated/framework/connected").booleanValue());
        }

        try (SchedulerClient second = first.again()) {
            assertThat(second.streamId).isNotEqualTo(first.streamId);
            assertThat(second.call("REVIVE", "").status()).isEqualTo(202);
        }
    }

    @Test
    void every_call_names_its_stream() {
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            assertThat(framework.call("REVIVE", "", new String[0]).text()).contains("Mesos-Stream-Id");
            assertThat(framework.call("REVIVE", "", new String[0]).status()).isEqualTo(400);
            assertThat(framework
                            .call(
                                    "REVIVE",
                                    "",
                                    "Mesos-Stream-Id",
                                    UUID.randomUUID().toString())
                            .status())
                    .isEqualTo(400);
            assertThat(framework.call("REVIVE", "").status()).isEqualTo(202);
        }
        assertThat(master.call(
                                ServedMaster.SCHEDULER,
                                SchedulerClient.subscription(""),
                                "Mesos-Stream-Id",
                                UUID.randomUUID().toString())
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{}",
                "{'type': 'SUBSCRIBE'}",
                "{'type': 'SUBSCRIBE', 'subscribe': {}}",
                "{'type': 'SUBSCRIBE', 'subscribe': {'framework_info': {'name': 'x'}}}",
                "{'type': 'SUBSCRIBE', 'framework_id': {'value': 'x'}, 'subscribe': {'framework_info':"
                        + " {'user': 'u', 'name': 'x'}}}",
                "{'type': 'REVIVE'}",
                "{'type': 'REVIVE', 'framework_id': {'value': 'nobody'}}",
                "{'type': 'REVIVE', 'framework_id': {}}",
                "{'type': 'NEWER', 'framework_id': {'value': 'nobody'}}"
            })
    void what_makes_no_sense_is_a_bad_request(String body) {
        ServedMaster.Reply reply = master.call(ServedMaster.SCHEDULER, body);

        assertThat(reply.status()).as(reply.text()).isEqualTo(400);
        assertThat(reply.text()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'role': '/bad/'",
                "'role': 'a', 'capabilities': [{'type': 'MULTI_ROLE'}]",
                "'roles': ['a']",
                "'failover_timeout': -1"
            })
    void who_describes_a_framework_that_cannot_be_is_told_by_an_event(String description) {
        String call = "{'type': 'SUBSCRIBE', 'subscribe': {'framework_info': {'user': 'u', 'name': 'x', " + description
                + "}}}";
        try (EventReader refused = master.stream(ServedMaster.SCHEDULER, call)) {
            assertThat(refused.status()).isEqualTo(200);
            assertThat(refused.await("ERROR").at("/error/message").stringValue())
                    .contains("got:", "expected:");
            assertThat(refused.rest()).isEmpty();
        }
        assertThat(master.ask("{'type': 'GET_FRAMEWORKS'}").at("/get_frameworks/frameworks"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ACCEPT", "DECLINE", "KILL", "ACKNOWLEDGE", "RECONCILE", "MESSAGE", "SHUTDOWN", "REQUEST"})
    void a_call_without_what_it_is_about_is_a_bad_request(String type) {
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            assertThat(framework.call(type, "").status()).isEqualTo(400);
        }
    }

    @Test
    void a_call_of_a_newer_master_is_not_known() {
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            assertThat(framework.call("NEWER", "").status()).isEqualTo(501);
        }
    }

    @Test
    void an_acknowledgement_of_anything_but_a_uuid_is_a_bad_request() {
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            assertThat(framework
                            .call(
                                    "ACKNOWLEDGE",
                                    "'acknowledge': {'agent_id': {'value': 'a'}, 'task_id': {'value': 't'}, 'uuid': 'AAA='}")
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void only_what_is_spoken_here_is_taken_and_given() {
        HttpRequest text = master.request(ServedMaster.SCHEDULER, "Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        HttpRequest get = master.request(ServedMaster.SCHEDULER).GET().build();
        byte[] noise = "no protobuf at all".getBytes(StandardCharsets.UTF_8);

        assertThat(master.send(text).status()).isEqualTo(415);
        assertThat(master.send(get).status()).isEqualTo(405);
        assertThat(master.send(get).headers()).containsEntry("allow", List.of("POST"));
        assertThat(master.post(ServedMaster.SCHEDULER, Media.PROTOBUF, noise).status())
                .isEqualTo(400);
        assertThat(master.call(ServedMaster.SCHEDULER, SchedulerClient.subscription(""), "Accept", "text/html")
                        .status())
                .isEqualTo(406);
    }

    @Test
    void a_framework_that_reads_too_slowly_loses_its_connection() {
        restart(Access.open(), new SchedulerApi.Settings(Duration.ofSeconds(15), 4096, 8 << 20, 10));
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            String many = IntStream.range(0, 20_000)
                    .mapToObj(i -> "{'task_id': {'value': 't" + i + "'}}")
                    .collect(Collectors.joining(", "));

            framework.call("RECONCILE", "'reconcile': {'tasks': [" + many + "]}");

            assertThat(framework.events.rest()).hasSizeLessThan(20_000);
        }
    }

    @Test
    void a_framework_that_does_not_read_at_all_is_not_waited_for() {
        restart(Access.open(), new SchedulerApi.Settings(Duration.ofSeconds(15), 1 << 20, 8 << 20, 10));
        String many = IntStream.range(0, 20_000)
                .mapToObj(i -> "{'task_id': {'value': 't" + i + "'}}")
                .collect(Collectors.joining(", "));
        try (SchedulerClient framework = SchedulerClient.subscribe(master);
                EventReader watch = master.stream(ServedMaster.OPERATOR, "{'type': 'SUBSCRIBE'}")) {
            // The system takes some megabytes for a peer that does not read, so it has to be more than that.
            int calls = 0;
            while (framework
                                    .call("RECONCILE", "'reconcile': {'tasks': [" + many + "]}")
                                    .status()
                            == 202
                    && calls < 20) {
                calls++;
            }

            watch.await(
                    "FRAMEWORK_UPDATED",
                    event -> !event.at("/framework_updated/framework/connected").booleanValue());
        }
    }

    @Test
    void no_more_frameworks_may_be_connected_than_allowed() {
        restart(Access.open(), new SchedulerApi.Settings(Duration.ofSeconds(15), 1 << 20, 1 << 20, 1));
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            assertThat(isConnected(framework.id)).isTrue();
            assertThat(master.call(ServedMaster.SCHEDULER, SchedulerClient.subscription(""))
                            .status())
                    .isEqualTo(503);
        }
    }

    @Test
    void a_framework_keeps_to_the_roles_it_may_use() {
        Caller ops = new Caller("ops", EnumSet.of(Permission.FRAMEWORK), new TreeSet<>(Set.of(Role.of("ops"))));
        Caller looker = new Caller("looker", EnumSet.of(Permission.VIEWER), new TreeSet<>());
        restart(
                Access.of(List.of(
                        new Access.Entry.Token(Access.sha256("f"), ops),
                        new Access.Entry.Token(Access.sha256("v"), looker))),
                SchedulerApi.Settings.usual());
        String subscription = SchedulerClient.subscription("");

        assertThat(master.call(ServedMaster.SCHEDULER, subscription, "Authorization", "Bearer v")
                        .status())
                .isEqualTo(403);
        try (EventReader refused = master.stream(ServedMaster.SCHEDULER, subscription, "Authorization", "Bearer f")) {
            assertThat(refused.await("ERROR").at("/error/message").stringValue())
                    .contains("not authorized");
        }
        try (EventReader accepted = master.stream(
                ServedMaster.SCHEDULER, subscription.replace("'eng'", "'ops'"), "Authorization", "Bearer f")) {
            accepted.await("SUBSCRIBED");
        }
    }

    @Test
    void a_framework_does_not_widen_its_roles_by_an_update() {
        Caller ops = new Caller("ops", EnumSet.of(Permission.FRAMEWORK), new TreeSet<>(Set.of(Role.of("ops"))));
        restart(Access.of(List.of(new Access.Entry.Token(Access.sha256("f"), ops))), SchedulerApi.Settings.usual());
        String own = SchedulerClient.subscription("").replace("'eng'", "'ops'");
        try (EventReader stream = master.stream(ServedMaster.SCHEDULER, own, "Authorization", "Bearer f")) {
            String id = stream.await("SUBSCRIBED")
                    .at("/subscribed/framework_id/value")
                    .stringValue();
            for (String role : List.of("eng", "ops")) {
                String update = "{'type': 'UPDATE_FRAMEWORK', 'framework_id': {'value': '" + id
                        + "'}, 'update_framework': {'framework_info': {'id': {'value': '" + id
                        + "'}, 'user': 'root', 'name': 'test', 'roles': ['" + role
                        + "'], 'failover_timeout': 3600, 'capabilities': [{'type': 'MULTI_ROLE'}]}}}";
                ServedMaster.Reply reply = master.call(
                        ServedMaster.SCHEDULER,
                        update,
                        "Authorization",
                        "Bearer f",
                        "Mesos-Stream-Id",
                        stream.header("Mesos-Stream-Id").orElseThrow());
                assertThat(reply.status()).as(role + ": " + reply.text()).isEqualTo(role.equals("ops") ? 200 : 403);
            }
        }
    }

    @Test
    void halves_of_characters_are_refused_wherever_they_stand() {
        String half = "\\ud800";
        for (String body : List.of(
                SchedulerClient.subscription("").replace("'test'", "'" + half + "'"),
                "{'type': 'REVIVE', 'framework_id': {'value': 'x" + half + "'}}")) {
            ServedMaster.Reply reply = master.call(ServedMaster.SCHEDULER, body);
            assertThat(reply.status()).as(reply.text()).isEqualTo(400);
            assertThat(reply.text()).contains("surrogate");
        }
        ServedMaster.Reply weight = master.call(
                ServedMaster.OPERATOR,
                "{'type': 'UPDATE_WEIGHTS', 'update_weights': {'weight_infos': [{'role': 'a" + half
                        + "', 'weight': 2}]}}");
        assertThat(weight.status()).as(weight.text()).isEqualTo(400);
        assertThat(master.fatal).isEmpty();
    }

    @Test
    void more_about_one_thing_than_can_be_kept_is_refused_and_everybody_else_is_served_on() {
        String large = "\\u0001".repeat(1 << 20);
        ServedMaster.Reply subscription = master.call(
                ServedMaster.SCHEDULER, SchedulerClient.subscription("").replace("'test'", "'" + large + "'"));
        assertThat(subscription.status()).as(subscription.text()).isEqualTo(413);
        assertThat(subscription.text()).contains("one framework", "expected at most");

        master.cluster.add("a", "cpus:4;mem:1024");
        try (SchedulerClient framework = SchedulerClient.subscribe(master, Media.PROTOBUF)) {
            JsonNode offer = framework.offer();
            ServedMaster.Reply task = framework.launch(offer, "t" + "\\u0001".repeat(1 << 19));
            assertThat(task.status()).as(task.text()).isEqualTo(413);
            assertThat(framework.launch(offer, "small").status()).isEqualTo(202);
            framework.status("small", "TASK_RUNNING");
        }
        assertThat(master.fatal).isEmpty();
    }

    @Test
    void nobody_takes_over_the_framework_of_somebody_else() {
        restart(
                Access.of(List.of(
                        new Access.Entry.Token(
                                Access.sha256("one"),
                                new Caller("one", EnumSet.of(Permission.FRAMEWORK), new TreeSet<>())),
                        new Access.Entry.Token(
                                Access.sha256("two"),
                                new Caller("two", EnumSet.of(Permission.FRAMEWORK), new TreeSet<>())))),
                SchedulerApi.Settings.usual());
        String claim = SchedulerClient.subscription("").replace("'user'", "'principal': 'two', 'user'");

        try (EventReader first = master.stream(
                ServedMaster.SCHEDULER, SchedulerClient.subscription(""), "Authorization", "Bearer one")) {
            String id = first.await("SUBSCRIBED")
                    .at("/subscribed/framework_id/value")
                    .stringValue();
            String call = "{'type': 'REVIVE', 'framework_id': {'value': '" + id + "'}}";
            try (EventReader refused = master.stream(
                    ServedMaster.SCHEDULER, SchedulerClient.subscription(id), "Authorization", "Bearer two")) {
                assertThat(refused.await("ERROR").at("/error/message").stringValue())
                        .contains("somebody else");
            }
            assertThat(master.call(
                                    ServedMaster.SCHEDULER,
                                    call,
                                    "Authorization",
                                    "Bearer two",
                                    "Mesos-Stream-Id",
                                    first.header("Mesos-Stream-Id").orElseThrow())
                            .status())
                    .isEqualTo(400);
        }
        assertThat(master.call(ServedMaster.SCHEDULER, claim, "Authorization", "Bearer one")
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1e308", "-1e308", "1e-300", "9223372036854775807"})
    void extreme_filters_do_not_break_the_master(String seconds) {
        master.cluster.add("a", "cpus:4;mem:1024");
        try (SchedulerClient framework = SchedulerClient.subscribe(master)) {
            String offer = framework.offer().at("/id/value").stringValue();

            assertThat(framework
                            .call(
                                    "DECLINE",
                                    "'decline': {'offer_ids': [{'value': '" + offer
                                            + "'}], 'filters': {'refuse_seconds': " + seconds + "}}")
                            .status())
                    .isLessThan(500);
            assertThat(framework.call("REVIVE", "").status()).isEqualTo(202);
            framework.offer();
        }
    }
}
