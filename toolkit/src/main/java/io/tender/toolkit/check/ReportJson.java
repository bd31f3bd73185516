package io.tender.toolkit.check;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A report for programs. */
public final class ReportJson {
    private ReportJson() {}

    public static ObjectNode of(CheckReport report) {
        ObjectNode json = Templates.object()
                .put("service", report.service())
                .put("dialect", report.dialect().label())
                .put("allPassed", report.allPassed())
                .put("passed", report.count("passed"))
                .put("failed", report.count("failed"))
                .put("warned", report.count("warned"))
                .put("skipped", report.count("skipped"))
                .put("untried", report.count("untried"))
                .put("millis", report.took().toMillis());
        ArrayNode verbs = json.putArray("verbs");
        report.verbs()
                .forEach(state -> verbs.addObject()
                        .put("verb", state.verb().value())
                        .put("asked", state.asked())
                        .put("why", state.reason()));
        ArrayNode checks = json.putArray("checks");
        report.results().forEach(result -> result(checks.addObject(), result));
        return json;
    }

    private static void result(ObjectNode json, CheckResult result) {
        Check check = result.check();
        json.put("id", check.id().value())
                .put("name", check.name())
                .put("verdict", result.label())
                .put("millis", result.took().toMillis());
        switch (result.verdict()) {
            case Verdict.Passed passed -> json.put("note", passed.note());
            case Verdict.Skipped skipped -> json.put("reason", skipped.reason());
            case Verdict.Untried untried -> json.put("reason", untried.reason());
            case Verdict.Failed failed -> evidence(json, check, failed.evidence());
            case Verdict.Warned warned -> evidence(json, check, warned.evidence());
        }
    }

    private static void evidence(ObjectNode json, Check check, Evidence evidence) {
        json.put("got", evidence.got()).put("expected", evidence.expected());
        evidence.asked().ifPresent(asked -> json.put("asked", asked));
        evidence.answered().ifPresent(answered -> json.put("answered", answered));
        json.put("why", check.why()).put("hint", evidence.toDo(check));
    }
}
