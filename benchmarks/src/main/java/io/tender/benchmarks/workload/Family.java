package io.tender.benchmarks.workload;

import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All cases of one workload.
 *
 * @param name the workload's name
 * @param what one line on what happens and what is timed
 * @param sizes which sizes of the command line it takes, for the list of workloads
 * @param labels how its cases are labelled
 * @param fromLabel the case with a label of that form
 * @param fromSizes the cases for sizes given on the command line
 */
public record Family(
        String name,
        String what,
        String sizes,
        Pattern labels,
        Function<MatchResult, Workload> fromLabel,
        Function<Sizes, List<Workload>> fromSizes) {

    static final String GRID = "agents, frameworks";

    /** A grid label such as {@code 1000x50}. */
    static final Pattern GRID_LABEL = Pattern.compile("(\\d+)x(\\d+)");

    static int number(MatchResult label, int group) {
        return Integer.parseInt(label.group(group));
    }

    public Workload labelled(String label) {
        Matcher matcher = labels.matcher(label);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    name + " has no case '" + label + "': expected a label like " + labels.pattern());
        }
        return fromLabel.apply(matcher);
    }

    public List<Workload> sized(Sizes given) {
        return fromSizes.apply(given);
    }
}
