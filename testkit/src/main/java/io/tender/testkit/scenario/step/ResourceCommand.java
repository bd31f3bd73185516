package io.tender.testkit.scenario.step;

import java.util.List;
import java.util.Optional;

/** A calculation with resources. The operands stay text until it is done, because reading them may be the point. */
public sealed interface ResourceCommand extends Command {

    record Parse(String text, Optional<String> defaultRole) implements ResourceCommand {}

    record ParseJson(String json, Optional<String> defaultRole) implements ResourceCommand {}

    record Add(List<String> texts) implements ResourceCommand {}

    record Subtract(String what, String from) implements ResourceCommand {}

    record ShrinkToQuantities(String what, String target) implements ResourceCommand {}

    record ShrinkToLimits(String what, String limits) implements ResourceCommand {}

    /** Pushes reservations, the outermost first; a leading {@code +} makes one dynamic. */
    record Reserve(String what, List<String> reservations) implements ResourceCommand {}

    record Apply(List<String> changes, String to) implements ResourceCommand {}

    record Quantities(String text, Optional<String> minus) implements ResourceCommand {}

    record Limits(String text, Optional<String> minus) implements ResourceCommand {}
}
