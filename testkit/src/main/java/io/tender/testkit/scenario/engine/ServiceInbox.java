package io.tender.testkit.scenario.engine;

import io.tender.core.services.TaskView;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.service.InstanceKey;
import io.tender.testkit.scenario.step.ServiceExpectation.Why;
import io.tender.testkit.scenario.step.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a service scheduler did and nobody has looked at yet. */
final class ServiceInbox {

    /** A task was sent to an agent. */
    record Launch(InstanceKey instance, AgentId agent) {
        @Override
        public String toString() {
            return instance + ": " + agent;
        }
    }

    /** A task was asked to end. */
    record Ending(InstanceKey instance, Why why) {}

    /** An offer was given back unused. */
    record Decline(AgentId agent, Filters filters) {}

    private final List<Launch> launches = new ArrayList<>();
    private final List<Ending> endings = new ArrayList<>();
    private final List<Decline> declines = new ArrayList<>();

    List<Launch> launches() {
        return launches;
    }

    List<Ending> endings() {
        return endings;
    }

    List<Decline> declines() {
        return declines;
    }

    void changed(TaskView task) {
        switch (task.state()) {
            case ASSIGNED ->
                launches.add(new Launch(task.instance(), task.agent().orElseThrow()));
            case KILLING -> endings.add(new Ending(task.instance(), Why.KILLED));
            case RESTARTING -> endings.add(new Ending(task.instance(), Why.RESTARTED));
            case DRAINING -> endings.add(new Ending(task.instance(), Why.DRAINED));
            case PREEMPTING -> endings.add(new Ending(task.instance(), Why.PREEMPTED));
            default -> {}
        }
    }

    /** Forgets launches and endings; declines wait until they are asked for. */
    void clear() {
        launches.clear();
        endings.clear();
    }

    /** What somebody should have expected, if there is anything. */
    Optional<String> unexpected() {
        List<String> lines = new ArrayList<>();
        launches.forEach(launch -> lines.add("placed " + launch));
        endings.forEach(ending -> lines.add(word(ending.why()) + " " + ending.instance()));
        return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", lines));
    }

    void requireEmpty(Source cause) {
        unexpected().ifPresent(lines -> {
            throw Stage.failed(
                    cause,
                    launches.isEmpty() ? "a task was asked to end unexpectedly" : "a task was placed unexpectedly",
                    "nothing, or an expectation after this step that names it",
                    lines);
        });
    }

    static String word(Why why) {
        return switch (why) {
            case KILLED -> "killed";
            case RESTARTED -> "restarted";
            case DRAINED -> "drained";
            case PREEMPTED -> "preempted";
        };
    }
}
