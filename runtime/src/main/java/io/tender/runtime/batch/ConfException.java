package io.tender.runtime.batch;

import io.tender.runtime.yaml.YamlProblem;
import java.util.List;
import java.util.stream.Collectors;

/** Settings that cannot be used: all that is wrong with them. */
public final class ConfException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<YamlProblem> problems;

    ConfException(List<YamlProblem> problems) {
        super(problems.stream().map(YamlProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<YamlProblem> problems() {
        return problems;
    }
}
