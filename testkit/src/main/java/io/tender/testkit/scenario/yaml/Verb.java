package io.tender.testkit.scenario.yaml;

import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.List;
import java.util.function.Function;

/**
 * Something that can happen, as YAML says it: a key with a value, and further keys beside it.
 *
 * @param aloneToo whether the word may also stand alone, without a value
 */
record Verb(
        String name,
        Shape shape,
        boolean aloneToo,
        String help,
        List<Field> fields,
        Function<Arguments, List<Command>> build) {

    static Verb of(
            String name, Shape shape, String help, List<Field> fields, Function<Arguments, List<Command>> build) {
        return new Verb(name, shape, shape instanceof Shape.Alone, help, fields, build);
    }

    static Verb one(String name, Shape shape, String help, List<Field> fields, Function<Arguments, Command> build) {
        return of(name, shape, help, fields, arguments -> List.of(build.apply(arguments)));
    }

    static Verb alone(String name, String help, Command command) {
        return of(name, new Shape.Alone(), help, List.of(), arguments -> List.of(command));
    }
}
