package io.tender.daemon.fuzz;

import io.tender.daemon.Daemon;
import io.tender.daemon.HttpFramework;
import io.tender.daemon.journal.Journals;
import io.tender.daemon.master.MasterView;
import io.tender.daemon.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A daemon with some of everything, over real sockets, and a framework that has a task running. */
final class FuzzWorld implements AutoCloseable {
    private static final String SETTINGS = """
            listen: 127.0.0.1:0
            store: store
            agents:
              local: {enabled: false}
              simulated:
                agents: [{count: 3, name: "sim-{n}", resources: "cpus:8;mem:8192;disk:8192;ports:[31000-31100]", attributes: "rack:r1;zone:a"}]
                tasks: {runsFor: 10hrs, startTakes: 1ms}
            batch: {schedulePeriod: 20ms}
            allocator: {options: {allocationInterval: 25ms}}
            """;

    private static final JsonMapper JSON = new JsonMapper();
    /** A task of the framework, two of the job and two instances of the service. */
    private static final int WORKING = 5;

    /** Longer than an allocation or a session is apart from the next, and than a task takes to start. */
    private static final Duration BEAT = Duration.ofMillis(30);

    private static final int MOST_LOOKS = 300;
    private static final long PATIENCE_SECONDS = 30;

    private final CountingJournal journal;
    private final Daemon daemon;
    private final int port;
    private final String description;
    private HttpFramework framework;

    /**
     * Everything that a refused request must leave as it is.
     *
     * @param state what a snapshot of the journal would hold
     * @param offers that wait for an answer
     * @param records the journal has been given so far
     */
    record Picture(List<String> state, List<String> offers, long records) {
        /** What is different, for a person. */
        String difference(Picture other) {
            List<String> gone =
                    state.stream().filter(part -> !other.state.contains(part)).toList();
            List<String> come =
                    other.state.stream().filter(part -> !state.contains(part)).toList();
            return "gone: " + gone + "\ncome: " + come + "\noffers: " + offers + " -> " + other.offers + "\nrecords: "
                    + records + " -> " + other.records;
        }
    }

    FuzzWorld(Path folder) throws Exception {
        Settings settings = Settings.read("tender.yaml", SETTINGS, folder, Settings.Given.NOTHING);
        journal = new CountingJournal(Journals.open(settings.store()));
        daemon = Daemon.start(settings, "1.0", journal);
        port = URI.create(daemon.address()).getPort();
        // First of all: once there is work, the schedulers beside the master hold what is offered for a while.
        HttpFramework scheduler = HttpFramework.subscribe(daemon.address(), Optional.empty());
        framework = scheduler;
        launch(scheduler, scheduler.await("OFFERS").at("/offers/offers/0"));
        for (String document : DocumentFuzz.ALL) {
            HttpReply applied = HttpReply.to(
                    HttpMessage.of(
                            "to begin with", "POST", "/v1/apply", List.of(), document.getBytes(StandardCharsets.UTF_8)),
                    port);
            if (applied.status() != 200) {
                throw new IllegalStateException(applied.text());
            }
        }
        // Should some of it have to wait, its coming later is one of the things that happen by themselves.
        for (int looks = 0; looks < MOST_LOOKS && look(MasterView::tasks).size() < WORKING; looks++) {
            rest();
        }
        description = HttpReply.to(
                        HttpMessage.of("to begin with", "GET", "/v1/openapi.yaml", List.of(), new byte[0]), port)
                .text();
    }

    /** Sees to it that there is a framework: true if the last was brought to an end, and this is a new one. */
    boolean reconnected() throws Exception {
        HttpFramework there = framework;
        String id = there.id();
        boolean connected = look(view ->
                view.frameworks().stream().anyMatch(known -> known.id().value().equals(id) && known.connected()));
        if (connected) {
            return false;
        }
        there.close();
        framework = HttpFramework.subscribe(daemon.address(), Optional.empty());
        return true;
    }

    private static void launch(HttpFramework scheduler, JsonNode offer) throws Exception {
        String accept = """
                "accept": {"offer_ids": [{"value": "%s"}], "filters": {"refuse_seconds": 0.1}, "operations": [{"type": "LAUNCH", "launch": {"task_infos": [{
                  "name": "sleep", "task_id": {"value": "t-1"}, "agent_id": {"value": "%s"},
                  "resources": [{"name": "cpus", "type": "SCALAR", "scalar": {"value": 0.5},
                                 "allocation_info": {"role": "test"}}],
                  "command": {"value": "sleep 1000", "shell": true}}]}}]}
                """.formatted(
                offer.at("/id/value").asString(), offer.at("/agent_id/value").asString());
        if (scheduler.call("ACCEPT", accept) != 202) {
            throw new IllegalStateException("the first task was refused");
        }
        JsonNode status = scheduler.await("UPDATE").at("/update/status");
        while (!status.at("/state").asString().equals("TASK_RUNNING")) {
            status = scheduler.await("UPDATE").at("/update/status");
        }
    }

    <T> T look(Function<MasterView, T> at) throws InterruptedException, ExecutionException, TimeoutException {
        return daemon.loop().ask(master -> at.apply(master.view())).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    Words words() throws Exception {
        HttpFramework there = framework;
        return look(view -> new Words(
                there.id(),
                there.streamId(),
                view.offers().stream()
                        .filter(offer -> offer.framework().value().equals(there.id()))
                        .map(offer -> offer.id().value())
                        .toList(),
                view.agents().stream().map(agent -> agent.agent().id().value()).toList(),
                view.agents().stream().map(agent -> agent.agent().hostname()).toList(),
                view.tasks().stream().map(task -> task.key().task().value()).toList(),
                List.of("test", "*", "www", "batch", "a/b")));
    }

    Picture picture() throws Exception {
        return daemon.loop()
                .ask(master -> new Picture(
                        daemon.loop().snapshot().stream()
                                .flatMap(part ->
                                        JSON.readTree(part).path("changes").valueStream())
                                .map(JsonNode::toString)
                                .sorted()
                                .toList(),
                        master.view().offers().stream()
                                .map(offer -> offer.id().value())
                                .sorted()
                                .toList(),
                        journal.appended()))
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Things happen by themselves, and are to have happened: one beat of the daemon, however long it takes here. */
    private void rest() throws Exception {
        daemon.rest(BEAT).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** How things are once nothing more comes of what was asked for, or after a while. */
    Picture settled() throws Exception {
        return unchanged(1);
    }

    /** How things are once nothing has happened for longer than anything here usually takes. */
    Picture quiet() throws Exception {
        return unchanged(20);
    }

    private Picture unchanged(int beats) throws Exception {
        Picture last = picture();
        int same = 0;
        for (int look = 0; look < MOST_LOOKS && same < beats; look++) {
            rest();
            Picture now = picture();
            same = now.equals(last) ? same + 1 : 0;
            last = now;
        }
        return last;
    }

    int port() {
        return port;
    }

    String address() {
        return daemon.address();
    }

    String description() {
        return description;
    }

    boolean isOver() {
        return daemon.isOver();
    }

    /** Why it ended, if it did. */
    String ending() {
        return daemon.isOver() ? daemon.await().toString() : "it runs";
    }

    @Override
    public void close() throws IOException {
        framework.close();
        daemon.close();
    }
}
