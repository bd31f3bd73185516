package io.tender.daemon.http.work;

import io.tender.daemon.http.Answers;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.Master;
import io.tender.daemon.work.CanaryStops;
import io.tender.extender.http.HttpProblem;
import io.tender.extender.shadow.Example;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.ExtenderReport;
import io.tender.extender.shadow.Mode;
import io.tender.extender.shadow.TrialReport;
import io.tender.model.BrokenRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The extenders in use, and how those on trial do. */
final class Extenders implements Gallery {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String KIND = "extenders";

    private final ExtenderBoard board;
    private final MasterLoop loop;

    Extenders(ExtenderBoard board, MasterLoop loop) {
        this.board = board;
        this.loop = loop;
    }

    List<Route> routes() {
        return List.of(
                Route.get(
                        "/v1/extenders",
                        question -> Pages.of(
                                question, List.copyOf(board.reports().values()), report -> describe(report, false))),
                Route.get(
                        "/v1/extenders/{name}",
                        question -> Reply.json(describe(
                                find(question.part("name")).orElseThrow(() -> unknown(question.part("name"))), true))),
                Route.post("/v1/extenders/{name}/resume", this::resume));
    }

    private Optional<ExtenderReport> find(String name) {
        return Optional.ofNullable(board.reports().get(name));
    }

    private HttpProblem unknown(String name) {
        return HttpProblem.of(
                404,
                BrokenRule.of(
                        "There is no such extender.",
                        "'" + Question.shortened(name) + "'",
                        board.reports().isEmpty()
                                ? "one in use, and no extender is in use, since the settings name none"
                                : "one of " + board.reports().keySet(),
                        "correct the name; 'tender extenders', or GET /v1/extenders, lists them"));
    }

    private Reply resume(Question question) {
        String name = question.part("name");
        boolean resumed =
                Answers.await(loop.ask(master -> resume(master, name))).orElseThrow(() -> unknown(name));
        ObjectNode answer = JSON.createObjectNode();
        answer.put("outcome", resumed ? "resumed" : "unchanged");
        answer.set("extender", describe(find(name).orElseThrow(() -> unknown(name)), false));
        return Reply.json(answer);
    }

    /** On a turn of the master: whoever is told that a canary decides again can rely on it, whatever happens then. */
    private Optional<Boolean> resume(Master master, String name) {
        Optional<Boolean> resumed = board.resume(name);
        if (resumed.orElse(false)) {
            CanaryStops.lift(master, name);
        }
        return resumed;
    }

    @Override
    public SortedSet<String> kinds() {
        return new TreeSet<>(List.of(KIND));
    }

    @Override
    public Sight all(String kind) {
        return () -> board.reports().values().stream()
                .map(report -> new Glimpse(report.name(), report, () -> describe(report, false)))
                .toList();
    }

    @Override
    public Sight one(String kind, String name) {
        return () -> find(name).stream()
                .map(report -> new Glimpse(report.name(), report, () -> describe(report, true)))
                .toList();
    }

    @Override
    public Sight explained(String kind, String name, Optional<String> task) {
        throw Watching.unexplained(kind);
    }

    private static ObjectNode describe(ExtenderReport report, boolean whole) {
        ObjectNode out = JSON.createObjectNode();
        out.put("id", report.name());
        out.put("kind", report.kind());
        out.put("url", report.url());
        out.put("breaker", report.breaker());
        Mode mode = report.trial().map(TrialReport::mode).orElse(Mode.DECIDE);
        out.put("mode", mode.label());
        out.put("state", report.trial().map(Extenders::state).orElse("decides"));
        report.trial().ifPresent(trial -> describe(trial, out, whole));
        return out;
    }

    private static String state(TrialReport trial) {
        if (trial.deciding()) {
            return "decides for " + trial.share();
        }
        return trial.stopped().isPresent() ? "stopped" : "looks on";
    }

    private static void describe(TrialReport trial, ObjectNode out, boolean whole) {
        out.put("comparedWith", trial.comparedWith());
        if (trial.mode() == Mode.CANARY) {
            out.put("canaryShare", trial.share().toString());
        }
        trial.stopped().ifPresent(stop -> {
            out.put("stoppedAt", stop.time().toString());
            out.put("stoppedWhy", stop.why());
        });
        rounded(out, "agreement", trial.agreement());
        rounded(out, "rankCorrelation", trial.rankCorrelation());
        out.put("rankings", trial.rankings());
        out.put("sameWinner", trial.sameWinner());
        out.put("otherWinner", trial.otherWinner());
        out.put("answered", trial.calls().answered());
        out.put("failed", trial.calls().failed());
        out.put("waiting", trial.waiting());
        out.put("dropped", trial.dropped());
        ObjectNode latency = out.putObject("latencyMillis");
        rounded(latency, "median", OptionalDouble.of(trial.calls().medianMillis()));
        rounded(latency, "p95", OptionalDouble.of(trial.calls().p95Millis()));
        rounded(latency, "max", OptionalDouble.of(trial.calls().maxMillis()));
        ObjectNode failures = out.putObject("failures");
        trial.calls().failures().forEach(failures::put);
        ObjectNode verbs = out.putObject("verbs");
        for (Map.Entry<String, TrialReport.Verb> verb : trial.verbs().entrySet()) {
            ObjectNode one = verbs.putObject(verb.getKey());
            one.put("answers", verb.getValue().answers());
            one.put("differing", verb.getValue().differing());
            one.put("agreed", verb.getValue().agreed());
            one.put("stricter", verb.getValue().stricter());
            one.put("laxer", verb.getValue().laxer());
        }
        if (whole) {
            examples(trial.examples(), out.putArray("examples"));
        }
    }

    private static void examples(List<Example> examples, ArrayNode out) {
        for (Example example : examples) {
            ObjectNode one = out.addObject();
            one.put("time", example.time().toString());
            one.put("verb", example.verb());
            one.put("about", example.about());
            one.put("decided", example.decided());
            one.put("shadow", example.shadow());
            ArrayNode lines = one.putArray("lines");
            example.lines()
                    .forEach(line -> lines.addObject()
                            .put("name", line.name())
                            .put("decided", line.decided())
                            .put("shadow", line.shadow()));
        }
    }

    /** To four digits; left out if there is nothing to tell. */
    private static void rounded(ObjectNode out, String name, OptionalDouble value) {
        value.ifPresent(number -> out.put(name, Math.round(number * 10_000) / 10_000.0));
    }
}
