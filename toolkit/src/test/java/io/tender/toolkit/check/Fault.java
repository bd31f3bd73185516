package io.tender.toolkit.check;

import io.tender.toolkit.check.Shelf.Asked;
import io.tender.toolkit.check.Shelf.Handler;
import io.tender.toolkit.check.Shelf.Quirk;
import io.tender.toolkit.check.Shelf.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One way to be wrong.
 *
 * @param name what is wrong, for people
 * @param failing the checks that find it: the one that is meant for it first
 * @param warned those that warn of it
 * @param slow whether the service hangs, so that the checker must not wait long
 */
record Fault(
        Dialect dialect,
        String name,
        List<String> failing,
        List<String> warned,
        Wrong wrong,
        Set<Quirk> quirks,
        boolean slow) {

    private static final Pattern WORLD = Pattern.compile("\"(check-\\d+)-node-0\"");
    private static final Pattern TASK = Pattern.compile("\"((?:www-prod-)?check-\\d+)[\"@]");

    /** Does the wrong thing, with what would have been right at hand. */
    @FunctionalInterface
    interface Wrong {
        Reply answer(Asked asked, Handler good) throws IOException;
    }

    /** Changes a right answer of one verb, knowing the question. */
    @FunctionalInterface
    interface Edit {
        void change(ObjectNode question, ObjectNode answer);
    }

    static Fault of(Dialect dialect, String name, List<String> failing, Wrong wrong) {
        return new Fault(dialect, name, failing, List.of(), wrong, Set.of(), false);
    }

    static Fault of(Dialect dialect, String name, List<String> failing, Quirk quirk) {
        return new Fault(dialect, name, failing, List.of(), (asked, good) -> good.answer(asked), Set.of(quirk), false);
    }

    Fault warnedBy(String... ids) {
        return new Fault(dialect, name, failing, List.of(ids), wrong, quirks, slow);
    }

    Fault hanging() {
        return new Fault(dialect, name, failing, warned, wrong, quirks, true);
    }

    /** Everything right, but for one verb's answers. */
    static Wrong edited(String verb, Edit edit) {
        return (asked, good) -> {
            Reply right = good.answer(asked);
            if (!asked.path().endsWith("/" + verb) || right.status() != 200) {
                return right;
            }
            JsonNode answer = Templates.JSON.readTree(right.body());
            ObjectNode holder = answer instanceof ObjectNode object ? object : Templates.object();
            if (!(answer instanceof ObjectNode)) {
                holder.set("list", answer);
            }
            edit.change((ObjectNode) Templates.JSON.readTree(asked.body()), holder);
            return Reply.of(
                    200,
                    Templates.JSON.writeValueAsString(answer instanceof ObjectNode ? holder : holder.path("list")));
        };
    }

    /** Does so only when asked about one of the checks' tasks. */
    static Edit about(int task, Edit edit) {
        return (question, answer) -> {
            if (question.toString().contains("check-" + task + "\"")) {
                edit.change(question, answer);
            }
        };
    }

    /** Every second time that the same is asked. */
    static Edit everySecondTime(Edit edit) {
        Map<String, AtomicInteger> times = new ConcurrentHashMap<>();
        return (question, answer) -> {
            String key = key(question);
            if (times.computeIfAbsent(key, unknown -> new AtomicInteger()).incrementAndGet() % 2 == 0) {
                edit.change(question, answer);
            }
        };
    }

    /** Once more than three tasks have asked about the same nodes. */
    static Edit afterThreeTasks(Edit edit) {
        Map<String, Set<String>> tasks = new ConcurrentHashMap<>();
        return (question, answer) -> {
            String text = question.toString();
            String world = found(WORLD, text);
            Set<String> seen = tasks.computeIfAbsent(world, unknown -> ConcurrentHashMap.newKeySet());
            seen.add(task(text));
            if (seen.size() > 3) {
                edit.change(question, answer);
            }
        };
    }

    private static String task(String question) {
        return found(TASK, question);
    }

    private static String found(Pattern what, String text) {
        Matcher matcher = what.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    /** Whose task about which node, so that the same question is known however it is written. */
    private static String key(ObjectNode question) {
        JsonNode node = Json.member(Json.member(question, "node"), "name");
        return task(question.toString()) + " " + node.asString("");
    }

    /** Fails where the question has a number of nodes. */
    static Wrong failing(String verb, Predicate<ObjectNode> where) {
        return (asked, good) -> {
            Reply right = good.answer(asked);
            boolean spoiled = asked.path().endsWith("/" + verb)
                    && right.status() == 200
                    && where.test((ObjectNode) Templates.JSON.readTree(asked.body()));
            return spoiled ? Reply.of(500, "\"a crash\"") : right;
        };
    }

    /** How many nodes or hosts a question has, in any dialect. */
    static int nodes(ObjectNode question) {
        JsonNode nodes = Json.member(question, "nodes");
        return Json.member(question, "hosts").size()
                + Json.member(question, "NodeNames").size()
                + (nodes.isArray() ? nodes.size() : Json.member(nodes, "items").size());
    }

    @Override
    public String toString() {
        return dialect.label() + ": " + name;
    }
}
