package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.text;

import io.tender.testkit.scenario.step.ClockCommand;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.text.Durations;
import java.util.List;

/** What happens to time. */
final class ClockVerbs {

    private ClockVerbs() {}

    static List<Verb> all() {
        return List.of(
                new Verb(
                        "tick",
                        new Shape.Count(),
                        true,
                        "one allocation interval passes, or so many",
                        List.of(),
                        ClockVerbs::tick),
                Verb.one(
                        "advance",
                        text("600s"),
                        "so much time passes",
                        List.of(),
                        arguments -> new ClockCommand.Advance(arguments.value().read(Durations::duration))),
                Verb.alone("settle", "what is queued is carried out; no time passes", new ClockCommand.Settle()));
    }

    private static List<Command> tick(Arguments arguments) {
        int times = arguments.valueIfAny().map(YamlValue::count).orElse(1);
        if (times < 1) {
            throw arguments.value().expected("1 or more", "'" + times + "'");
        }
        return List.of(new ClockCommand.Tick(times));
    }
}
