package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import io.tender.toolkit.check.BatchReplies.Fit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** What batch scheduling expects of predicate. */
final class PredicateChecks {
    private static final Verb PREDICATE = BatchVerbs.PREDICATE;
    private static final long LAST_CODE = 5;

    private PredicateChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of(
                        "F1",
                        "predicate answers in the form that the scheduler reads",
                        "An answer of another form counts as none, and the node as unfit",
                        "answer an object with a whole number and a text",
                        service -> {
                            fit(service, Scene.of(21), 0, 1);
                            return "";
                        }),
                Check.of(
                        "F2",
                        "A refusal of predicate is understood as one",
                        "Volcano lets a node pass whose message is not in status, whatever the code says; elsewhere nobody"
                                + " learns why the task waits",
                        "volcano: {\"status\":\"why\",\"code\":2}; tender: {\"code\":2,\"errorMessage\":\"why\"}",
                        PredicateChecks::refusals),
                Check.of(
                        "F3",
                        "predicate answers with a code that is known",
                        "An unknown code is a failure, or lets the node pass",
                        "0 fits, 1 unknown, 2 not now, 3 never, 4 later, 5 skip",
                        PredicateChecks::codes),
                Check.of(
                        "F4a",
                        "predicate asked twice answers the same",
                        "Answers are shared by equal tasks and kept until the node changes",
                        "decide from the request alone",
                        Trials.sameTwice(PREDICATE)),
                Check.of(
                        "F4b",
                        "predicate leaves no trace",
                        "Most nodes that fit are not taken; what is reserved for them is lost",
                        "reserve in allocateFunc, not in predicate",
                        Trials.sameAfterOthers(PREDICATE)),
                Check.of(
                        "F5a",
                        "predicate answers for a node on which nothing runs",
                        "New nodes are empty: lists and maps in them too, or null",
                        "treat null, absent and empty alike",
                        service -> {
                            fit(service, Scene.of(22), 0, 0);
                            return "";
                        }),
                Check.of(
                        "F5b",
                        "predicate answers for a node with 100 tasks in time",
                        "Each of them is sent along, and a node is asked about once per task",
                        "look at each task once",
                        service -> {
                            Exchange exchange = ask(
                                    service, Scene.of(23), 0, service.effort().crowd());
                            BatchDialogue.of(service).replies().fit(exchange, service.good(exchange));
                            return String.format(
                                    Locale.ROOT, "in %.1f ms", exchange.answer().millis());
                        }),
                Check.of(
                        "F6",
                        "predicate passes over members it does not know",
                        "Every version adds some",
                        "ignore unknown members",
                        Trials.unknownMembers(PREDICATE)),
                Check.of(
                        "F7",
                        "predicate lets a task pass that asks for nothing it manages",
                        "Schedulers without the filter managedResources ask about every task",
                        "look for the managed resource first, and let everything pass without it",
                        PredicateChecks::unmanaged));
    }

    private static Exchange ask(Service service, Scene scene, int node, int residents) throws Ended {
        service.need(PREDICATE);
        return service.ask(PREDICATE, BatchDialogue.of(service).predicate(scene, node, residents));
    }

    private static Fit fit(Service service, Scene scene, int node, int residents) throws Ended {
        Exchange exchange = ask(service, scene, node, residents);
        return BatchDialogue.of(service).replies().fit(exchange, service.good(exchange));
    }

    private record Answered(Exchange exchange, Fit fit) {}

    /** Nodes of all sizes, empty and crowded, and one that the task cannot fit. */
    private static List<Answered> variety(Service service) throws Ended {
        List<Answered> all = new ArrayList<>();
        Scene scene = Scene.of(24);
        for (int node : scene.order()) {
            Exchange exchange = ask(service, scene, node, node % 3);
            all.add(new Answered(exchange, BatchDialogue.of(service).replies().fit(exchange, service.good(exchange))));
        }
        ObjectNode tooLarge = BatchDialogue.of(service).tooLarge(scene);
        Exchange exchange = service.ask(PREDICATE, tooLarge);
        all.add(new Answered(exchange, BatchDialogue.of(service).replies().fit(exchange, service.good(exchange))));
        return all;
    }

    private static String refusals(Service service) throws Ended {
        int refused = 0;
        for (Answered answered : variety(service)) {
            Fit fit = answered.fit();
            if (fit.meantNo() && fit.fits()) {
                throw Ended.failed(
                        answered.exchange(),
                        "a refusal without a text in status, which lets the node pass",
                        "{\"status\":\"why\",\"code\":" + fit.code() + "}");
            }
            if (fit.meantNo() && fit.message().isBlank()) {
                throw Ended.warned(
                        answered.exchange(), "a refusal without a reason", "why, for people who wait for the task");
            }
            refused += fit.meantNo() ? 1 : 0;
        }
        return refused == 0 ? "nothing was refused" : "refused: " + refused;
    }

    private static String codes(Service service) throws Ended {
        for (Answered answered : variety(service)) {
            if (answered.fit().code() < 0 || answered.fit().code() > LAST_CODE) {
                throw Ended.failed(answered.exchange(), "code " + answered.fit().code(), "a code from 0 to 5");
            }
        }
        return "";
    }

    private static String unmanaged(Service service) throws Ended {
        service.need(PREDICATE);
        if (service.plan().managedResources().isEmpty()) {
            throw Ended.skipped("no --managed-resources are given");
        }
        Exchange exchange = ask(service, Scene.of(25).unmanaged(), 0, 1);
        Fit fit = BatchDialogue.of(service).replies().fit(exchange, service.good(exchange));
        if (!fit.fits()) {
            throw Ended.failed(exchange, fit.toString(), "that it fits");
        }
        return "";
    }
}
