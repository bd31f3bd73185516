package io.tender.daemon.settings;

import io.tender.runtime.yaml.YamlProblem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Settings that cannot be used: all that is wrong with them. */
public final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final Comparator<YamlProblem> AS_READ =
            Comparator.comparingInt(YamlProblem::line).thenComparingInt(YamlProblem::column);

    private final transient List<YamlProblem> problems;
    private final transient Settings readable;

    /** @param readable with the defaults in place of what is wrong */
    SettingsException(List<YamlProblem> problems, Settings readable) {
        this(
                problems.stream().sorted(AS_READ).map(YamlProblem::toString).collect(Collectors.joining("\n")),
                problems.stream().sorted(AS_READ).toList(),
                readable);
    }

    private SettingsException(String message, List<YamlProblem> problems, Settings readable) {
        super(message);
        this.problems = problems;
        this.readable = readable;
    }

    /** The same with what else is wrong, which has no place in the file. */
    public SettingsException with(List<String> more) {
        List<String> all = new ArrayList<>(more);
        all.addFirst(String.valueOf(getMessage()));
        return new SettingsException(String.join("\n", all), problems, readable);
    }

    /** The settings with the defaults in place of what is wrong: for finding out what else is. */
    public Settings readable() {
        return readable;
    }

    public List<YamlProblem> problems() {
        return problems;
    }
}
