package io.tender.testkit.scenario.text;

import io.tender.model.AgentId;
import io.tender.model.service.JobKey;
import io.tender.testkit.scenario.step.Instances;
import io.tender.testkit.scenario.step.ServiceExpectation.ExpectedDecline;
import io.tender.testkit.scenario.step.ServiceExpectation.ExpectedState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Jobs, their instances and where these are: {@code www/prod/web}, {@code www/prod/web/0..2}, {@code RUNNING on a1}. */
public final class InstanceNotation {

    private static final Pattern WITH_NUMBERS = Pattern.compile("([^/]*/[^/]*/[^/]*)/(.*)");
    private static final Pattern NUMBERS = Pattern.compile("([0-9]{1,6})(?:\\.\\.([0-9]{1,6}))?");

    private static final String EXPECTED =
            "a job or instances of one, such as www/prod/web, www/prod/web/0 or www/prod/web/0..2";

    private InstanceNotation() {}

    public static Instances instances(String text) {
        String stripped = text.strip();
        Matcher parts = WITH_NUMBERS.matcher(stripped);
        if (!parts.matches()) {
            return new Instances(job(stripped), new TreeSet<>());
        }
        Matcher numbers = NUMBERS.matcher(parts.group(2));
        if (!numbers.matches()) {
            throw NotationException.expected(
                    parts.start(2), "'" + parts.group(2) + "' are no instances", "'" + text + "'", EXPECTED);
        }
        int first = Integer.parseInt(numbers.group(1));
        int last = numbers.group(2) == null ? first : Integer.parseInt(numbers.group(2));
        if (last < first || last - first >= 10_000) {
            throw NotationException.expected(
                    parts.start(2),
                    "'" + parts.group(2) + "' is no range",
                    "'" + text + "'",
                    "the smaller number first, and at most 10000 instances");
        }
        TreeSet<Integer> all = new TreeSet<>();
        for (int number = first; number <= last; number++) {
            all.add(number);
        }
        return new Instances(job(parts.group(1)), all);
    }

    public static JobKey job(String text) {
        return JobKey.parse(text.strip());
    }

    /** Agents of which one will do: {@code a1}, {@code a1 or a2}, or {@code any}. */
    public static List<AgentId> oneOf(String text) {
        if (text.strip().equals("any")) {
            return List.of();
        }
        List<AgentId> agents = new ArrayList<>();
        for (String name : text.split(" or ", -1)) {
            agents.addAll(IdNotation.agents(name).ids());
        }
        return agents;
    }

    /** A state, and where: {@code RUNNING}, {@code RUNNING on a1}. */
    public static ExpectedState state(String text) {
        String[] parts = text.strip().split(" on ", 2);
        return new ExpectedState(
                parts[0].strip(), parts.length == 1 ? Optional.empty() : Optional.of(IdNotation.agent(parts[1])));
    }

    /** Whose offer was given back, and for how long it is not wanted: {@code a1}, {@code a1 for 5s}. */
    public static ExpectedDecline decline(String text) {
        String[] parts = text.strip().split(" for ", 2);
        return new ExpectedDecline(
                IdNotation.agent(parts[0]),
                parts.length == 1 ? Optional.empty() : Optional.of(Durations.duration(parts[1])));
    }
}
