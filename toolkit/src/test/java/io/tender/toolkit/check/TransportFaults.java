package io.tender.toolkit.check;

import io.tender.toolkit.check.Shelf.Asked;
import io.tender.toolkit.check.Shelf.Quirk;
import io.tender.toolkit.check.Shelf.Reply;
import io.tender.toolkit.check.Shelf.Style;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;

/** Services that decide well and speak HTTP badly. What is asked does not matter, so one dialect stands for all. */
final class TransportFaults {
    private TransportFaults() {}

    private static Fault fault(String name, List<String> failing, Fault.Wrong wrong) {
        return Fault.of(Dialect.KUBE, name, failing, wrong);
    }

    private static boolean about(Asked asked, String task) {
        return asked.text().contains("\"" + task + "\"");
    }

    private static boolean isJson(Asked asked) {
        try {
            Templates.JSON.readTree(asked.body());
            return true;
        } catch (JacksonException noJson) {
            return false;
        }
    }

    static List<Fault> all() {
        return List.of(
                fault("serves nothing", List.of("T5"), (asked, good) -> Reply.of(404, "\"gone\"")),
                fault("answers without the token", List.of("A1"), (asked, good) -> good.answer(asked)),
                fault(
                        "redirects pods of another shard",
                        List.of("T4a"),
                        (asked, good) -> about(asked, "check-1")
                                ? new Reply(307, "application/json", new byte[0], Style.LENGTH, Optional.of("/shard-2"))
                                : good.answer(asked)),
                fault(
                        "has created the answer",
                        List.of("T4b"),
                        (asked, good) ->
                                about(asked, "check-1") ? good.answer(asked).with(201) : good.answer(asked)),
                fault("wants a token", List.of("T4b"), (asked, good) -> Reply.of(401, "\"who are you\"")),
                fault("always makes something", List.of("T4b"), (asked, good) -> {
                    Reply right = good.answer(asked);
                    return right.status() == 200 && !asked.path().endsWith("/bind") ? right.with(201) : right;
                }),
                fault(
                        "hangs up on everybody",
                        List.of("T5"),
                        (asked, good) -> good.answer(asked).in(Style.DROPPED)),
                fault("answers in words", List.of("T8"), (asked, good) -> {
                    Reply right = good.answer(asked);
                    return right.status() == 200 && !asked.path().endsWith("/bind")
                            ? Reply.of(200, "all is well")
                            : right;
                }),
                fault(
                                "is never in time",
                                List.of("T14"),
                                (asked, good) -> good.answer(asked).in(Style.HANGING))
                        .hanging(),
                fault(
                        "ends the answer by ending the connection",
                        List.of("T6", "T2b"),
                        (asked, good) -> good.answer(asked).in(Style.UNTIL_CLOSED)),
                fault(
                        "ends without its last chunk",
                        List.of("T6"),
                        (asked, good) -> good.answer(asked).in(Style.WITHOUT_LAST_CHUNK)),
                fault(
                        "compresses for everybody",
                        List.of("T7"),
                        (asked, good) -> good.answer(asked).in(Style.GZIP)),
                fault("logs into the answer", List.of("T8"), (asked, good) -> appended(good.answer(asked), " done")),
                fault("says that it is a page", List.of(), (asked, good) -> {
                            Reply right = good.answer(asked);
                            return new Reply(right.status(), "text/html", right.body(), Style.LENGTH, Optional.empty());
                        })
                        .warnedBy("T9"),
                Fault.of(Dialect.KUBE, "knows one spelling of headers", List.of("T10"), Quirk.EXACT_HEADER_NAMES),
                Fault.of(Dialect.KUBE, "reads once", List.of("T11"), Quirk.READS_ONCE),
                fault("says things twice", List.of("T12"), (asked, good) -> doubled(good.answer(asked))),
                fault("answers to any path", List.of(), (asked, good) -> {
                            Reply right = good.answer(asked);
                            return right.status() == 404 ? Reply.of(200, "{}") : right;
                        })
                        .warnedBy("T13"),
                fault(
                        "answers to half a question",
                        List.of("T1a"),
                        (asked, good) -> asked.text().startsWith("{") && !isJson(asked)
                                ? Reply.of(200, "{}")
                                : good.answer(asked)),
                fault(
                        "answers to anything",
                        List.of("T1b"),
                        (asked, good) -> asked.text().startsWith("this") ? Reply.of(200, "{}") : good.answer(asked)),
                fault(
                        "answers to nothing",
                        List.of("T1c"),
                        (asked, good) -> asked.body().length == 0 ? Reply.of(200, "{}") : good.answer(asked)),
                fault(
                        "dies of a list",
                        List.of("T1d"),
                        (asked, good) ->
                                asked.text().equals("[]") ? good.answer(asked).in(Style.DROPPED) : good.answer(asked)),
                Fault.of(
                        Dialect.KUBE,
                        "stops at garbage",
                        List.of("T1e", "T2a", "T12", "T2b", "T3", "T14", "T15"),
                        Quirk.STOPS_AT_GARBAGE),
                fault(
                                "hangs when much comes",
                                List.of("T2a"),
                                (asked, good) -> asked.body().length > 200_000
                                        ? good.answer(asked).in(Style.HANGING)
                                        : good.answer(asked))
                        .hanging(),
                Fault.of(Dialect.KUBE, "tires of connections", List.of("T2b"), Quirk.TIRES_OF_CONNECTIONS),
                fault("mixes up who asked what", List.of("T3"), mixedUp("")),
                fault("mixes up scores", List.of("T3"), mixedUp("/prioritize")),
                fault("stalls now and then", List.of("T14"), stalling()).hanging(),
                fault("is overwhelmed", List.of("T15"), overwhelmed()),
                Fault.of(Dialect.KUBE, "serves one connection at a time", List.of("T15"), Quirk.ONE_AT_A_TIME)
                        .hanging(),
                // The same of a verb that is not the first: each is served by code of its own.
                scoring(
                        "scores for everybody",
                        List.of("A1"),
                        (asked, good) -> good.answer(asked),
                        asked -> asked.headers().containsKey("Authorization")),
                scoring(
                        "redirects who wants scores",
                        List.of("T4a"),
                        (asked, good) -> about(asked, "check-1")
                                ? new Reply(307, "application/json", new byte[0], Style.LENGTH, Optional.of("/shard-2"))
                                : good.answer(asked)),
                scoring(
                        "ends scores by ending the connection",
                        List.of("T6", "T2b"),
                        (asked, good) -> good.answer(asked).in(Style.UNTIL_CLOSED)),
                scoring(
                        "compresses scores for everybody",
                        List.of("T7"),
                        (asked, good) -> good.answer(asked).in(Style.GZIP)),
                scoring("logs into scores", List.of("T8"), (asked, good) -> appended(good.answer(asked), " done")),
                scoring("says that scores are a page", List.of(), (asked, good) -> {
                            Reply right = good.answer(asked);
                            return new Reply(right.status(), "text/html", right.body(), Style.LENGTH, Optional.empty());
                        })
                        .warnedBy("T9"),
                scoring(
                        "scores half a question",
                        List.of("T1a"),
                        (asked, good) -> asked.text().startsWith("{") && !isJson(asked)
                                ? Reply.of(200, "[]")
                                : good.answer(asked)),
                scoring(
                        "scores anything",
                        List.of("T1b"),
                        (asked, good) -> asked.text().startsWith("this") ? Reply.of(200, "[]") : good.answer(asked)),
                scoring(
                        "scores nothing",
                        List.of("T1c"),
                        (asked, good) -> asked.body().length == 0 ? Reply.of(200, "[]") : good.answer(asked)),
                scoring(
                        "dies of scoring a list",
                        List.of("T1d"),
                        (asked, good) ->
                                asked.text().equals("[]") ? good.answer(asked).in(Style.DROPPED) : good.answer(asked)),
                scoring(
                                "hangs when there is much to score",
                                List.of("T2a"),
                                (asked, good) -> asked.body().length > 200_000
                                        ? good.answer(asked).in(Style.HANGING)
                                        : good.answer(asked))
                        .hanging(),
                scoring("stalls over a score now and then", List.of("T14"), stalling())
                        .hanging(),
                scoring("is overwhelmed by scoring", List.of("T15"), overwhelmed()));
    }

    /** Wrong where scores are asked for, and right everywhere else. */
    private static Fault scoring(String name, List<String> failing, Fault.Wrong wrong) {
        return fault(
                name,
                failing,
                (asked, good) -> asked.path().endsWith("/prioritize") ? wrong.answer(asked, good) : good.answer(asked));
    }

    /** The same of a service that answers the others only if they are allowed to ask. */
    private static Fault scoring(String name, List<String> failing, Fault.Wrong wrong, Predicate<Asked> allowed) {
        return fault(
                name,
                failing,
                (asked, good) -> asked.path().endsWith("/prioritize") || allowed.test(asked)
                        ? wrong.answer(asked, good)
                        : Reply.of(401, "\"who are you\""));
    }

    private static Reply appended(Reply reply, String more) {
        return Reply.of(reply.status(), new String(reply.body(), StandardCharsets.UTF_8) + more);
    }

    private static Reply doubled(Reply reply) {
        String text = new String(reply.body(), StandardCharsets.UTF_8);
        return Reply.of(reply.status(), text.startsWith("{") ? "{\"Error\":\"\"," + text.substring(1) : text);
    }

    /**
     * Two that ask at once get each other's answers.
     *
     * @param path how the path ends of what is mixed up
     */
    private static Fault.Wrong mixedUp(String path) {
        Exchanger<Asked> handlers = new Exchanger<>();
        return (asked, good) -> {
            if (!asked.path().endsWith(path) || !asked.text().contains("\"check-50")) {
                return good.answer(asked);
            }
            try {
                return good.answer(handlers.exchange(asked, 40, TimeUnit.MILLISECONDS));
            } catch (TimeoutException alone) {
                return good.answer(asked);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                return Reply.of(500, "\"ended\"");
            }
        };
    }

    private static Fault.Wrong stalling() {
        AtomicInteger calls = new AtomicInteger();
        return (asked, good) -> about(asked, "check-5") && calls.incrementAndGet() == 7
                ? good.answer(asked).in(Style.HANGING)
                : good.answer(asked);
    }

    private static Fault.Wrong overwhelmed() {
        AtomicInteger calls = new AtomicInteger();
        return (asked, good) -> asked.text().contains("\"check-70") && calls.incrementAndGet() > 10
                ? Reply.of(503, "\"too many\"")
                : good.answer(asked);
    }
}
