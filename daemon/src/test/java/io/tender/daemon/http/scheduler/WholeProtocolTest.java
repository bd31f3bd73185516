package io.tender.daemon.http.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.http.SchedulerClient;
import io.tender.daemon.http.ServedMaster;
import io.tender.mesos.Media;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Operations, and events that nobody asks for, over the wire in both of its forms. */
class WholeProtocolTest {
    private static final String RESERVED = "'reservations': [{'type': 'DYNAMIC', 'role': 'eng'}], ";

    private final ServedMaster master = new ServedMaster();

    @AfterEach
    void close() {
        master.close();
    }

    private static String resource(String name, double amount, String more) {
        return "{'name': '" + name + "', 'type': 'SCALAR', 'scalar': {'value': " + amount + "}, " + more
                + "'allocation_info': {'role': 'eng'}}";
    }

    private static String volume(double size) {
        return resource(
                "disk",
                size,
                RESERVED + "'disk': {'persistence': {'id': 'v', 'principal': ''}, 'volume':"
                        + " {'container_path': 'data', 'mode': 'RW'}}, ");
    }

    private static ServedMaster.Reply accept(SchedulerClient framework, JsonNode offer, String operation) {
        return framework.call(
                "ACCEPT",
                "'accept': {'offer_ids': [{'value': '" + offer.at("/id/value").stringValue()
                        + "'}], 'filters': {'refuse_seconds': 0}, 'operations': [" + operation + "]}");
    }

    /** One operation on the next offer. */
    private static void operate(SchedulerClient framework, String type, String what) {
        String body = type.toLowerCase(Locale.ROOT);
        String operation = "{'id': {'value': '" + body + "'}, 'type': '" + type + "', '" + body + "': {" + what + "}}";
        assertThat(accept(framework, framework.offer(), operation).status()).isEqualTo(202);
        JsonNode told = framework.events.await("UPDATE_OPERATION_STATUS").at("/update_operation_status/status");
        assertThat(told.at("/operation_id/value").stringValue()).isEqualTo(body);
        assertThat(told.at("/state").stringValue()).as(told.toString()).isEqualTo("OPERATION_FINISHED");
    }

    private double disk() {
        double persistent = 0;
        for (JsonNode resource : master.ask("{'type': 'GET_AGENTS'}").at("/get_agents/agents/0/total_resources")) {
            if (resource.has("disk")) {
                persistent += resource.at("/scalar/value").doubleValue();
            }
        }
        return persistent;
    }

    @ParameterizedTest
    @EnumSource(Media.class)
    void a_framework_reserves_and_makes_grows_shrinks_and_destroys_a_volume(Media media) {
        master.cluster.add("a", "cpus:4;mem:1024;disk:1000");
        try (SchedulerClient framework = SchedulerClient.subscribe(master, media)) {
            operate(framework, "RESERVE", "'resources': [" + resource("disk", 100, RESERVED) + "]");
            operate(framework, "CREATE", "'volumes': [" + volume(50) + "]");
            assertThat(disk()).isEqualTo(50);
            operate(
                    framework,
                    "GROW_VOLUME",
                    "'volume': " + volume(50) + ", 'addition': " + resource("disk", 25, RESERVED));
            assertThat(disk()).isEqualTo(75);
            operate(framework, "SHRINK_VOLUME", "'volume': " + volume(75) + ", 'subtract': {'value': 15}");
            assertThat(disk()).isEqualTo(60);
            operate(framework, "DESTROY", "'volumes': [" + volume(60) + "]");
            assertThat(disk()).isZero();
            operate(framework, "UNRESERVE", "'resources': [" + resource("disk", 100, RESERVED) + "]");
        }
    }

    private static String task(String name) {
        return "{'name': '" + name + "', 'task_id': {'value': '" + name + "'}, 'agent_id': {'value': 'a'}, 'command':"
                + " {'value': 'sleep 1'}, 'resources': [" + resource("cpus", 0.5, "") + "]}";
    }

    @ParameterizedTest
    @EnumSource(Media.class)
    void a_group_is_launched_whole_and_ended_by_its_executor(Media media) {
        master.cluster.add("a", "cpus:4;mem:1024");
        try (SchedulerClient framework = SchedulerClient.subscribe(master, media)) {
            String group = "{'type': 'LAUNCH_GROUP', 'launch_group': {'executor': {'type': 'DEFAULT', 'executor_id':"
                    + " {'value': 'e'}, 'resources': [" + resource("cpus", 0.1, "") + "]}, 'task_group': {'tasks': ["
                    + task("one") + ", " + task("two") + "]}}}";
            assertThat(accept(framework, framework.offer(), group).status()).isEqualTo(202);
            assertThat(framework
                            .status("one", "TASK_RUNNING")
                            .at("/executor_id/value")
                            .stringValue())
                    .isEqualTo("e");
            framework.acknowledge(framework.status("two", "TASK_RUNNING"));
            framework.call("SHUTDOWN", "'shutdown': {'agent_id': {'value': 'a'}, 'executor_id': {'value': 'e'}}");
            framework.status("two", "TASK_KILLED");
        }
    }

    private static String message(String executor, String data) {
        return "'message': {'agent_id': {'value': 'a'}, 'executor_id': {'value': '" + executor + "'}, 'data': '" + data
                + "'}";
    }

    @ParameterizedTest
    @EnumSource(Media.class)
    void words_reach_an_executor_that_is_there_and_its_answer_comes_back(Media media) {
        master.cluster.add("a", "cpus:4;mem:1024");
        try (SchedulerClient framework = SchedulerClient.subscribe(master, media)) {
            framework.launch(framework.offer(), "t");
            framework.acknowledge(framework.status("t", "TASK_RUNNING"));
            for (String executor : List.of("nobody", "t")) {
                assertThat(framework
                                .call("MESSAGE", message(executor, "aGVsbG8="))
                                .status())
                        .isEqualTo(202);
            }
            JsonNode heard = framework.events.await("MESSAGE").path("message");
            assertThat(heard.at("/executor_id/value").stringValue())
                    .as("only those who are there hear anything")
                    .isEqualTo("t");
            assertThat(heard.at("/agent_id/value").stringValue()).isEqualTo("a");
            assertThat(heard.path("data").stringValue()).isEqualTo("aGVsbG8=");
        }
    }

    @ParameterizedTest
    @EnumSource(Media.class)
    void the_executor_of_a_plain_task_is_shut_down_by_the_id_of_the_task(Media media) {
        master.cluster.add("a", "cpus:4;mem:1024");
        try (SchedulerClient framework = SchedulerClient.subscribe(master, media)) {
            framework.launch(framework.offer(), "t");
            framework.acknowledge(framework.status("t", "TASK_RUNNING"));
            assertThat(framework
                            .call("SHUTDOWN", "'shutdown': {'agent_id': {'value': 'a'}, 'executor_id': {'value': 't'}}")
                            .status())
                    .isEqualTo(202);
            framework.status("t", "TASK_KILLED");
        }
    }

    private void schedule(String windows) {
        master.ask("{'type': 'UPDATE_MAINTENANCE_SCHEDULE', 'update_maintenance_schedule': {'schedule': {'windows': ["
                + windows + "]}}}");
    }

    private static String answer(String how, JsonNode inverseOffer) {
        return "'" + how + "': {'inverse_offer_ids': [{'value': '"
                + inverseOffer.at("/id/value").stringValue() + "'}], 'filters': {'refuse_seconds': 0}}";
    }

    @ParameterizedTest
    @EnumSource(Media.class)
    void a_framework_hears_of_maintenance_and_of_agents_that_are_lost(Media media) {
        master.cluster.add("a", "cpus:4;mem:1024");
        try (SchedulerClient framework = SchedulerClient.subscribe(master, media)) {
            framework.launch(framework.offer(), "t");
            JsonNode offer = offerAndRunning(framework);
            schedule("{'machine_ids': [{'hostname': 'a.host'}], 'unavailability': {'start': {'nanoseconds':"
                    + " 4102444800000000000}}}");
            assertThat(framework
                            .events
                            .await("RESCIND")
                            .at("/rescind/offer_id/value")
                            .stringValue())
                    .isEqualTo(offer.at("/id/value").stringValue());

            JsonNode asked = inverseOffer(framework);
            assertThat(asked.at("/agent_id/value").stringValue()).isEqualTo("a");
            assertThat(framework
                            .call("DECLINE_INVERSE_OFFERS", answer("decline_inverse_offers", asked))
                            .status())
                    .isEqualTo(202);
            JsonNode again = inverseOffer(framework);
            assertThat(again.at("/id/value").stringValue())
                    .isNotEqualTo(asked.at("/id/value").stringValue());
            schedule("");
            assertThat(framework
                            .events
                            .await("RESCIND_INVERSE_OFFER")
                            .at("/rescind_inverse_offer/inverse_offer_id/value")
                            .stringValue())
                    .isEqualTo(again.at("/id/value").stringValue());

            master.cluster.remove("a");
            framework.status("t", "TASK_GONE");
            assertThat(framework
                            .events
                            .await("FAILURE")
                            .at("/failure/agent_id/value")
                            .stringValue())
                    .isEqualTo("a");
        }
    }

    /** What is left is offered, and the task runs: whichever comes first. */
    private static JsonNode offerAndRunning(SchedulerClient framework) {
        Optional<JsonNode> offer = Optional.empty();
        Optional<JsonNode> running = Optional.empty();
        while (offer.isEmpty() || running.isEmpty()) {
            JsonNode event = framework.events.next().orElseThrow();
            switch (event.get("type").stringValue()) {
                case "OFFERS" -> offer = Optional.of(event.at("/offers/offers/0"));
                case "UPDATE" -> running = Optional.of(event.at("/update/status"));
                default -> {}
            }
        }
        framework.acknowledge(running.get());
        return offer.get();
    }

    private static JsonNode inverseOffer(SchedulerClient framework) {
        return framework.events.await("INVERSE_OFFERS").at("/inverse_offers/inverse_offers/0");
    }
}
