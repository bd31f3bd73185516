package io.tender.testkit.scenario.yaml;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A verb's value and the values of the fields beside it. */
final class Arguments {

    private final Optional<YamlValue> value;
    private final YamlValue step;
    private final Map<String, YamlValue> fields;

    Arguments(YamlValue step, Optional<YamlValue> value, Map<String, YamlValue> fields) {
        this.step = step;
        this.value = value;
        this.fields = fields;
    }

    /** The verb's own value. */
    YamlValue value() {
        return value.orElseThrow(() -> step.expected("a value behind '" + step.text() + ":'", "nothing"));
    }

    Optional<YamlValue> valueIfAny() {
        return value;
    }

    Optional<YamlValue> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    <T> Optional<T> field(String name, Function<String, T> notation) {
        return field(name).map(found -> found.read(notation));
    }

    YamlValue required(String name) {
        return field(name)
                .orElseThrow(
                        () -> step.problem("'" + name + "' is missing", "no '" + name + "'", "'" + name + ": ...'"));
    }
}
