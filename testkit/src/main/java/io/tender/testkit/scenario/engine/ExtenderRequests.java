package io.tender.testkit.scenario.engine;

import io.tender.testkit.scenario.step.BatchExpectation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Compares what the extenders of a scenario were asked with what is expected. */
final class ExtenderRequests {
    private static final int LONGEST_SHOWN = 400;

    private final BatchWorld world;

    /** What begins so is a header of the request, and not a value of its body. */
    private static final String HEADER = "header.";

    ExtenderRequests(BatchWorld world) {
        this.world = world;
    }

    void compare(BatchExpectation.Requests expected, Differences differences) {
        List<ScriptedExtender.Asked> got = world.extender(expected.extender()).take(expected.verb());
        String who = expected.extender() + (expected.verb().isEmpty() ? "" : "/" + expected.verb()) + ": ";
        int count = expected.count().orElse(expected.bodies().size());
        if (got.size() != count) {
            differences.add(who + count + " requests", who + got.size() + " requests" + print(got));
            return;
        }
        // Questions about several nodes go out at once and arrive in any order.
        List<ScriptedExtender.Asked> left = new ArrayList<>(got);
        for (SortedMap<String, String> body : expected.bodies()) {
            Optional<ScriptedExtender.Asked> found =
                    left.stream().filter(asked -> fits(body, asked)).findFirst();
            if (found.isEmpty()) {
                differences.add(who + body, who + "no such request" + print(left));
                return;
            }
            left.remove(found.get());
        }
    }

    private static boolean fits(SortedMap<String, String> body, ScriptedExtender.Asked asked) {
        JsonPaths values = JsonPaths.of(asked.body());
        return body.entrySet().stream()
                .allMatch(wish -> JsonPaths.same(
                        wish.getValue(),
                        wish.getKey().startsWith(HEADER)
                                ? asked.header(wish.getKey().substring(HEADER.length()))
                                : values.find(wish.getKey())));
    }

    private static String print(List<ScriptedExtender.Asked> requests) {
        StringBuilder text = new StringBuilder();
        requests.forEach(asked -> text.append("\n  ")
                .append(asked.verb())
                .append(' ')
                .append(asked.body(), 0, Math.min(LONGEST_SHOWN, asked.body().length())));
        return text.toString();
    }
}
