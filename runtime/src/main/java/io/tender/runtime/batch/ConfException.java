package io.tender.runtime.batch;

import java.util.List;
import java.util.stream.Collectors;

/** Settings that cannot be used: all that is wrong with them. */
public final class ConfException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfProblem> problems;

    ConfException(List<ConfProblem> problems) {
        super(problems.stream().map(ConfProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<ConfProblem> problems() {
        return problems;
    }
}
