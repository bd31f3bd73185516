package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What batch scheduling tells: sessions, tentative placements, binding, outcomes. Asked only if changes are allowed. */
final class EventChecks {
    private EventChecks() {}

    static List<Check> all(Dialect dialect) {
        List<Check> checks = new ArrayList<>(List.of(
                Check.of(
                        "S1",
                        "onSessionOpen is answered with 200",
                        "Volcano leaves the extender out of the whole session, Tender places none of its tasks",
                        "take the snapshot and answer; work on it afterwards",
                        service -> heard(service, BatchVerbs.ON_SESSION_OPEN)),
                Check.of(
                        "S2",
                        "onSessionClose is answered with 200",
                        "It ends the session; whoever waits there holds up the next one",
                        "answer at once",
                        service -> heard(service, BatchVerbs.ON_SESSION_CLOSE))));
        if (dialect == Dialect.TENDER) {
            checks.add(Check.of(
                    "S3",
                    "A delta to an unknown session is answered with 409, or not needed",
                    "A service that restarted and takes a delta for the whole decides on half of the cluster",
                    "answer 409 if 'since' is not the session you last answered, and everything is sent",
                    EventChecks::delta));
        }
        checks.addAll(List.of(
                Check.of(
                        "N1",
                        "allocateFunc and deallocateFunc answer with a message or none",
                        "Anything else is a failure, and undoes the placement",
                        "answer {\"errorMessage\":\"\"}",
                        EventChecks::events),
                Check.of(
                        "N2",
                        "An event told twice with the same key is answered the same",
                        "When an answer is lost the event is told again",
                        "remember the Idempotency-Key of the last minutes, or make the event harmless to repeat",
                        EventChecks::eventTwice),
                Check.of(
                        "N3",
                        "A placement that was undone can be made again",
                        "Placements are tentative: the pair comes many times for one task",
                        "take back in deallocateFunc all that allocateFunc took",
                        EventChecks::reversible),
                Check.of(
                        "B1",
                        "bind told twice with the same key is answered the same",
                        "When an answer is lost the task would be bound twice, or nowhere",
                        "remember the Idempotency-Key, or that the task is bound there",
                        service -> twice(service, BatchVerbs.BIND, Scene.of(94))),
                Check.of(
                        "B2",
                        "bind to another node is answered, one way or the other",
                        "A task that counts as not bound may be sent to another node",
                        "undo the first, or answer with a message",
                        EventChecks::bindElsewhere),
                Check.of(
                        "C1",
                        "commit and abort are answered with 200, also when told twice",
                        "What is not answered is told again with the next session, in order for each task",
                        "answer {} also if the key is known",
                        EventChecks::outcomes)));
        return List.copyOf(checks);
    }

    private static Exchange tell(Service service, Verb verb, ObjectNode body, String key) throws Ended {
        return service.ask(service.request(verb, Service.bytes(body)).with("Idempotency-Key", key));
    }

    private static String heard(Service service, Verb verb) throws Ended {
        service.need(verb);
        Exchange exchange = service.ask(verb, service.dialogue().question(verb, Scene.of(91)));
        if (exchange.answer().status() != 200) {
            throw Ended.failed(exchange, "status " + exchange.answer().status(), "status 200");
        }
        return "";
    }

    private static String delta(Service service) throws Ended {
        service.need(BatchVerbs.ON_SESSION_OPEN);
        Exchange exchange = service.ask(BatchVerbs.ON_SESSION_OPEN, LeanForm.unknownDelta());
        int status = exchange.answer().status();
        if (status != 200 && status != 409) {
            throw Ended.failed(exchange, "status " + status, "status 409, or 200 if the snapshot does not matter");
        }
        return status == 200 ? "taken as it is" : "status 409";
    }

    private static void needOne(Service service, Verb first, Verb second) throws Ended {
        if (!service.serves(second)) {
            service.need(first);
        }
    }

    private static String events(Service service) throws Ended {
        needOne(service, BatchVerbs.ALLOCATE, BatchVerbs.DEALLOCATE);
        for (Verb verb : List.of(BatchVerbs.ALLOCATE, BatchVerbs.DEALLOCATE)) {
            if (service.serves(verb)) {
                service.decision(verb, Scene.of(92));
            }
        }
        return "";
    }

    private static String eventTwice(Service service) throws Ended {
        needOne(service, BatchVerbs.ALLOCATE, BatchVerbs.DEALLOCATE);
        for (Verb verb : List.of(BatchVerbs.ALLOCATE, BatchVerbs.DEALLOCATE)) {
            if (service.serves(verb)) {
                twice(service, verb, Scene.of(95));
            }
        }
        return "";
    }

    private static String twice(Service service, Verb verb, Scene scene) throws Ended {
        service.need(verb);
        ObjectNode event = service.dialogue().question(verb, scene);
        String key = "check-" + verb + "-" + scene.task();
        String first = service.decision(verb, tell(service, verb, event, key));
        Exchange again = tell(service, verb, event, key);
        String second = service.decision(verb, again);
        if (!second.equals(first)) {
            throw Ended.failed(again, second + " the second time, with the same Idempotency-Key", first);
        }
        return first;
    }

    private static String reversible(Service service) throws Ended {
        service.need(BatchVerbs.ALLOCATE);
        service.need(BatchVerbs.DEALLOCATE);
        Scene scene = Scene.of(93);
        String first = "";
        for (int round = 0; round < 3; round++) {
            Exchange placed = tell(
                    service,
                    BatchVerbs.ALLOCATE,
                    service.dialogue().question(BatchVerbs.ALLOCATE, scene),
                    "check-again-" + round);
            String answer = service.decision(BatchVerbs.ALLOCATE, placed);
            if (round > 0 && !answer.equals(first)) {
                throw Ended.failed(placed, answer + " after it was undone " + round + " times", first);
            }
            first = answer;
            service.decision(
                    BatchVerbs.DEALLOCATE,
                    tell(
                            service,
                            BatchVerbs.DEALLOCATE,
                            service.dialogue().question(BatchVerbs.DEALLOCATE, scene),
                            "check-undone-" + round));
        }
        return "";
    }

    private static String bindElsewhere(Service service) throws Ended {
        service.need(BatchVerbs.BIND);
        Scene scene = Scene.of(96);
        BatchDialogue dialogue = BatchDialogue.of(service);
        service.decision(BatchVerbs.BIND, tell(service, BatchVerbs.BIND, dialogue.bind(scene, 0), "check-bind-here"));
        return service.decision(
                BatchVerbs.BIND, tell(service, BatchVerbs.BIND, dialogue.bind(scene, 1), "check-bind-there"));
    }

    private static String outcomes(Service service) throws Ended {
        needOne(service, BatchVerbs.COMMIT, BatchVerbs.ABORT);
        for (Verb verb : List.of(BatchVerbs.COMMIT, BatchVerbs.ABORT)) {
            for (int time = 0; service.serves(verb) && time < 2; time++) {
                Exchange exchange =
                        tell(service, verb, service.dialogue().question(verb, Scene.of(97)), "check-" + verb);
                if (exchange.answer().status() != 200) {
                    throw Ended.failed(exchange, "status " + exchange.answer().status(), "status 200");
                }
            }
        }
        return "";
    }
}
