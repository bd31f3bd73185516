package io.tender.testkit.scenario.engine;

import io.tender.testkit.scenario.step.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What is not as one expectation says, line by line. */
final class Differences {
    private final List<String> expected = new ArrayList<>();
    private final List<String> got = new ArrayList<>();

    void add(String wanted, String found) {
        expected.add(wanted);
        got.add(found);
    }

    void compare(String what, Object wanted, Object found) {
        if (!wanted.equals(found)) {
            add(what + print(wanted), what + print(found));
        }
    }

    private static String print(Object value) {
        boolean nothing = (value instanceof Collection<?> some && some.isEmpty())
                || (value instanceof Map<?, ?> map && map.isEmpty());
        return nothing ? "nothing" : value.toString();
    }

    void requireNone(Source step, Source cause) {
        if (!expected.isEmpty()) {
            throw Stage.failed(step, cause, "not as expected", String.join("\n", expected), String.join("\n", got));
        }
    }
}
