package io.tender.daemon.proof;

import io.tender.daemon.HttpFramework;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * A framework that launches, acknowledges and kills tasks, reserves and makes volumes, and remembers what it was promised. It
 * outlives the daemon: each {@link #run} is one subscription of it, and begins by asking what became of its tasks.
 */
final class FrameworkLoad implements Load {
    private static final int MOST_ALIVE = 8;
    private static final Duration MOMENT = Duration.ofMillis(20);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final String role;
    private final SplittableRandom random;
    private final TaskPrograms programs;
    private final Findings findings;
    private final Map<String, ProofTask> tasks = new LinkedHashMap<>();
    private final OfferUse use;
    private Optional<String> id = Optional.empty();
    private boolean awaitsKills;

    FrameworkLoad(String role, SplittableRandom random, TaskPrograms programs, Findings findings) {
        this.role = role;
        this.random = random;
        this.programs = programs;
        this.findings = findings;
        this.use = new OfferUse(role, random, programs, task -> tasks.put(task.id, task));
    }

    /** Whether nobody takes offers back during the next run, so that what is accepted is certain to be carried out. */
    void setCalm(boolean is) {
        use.setCalm(is);
    }

    String role() {
        return role;
    }

    /** Its id, once a daemon has told it. */
    Optional<String> id() {
        return id;
    }

    Ledger holdings() {
        return use.holdings();
    }

    /** How many of its tasks satisfy something. */
    long count(Predicate<ProofTask> which) {
        return tasks.values().stream().filter(which).count();
    }

    @Override
    public void run(Calls calls, BooleanSupplier enough) throws IOException, InterruptedException {
        try (HttpFramework framework = HttpFramework.subscribe(calls.address(), id, role)) {
            id.ifPresent(known -> findings.expect(
                    known.equals(framework.id()), () -> role + " was " + known + ", and is now " + framework.id()));
            id = Optional.of(framework.id());
            tasks.values().forEach(ProofTask::daemonIsNew);
            reconcile(framework);
            while (!enough.getAsBoolean()) {
                Optional<JsonNode> event = framework.next(MOMENT);
                if (event.isPresent()) {
                    take(framework, event.get());
                }
                if (random.nextInt(4) == 0) {
                    killSome(framework);
                }
            }
        }
    }

    /** Asks what became of every task that is not over, and judges the answers. */
    void reconcile(HttpFramework framework) throws IOException, InterruptedException {
        Set<String> unanswered = tasks.values().stream()
                .filter(task -> !task.over)
                .map(task -> task.id)
                .collect(Collectors.toCollection(TreeSet::new));
        if (unanswered.isEmpty()) {
            return;
        }
        String asked = unanswered.stream()
                .map(task -> "{\"task_id\": {\"value\": \"%s\"}, \"agent_id\": {\"value\": \"%s\"}}"
                        .formatted(task, known(task).agent))
                .collect(Collectors.joining(","));
        framework.call("RECONCILE", "\"reconcile\": {\"tasks\": [" + asked + "]}");
        long end = System.nanoTime() + ANSWER.toNanos();
        while (!unanswered.isEmpty() && System.nanoTime() - end < 0) {
            Optional<JsonNode> event = framework.next(MOMENT);
            if (event.isPresent()) {
                take(framework, event.get());
                unanswered.remove(event.get().at("/update/status/task_id/value").asString(""));
            }
        }
        findings.expect(unanswered.isEmpty(), () -> role + " got no answer about " + unanswered);
    }

    private ProofTask known(String task) {
        ProofTask found = tasks.get(task);
        if (found == null) {
            throw new AssertionError(role + " was told of task " + task + ", which it never launched");
        }
        return found;
    }

    private void take(HttpFramework framework, JsonNode event) throws IOException, InterruptedException {
        switch (event.path("type").asString()) {
            case "OFFERS" -> {
                for (JsonNode offer : event.at("/offers/offers")) {
                    use.answer(framework, offer, count(task -> !task.over) < 3L * MOST_ALIVE);
                }
            }
            case "UPDATE" -> updated(framework, event.at("/update/status"));
            case "ERROR" -> findings.add(role + " was told " + event);
            default -> {
                // Rescinds, heartbeats and failures of agents change nothing that is remembered here.
            }
        }
    }

    // Statuses

    private void updated(HttpFramework framework, JsonNode status) throws IOException, InterruptedException {
        ProofTask task = known(status.at("/task_id/value").asString());
        String state = status.path("state").asString();
        String uuid = status.path("uuid").asString("");
        findings.expect(
                !task.acknowledgedBefore.contains(uuid),
                () -> "the status " + status + " was told again, although its acknowledgement was acknowledged");
        boolean ended = ProofTask.isEnd(state);
        boolean lost = ProofTask.isLoss(state);
        findings.expect(!task.over || ended || lost, () -> "a task that was over is " + status);
        if (lost && !task.over) {
            findings.expect(!task.heardOf, () -> "a task that an agent had is lost: " + status);
            findings.expect(!task.promised, () -> "a task whose launch was acknowledged is lost: " + status);
            findings.expect(!programs.hasRun(task.id), () -> "a task that has run is lost: " + status);
        }
        // What reconciliation says comes without an id, and may overtake statuses that were not acknowledged yet.
        boolean told = !uuid.isEmpty();
        task.heardOf |= told;
        task.over |= lost || (ended && told);
        // Now and then one is left unacknowledged, to be told again; while kills are awaited none is, since each time
        // the next comes twice as late.
        if (told && (awaitsKills || random.nextInt(5) != 0)) {
            acknowledge(framework, task, uuid);
        }
    }

    private static void acknowledge(HttpFramework framework, ProofTask task, String uuid)
            throws IOException, InterruptedException {
        int answer = framework.call("ACKNOWLEDGE", """
                "acknowledge": {"agent_id": {"value": "%s"}, "task_id": {"value": "%s"}, "uuid": "%s"}
                """.formatted(task.agent, task.id, uuid));
        if (answer == 202) {
            task.acknowledgedNow.add(uuid);
        }
    }

    private void killSome(HttpFramework framework) throws IOException, InterruptedException {
        List<ProofTask> alive = tasks.values().stream()
                .filter(task -> !task.over && task.heardOf)
                .toList();
        if (alive.size() > MOST_ALIVE || (!alive.isEmpty() && random.nextInt(10) == 0)) {
            ProofTask task = alive.get(random.nextInt(alive.size()));
            task.killPromised |= framework.call("KILL", """
                            "kill": {"task_id": {"value": "%s"}, "agent_id": {"value": "%s"},
                                     "kill_policy": {"grace_period": {"nanoseconds": 50000000}}}
                            """.formatted(task.id, task.agent)) == 202;
        }
    }

    /** Tasks that were promised to be killed, and have not been told to be over. */
    List<String> yetToBeKilled() {
        return tasks.values().stream()
                .filter(task -> task.killPromised && !task.over)
                .map(task -> task.id)
                .toList();
    }

    /** Waits until all that was promised to be killed is over; the daemon is up and nobody disturbs it. */
    void awaitKills(Calls calls) throws IOException, InterruptedException {
        awaitsKills = true;
        try (HttpFramework framework = HttpFramework.subscribe(calls.address(), id, role)) {
            reconcile(framework);
            long end = System.nanoTime() + ANSWER.toNanos();
            while (!yetToBeKilled().isEmpty() && System.nanoTime() - end < 0) {
                Optional<JsonNode> event = framework.next(MOMENT);
                if (event.isPresent()) {
                    take(framework, event.get());
                }
            }
        }
        awaitsKills = false;
        List<String> left = yetToBeKilled();
        findings.expect(left.isEmpty(), () -> left + " were to be killed and live");
    }

    /** Ends the framework and its tasks for good. */
    void tearDown(Calls calls) throws IOException, InterruptedException {
        if (id.isPresent()) {
            try (HttpFramework framework = HttpFramework.subscribe(calls.address(), id, role)) {
                findings.expect(
                        framework.call("TEARDOWN", "\"teardown\": {}") == 202, () -> role + " could not be torn down");
            }
        }
    }
}
