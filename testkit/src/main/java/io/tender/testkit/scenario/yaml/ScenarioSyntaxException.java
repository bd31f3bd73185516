package io.tender.testkit.scenario.yaml;

import java.util.List;
import java.util.stream.Collectors;

/** A scenario file that cannot be understood, with everything that is wrong in it. */
public final class ScenarioSyntaxException extends RuntimeException {

    private final transient List<Problem> problems;

    ScenarioSyntaxException(List<Problem> problems) {
        super(problems.stream().map(Problem::text).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** In the order of the file; never empty. */
    public List<Problem> problems() {
        return problems;
    }
}
