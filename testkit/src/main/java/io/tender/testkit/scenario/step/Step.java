package io.tender.testkit.scenario.step;

import java.util.List;
import java.util.Optional;

/** One line of a scenario: something happens, or something is expected to be true. */
public sealed interface Step {

    Source source();

    /**
     * Something happens. It is over when the queue is empty, unless it is part of {@link Together}.
     *
     * @param refused that the call is refused, if that is what the scenario is about
     */
    record Call(Source source, Command command, Optional<ExpectedRefusal> refused) implements Step {}

    /** Something must be true now. */
    record Check(Source source, Expectation expectation) implements Step {}

    /** One step that makes several calls, each settled before the next; what came of them is looked at after the last. */
    record Sequence(Source source, List<Call> calls) implements Step {
        public Sequence {
            calls = List.copyOf(calls);
        }
    }

    /** Calls that are all queued before the first of them is carried out. */
    record Together(Source source, List<Call> calls) implements Step {
        public Together {
            calls = List.copyOf(calls);
        }
    }

    /** The same steps several times over. */
    record Repeat(Source source, int times, List<Step> steps) implements Step {
        public Repeat {
            steps = List.copyOf(steps);
        }
    }

    /**
     * How a call is to be refused.
     *
     * @param reason the name of the reason, as the refusal's enum has it
     * @param because a part of the message
     */
    record ExpectedRefusal(String reason, Optional<String> because) {
        @Override
        public String toString() {
            return reason + because.map(text -> " because \"" + text + "\"").orElse("");
        }
    }
}
