package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/** What is tried in the same way with many verbs. */
final class Trials {
    /** How many other questions are asked in between: enough for a service that gives something away to run out of it. */
    private static final int IN_BETWEEN = 5;

    private Trials() {}

    /** The same question twice. */
    static Check.Trial sameTwice(Verb verb) {
        return service -> {
            service.need(verb);
            ObjectNode question = service.dialogue().question(verb, Scene.of(11));
            String first = service.decision(verb, question);
            same(service, verb, question, first, "when asked again at once");
            return "";
        };
    }

    /** The same question again after others about the same nodes. */
    static Check.Trial sameAfterOthers(Verb verb) {
        return service -> {
            service.need(verb);
            // Nodes that no other check asks about: what it left behind would be taken for the first answer.
            Scene scene = Scene.of(1200 + service.plan().dialect().asking().indexOf(verb));
            ObjectNode question = service.dialogue().question(verb, scene);
            String first = service.decision(verb, question);
            int between = 0;
            for (Verb other : service.plan().dialect().asking()) {
                int tasks = other.equals(verb) ? IN_BETWEEN : IN_BETWEEN / 2;
                for (int task = 0; service.serves(other) && task < tasks; task++, between++) {
                    service.ask(other, service.dialogue().question(other, scene.withTask(1300 + task)));
                }
            }
            same(service, verb, question, first, "after " + between + " questions about other tasks");
            leftForTheLast(service, verb);
            return between + " other questions in between";
        };
    }

    /**
     * Who comes last is left something if it would be left something coming first. A service that keeps what it gives away for
     * whoever asked first answers the same task the same, as often as it asks; only the others see it. As some nodes suit some
     * tasks alone, it is tried with others of the same kind in the opposite order too.
     */
    private static void leftForTheLast(Service service, Verb verb) throws Ended {
        int number = service.plan().dialect().asking().indexOf(verb);
        List<Integer> tasks =
                IntStream.rangeClosed(1310, 1310 + IN_BETWEEN).boxed().toList();
        Asked forth = inTurn(service, verb, Scene.of(1210 + number), tasks);
        Asked back = inTurn(service, verb, Scene.of(1220 + number), tasks.reversed());
        if (forth.first() && !forth.last() && back.first() && !back.last()) {
            throw Ended.failed(
                    forth.exchange(),
                    "no node is left for check-" + tasks.getLast() + ", before which " + IN_BETWEEN
                            + " others had asked; some were left for it when it asked first",
                    "nodes for all of them, since none of them was placed");
        }
    }

    /** Whether something was left for the first and for the last of those that asked, and the last one's question. */
    private record Asked(boolean first, boolean last, Exchange exchange) {}

    private static Asked inTurn(Service service, Verb verb, Scene scene, List<Integer> tasks) throws Ended {
        boolean first = false;
        for (int task : tasks.subList(0, tasks.size() - 1)) {
            Exchange exchange = service.ask(verb, service.dialogue().question(verb, scene.withTask(task)));
            boolean left = service.dialogue().leavesSome(verb, exchange, service.good(exchange));
            first = task == tasks.getFirst() ? left : first;
        }
        Exchange exchange = service.ask(verb, service.dialogue().question(verb, scene.withTask(tasks.getLast())));
        return new Asked(first, service.dialogue().leavesSome(verb, exchange, service.good(exchange)), exchange);
    }

    private static void same(Service service, Verb verb, ObjectNode question, String first, String when) throws Ended {
        Exchange again = service.ask(verb, question);
        String second = service.decision(verb, again);
        if (!second.equals(first)) {
            throw Ended.failed(again, second + " " + when, "the same as the first time: " + first);
        }
    }

    /** A question of so many nodes has an answer that a scheduler can use. */
    static Check.Trial nodes(Verb verb, Function<Effort, Integer> number) {
        return nodes(verb, number, (service, scene, exchange) -> {});
    }

    /** Whether an answer tells of the nodes it was asked about, as the dialect wants it. */
    @FunctionalInterface
    interface NodeRule {
        void check(Service service, Scene scene, Exchange exchange) throws Ended;
    }

    static Check.Trial nodes(Verb verb, Function<Effort, Integer> number, NodeRule rule) {
        return service -> {
            service.need(verb);
            Scene scene = Scene.of(14).withNodes(number.apply(service.effort()));
            Exchange exchange = service.ask(verb, service.dialogue().question(verb, scene));
            service.decision(verb, exchange);
            rule.check(service, scene, exchange);
            return String.format(Locale.ROOT, "in %.1f ms", exchange.answer().millis());
        };
    }

    /** Nodes in another order have the same answer. */
    static Check.Trial anyOrder(Verb verb) {
        return service -> {
            service.need(verb);
            Scene scene = Scene.of(15);
            String first = service.decision(verb, scene);
            Exchange again = service.ask(verb, service.dialogue().question(verb, scene.inReverse()));
            String second = service.decision(verb, again);
            if (!second.equals(first)) {
                throw Ended.failed(again, second + " for the nodes in reverse", first + ", as in the other order");
            }
            return "";
        };
    }

    /** Members that nobody has heard of change nothing. */
    static Check.Trial unknownMembers(Verb verb) {
        return service -> {
            service.need(verb);
            ObjectNode question = service.dialogue().question(verb, Scene.of(16));
            String first = service.decision(verb, question);
            ObjectNode more = question.deepCopy();
            more.put("comesWithTheNextVersion", "yes");
            more.putObject("andSomethingLarger").putArray("list").add(1).addNull();
            same(service, verb, more, first, "with members it does not know");
            return "";
        };
    }
}
