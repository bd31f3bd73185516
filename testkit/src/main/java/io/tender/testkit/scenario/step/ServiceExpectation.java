package io.tender.testkit.scenario.step;

import io.tender.core.services.UpdateState;
import io.tender.model.AgentId;
import io.tender.model.service.JobKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** What can be expected of a service scheduler. */
public sealed interface ServiceExpectation extends Expectation {

    /**
     * Exactly these instances were sent to these agents since the last look.
     *
     * @param agents for each instance the agents of which one will do; an empty list stands for any
     */
    record Placed(SortedMap<Instances, List<List<AgentId>>> agents) implements ServiceExpectation {}

    /** Whatever was placed or asked to end is fine. */
    record Anything() implements ServiceExpectation {}

    /** Exactly the tasks of these instances were asked to end, for that reason. */
    record Ending(Why why, List<Instances> instances) implements ServiceExpectation {}

    /** Why tasks are asked to end. */
    enum Why {
        KILLED,
        RESTARTED,
        DRAINED,
        PREEMPTED
    }

    /** The states of instances; {@code gone} for one that has no task. */
    record States(SortedMap<Instances, ExpectedState> states) implements ServiceExpectation {}

    /** @param agent where it is, if that matters */
    record ExpectedState(String state, Optional<AgentId> agent) {}

    /** Why tasks have no place. */
    record Pending(SortedMap<Instances, ExpectedWaiting> waiting) implements ServiceExpectation {}

    /**
     * @param reason a part of the one-line reason
     * @param nearestFit the objections to the offer that came nearest
     * @param reasons how many offers each objection was raised against
     * @param lookedAt how many offers the last attempt looked at
     * @param nextTry how long until the next attempt, at least
     */
    record ExpectedWaiting(
            Optional<String> reason,
            Optional<List<String>> nearestFit,
            Optional<SortedMap<String, Integer>> reasons,
            Optional<Integer> lookedAt,
            Optional<Duration> nextTry) {}

    /** The agents whose offers are in hand, in native order or in any. */
    record Held(List<AgentId> agents, boolean inOrder) implements ServiceExpectation {}

    /** The agents in the order in which the offer set put their offers for the last attempt. */
    record Ordered(List<AgentId> agents) implements ServiceExpectation {}

    /** Exactly these offers were given back unused since the last look. */
    record Declined(List<ExpectedDecline> offers) implements ServiceExpectation {}

    /** @param length for how long it is not wanted, if that matters */
    record ExpectedDecline(AgentId agent, Optional<Duration> length) {}

    /** So many requests reached the offer-set service since the last look. */
    record RequestCount(int count) implements ServiceExpectation {}

    /** Exactly these requests reached the offer-set service since the last look, in this order. */
    record Requests(List<ExpectedRequest> requests) implements ServiceExpectation {}

    /**
     * @param hosts the hosts it names, in order
     * @param job the job's key as it is sent
     * @param request cpu, memory and disk it asks for
     * @param body the whole body, byte for byte
     */
    record ExpectedRequest(
            Optional<List<String>> hosts,
            Optional<String> job,
            SortedMap<String, Condition> request,
            Optional<String> body) {}

    record Updates(SortedMap<JobKey, UpdateState> states) implements ServiceExpectation {}

    /** Which agents are kept by preemption, and for which job. */
    record Reserved(SortedMap<AgentId, JobKey> jobs) implements ServiceExpectation {}

    /** CLOSED, OPEN or HALF_OPEN. */
    record Breaker(String state) implements ServiceExpectation {}

    record Metrics(SortedMap<String, Condition> conditions) implements ServiceExpectation {}
}
