package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Words between a framework and its executors on simulated agents, through a whole daemon. */
class ExecutorMessagesTest {
    private static final String ECHOING =
            RunningDaemon.SIMULATED.replace("startTakes: 1ms", "startTakes: 1ms, messages: echo");

    @TempDir
    private Path folder;

    private static String group(JsonNode offer, String agent) {
        String task = """
                {"name": "t", "task_id": {"value": "t-1"}, "agent_id": {"value": "%s"}, "command": {"value": "sleep 9"},
                 "resources": [{"name": "cpus", "type": "SCALAR", "scalar": {"value": 0.5}, "allocation_info": {"role": "test"}}]}
                """.formatted(agent);
        return """
                "accept": {"offer_ids": [{"value": "%s"}], "operations": [{"type": "LAUNCH_GROUP", "launch_group": {
                  "executor": {"type": "DEFAULT", "executor_id": {"value": "e"}}, "task_group": {"tasks": [%s]}}}]}
                """.formatted(offer.at("/id/value").asString(), task);
    }

    private static String message(String agent, String executor, String data) {
        return """
                "message": {"agent_id": {"value": "%s"}, "executor_id": {"value": "%s"}, "data": "%s"}
                """.formatted(agent, executor, data);
    }

    /** Acknowledges each status until there is one of that state: the next comes only then. */
    private static void awaitState(HttpFramework scheduler, String state) throws IOException, InterruptedException {
        String told = "";
        while (!told.equals(state)) {
            JsonNode status = scheduler.await("UPDATE").at("/update/status");
            told = status.at("/state").asString();
            assertThat(scheduler.call("ACKNOWLEDGE", """
                    "acknowledge": {"agent_id": {"value": "%s"}, "task_id": {"value": "t-1"}, "uuid": "%s"}
                    """.formatted(
                                    status.at("/agent_id/value").asString(),
                                    status.at("/uuid").asString())))
                    .isEqualTo(202);
        }
    }

    @Test
    void an_executor_says_back_what_its_framework_said_while_it_is_there() throws Exception {
        try (RunningDaemon running = new RunningDaemon(folder, ECHOING);
                HttpFramework scheduler =
                        HttpFramework.subscribe(running.daemon().address(), Optional.empty())) {
            JsonNode offer = scheduler.await("OFFERS").at("/offers/offers/0");
            String agent = offer.at("/agent_id/value").asString();
            assertThat(scheduler.call("ACCEPT", group(offer, agent))).isEqualTo(202);
            awaitState(scheduler, "TASK_RUNNING");

            assertThat(scheduler.call("MESSAGE", message(agent, "other", "bm8=")))
                    .isEqualTo(202);
            assertThat(scheduler.call("MESSAGE", message(agent, "e", "eWVz"))).isEqualTo(202);
            JsonNode heard = scheduler.await("MESSAGE").path("message");
            assertThat(heard.at("/executor_id/value").asString()).isEqualTo("e");
            assertThat(heard.at("/agent_id/value").asString()).isEqualTo(agent);
            assertThat(heard.path("data").asString()).isEqualTo("eWVz");

            assertThat(scheduler.call("SHUTDOWN", """
                    "shutdown": {"agent_id": {"value": "%s"}, "executor_id": {"value": "e"}}
                    """.formatted(agent))).isEqualTo(202);
            awaitState(scheduler, "TASK_KILLED");
        }
    }
}
