package io.tender.testkit.scenario.yaml;

import io.tender.testkit.scenario.step.Expectation;
import java.util.function.Function;

/** Something that can be expected, as YAML says it: a key with a value, alone or beside something that happens. */
record CheckVerb(String name, Shape shape, String help, Function<YamlValue, Expectation> build) {}
