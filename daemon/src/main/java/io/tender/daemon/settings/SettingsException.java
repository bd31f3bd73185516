package io.tender.daemon.settings;

import io.tender.runtime.yaml.YamlProblem;
import java.util.List;
import java.util.stream.Collectors;

/** Settings that cannot be used: all that is wrong with them. */
public final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<YamlProblem> problems;

    SettingsException(List<YamlProblem> problems) {
        super(problems.stream().map(YamlProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<YamlProblem> problems() {
        return problems;
    }
}
