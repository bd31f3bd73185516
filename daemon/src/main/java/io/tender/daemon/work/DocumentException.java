package io.tender.daemon.work;

import io.tender.runtime.yaml.YamlProblem;
import java.util.List;
import java.util.stream.Collectors;

/** Documents that cannot be used: all that is wrong with them. */
public final class DocumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<YamlProblem> problems;

    DocumentException(List<YamlProblem> problems) {
        super(problems.stream().map(YamlProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<YamlProblem> problems() {
        return problems;
    }
}
