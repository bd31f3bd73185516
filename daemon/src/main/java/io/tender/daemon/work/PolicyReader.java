package io.tender.daemon.work;

import io.tender.core.batch.life.LifeAction;
import io.tender.core.batch.life.LifeEvent;
import io.tender.core.batch.life.LifePolicy;
import io.tender.runtime.yaml.YamlPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads what is to happen to a job when something happens to its tasks. */
final class PolicyReader {
    private static final Map<String, LifeEvent> EVENTS = new TreeMap<>();
    private static final Map<String, LifeAction> ACTIONS = new TreeMap<>();

    static {
        for (LifeEvent event : LifeEvent.values()) {
            if (event.inPolicies()) {
                EVENTS.put(event.word(), event);
            }
        }
        for (LifeAction action : LifeAction.values()) {
            if (action.inPolicies()) {
                ACTIONS.put(action.word(), action);
            }
        }
    }

    private final Set<LifeEvent> events = new HashSet<>();
    private final Set<Integer> exitCodes = new HashSet<>();

    private PolicyReader() {}

    static List<LifePolicy> read(Fields of) {
        PolicyReader reader = new PolicyReader();
        List<LifePolicy> policies = of.each("policies", "A policy", reader::policy);
        if (reader.events.contains(LifeEvent.ANY) && reader.events.size() > 1) {
            of.get("policies")
                    .ifPresent(at -> at.problem(
                            "Events beside '*' would never be looked at alone.",
                            reader.events.size() + " events, one of them '*'",
                            "'*' alone, or events without it"));
        }
        return policies;
    }

    private Optional<LifePolicy> policy(Fields fields) {
        TreeSet<LifeEvent> about = new TreeSet<>();
        fields.get("event").ifPresent(value -> event(value).ifPresent(about::add));
        List<YamlPart> more = new ArrayList<>();
        fields.get("events").ifPresent(value -> more.addAll(value.items("'events'")));
        more.forEach(value -> event(value).ifPresent(about::add));
        Optional<Integer> exitCode = fields.number("exitCode", Integer.MIN_VALUE, Integer.MAX_VALUE);
        exitCode.filter(code -> !exitCodes.add(code))
                .ifPresent(code -> fields.part()
                        .problem(
                                "Exit code " + code + " has two policies.",
                                "a second one",
                                "one policy for each code"));
        fields.required("action", "action: and one of " + String.join(", ", ACTIONS.keySet()));
        Optional<LifeAction> action = fields.oneOf("action", ACTIONS);
        Optional<Duration> timeout = fields.duration("timeout");
        fields.done();
        if (about.isEmpty() && (fields.get("event").isPresent() || !more.isEmpty())) {
            // What was wrong with the events has been said.
            return Optional.empty();
        }
        return action.flatMap(what -> fields.make(() -> new LifePolicy(about, exitCode, what, timeout)));
    }

    private Optional<LifeEvent> event(YamlPart value) {
        Optional<LifeEvent> event = Fields.oneOf(value, "event", EVENTS);
        event.filter(known -> !events.add(known))
                .ifPresent(twice -> value.problem(
                        "Event '" + twice.word() + "' has two policies.", "a second one", "one policy for each event"));
        return event;
    }
}
