package io.tender.daemon.http.work;

import io.tender.core.batch.life.LifeAction;
import io.tender.daemon.http.Answers;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.trace.JobTraces;
import io.tender.daemon.work.ApplyOutcome;
import io.tender.daemon.work.DocumentException;
import io.tender.daemon.work.DocumentId;
import io.tender.daemon.work.Documents;
import io.tender.daemon.work.JobDocument;
import io.tender.daemon.work.ReadDocuments;
import io.tender.daemon.work.ServiceDocument;
import io.tender.daemon.work.UpdateAction;
import io.tender.daemon.work.WorkDesk;
import io.tender.extender.client.TraceParent;
import io.tender.extender.http.HttpProblem;
import io.tender.model.BrokenRule;
import io.tender.model.batch.JobId;
import io.tender.model.service.JobKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What changes something: apply, delete, restart, scale, actions on jobs and on the updates of services. */
final class Orders {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MOST_BYTES = 4 << 20;

    /** How often it is tried to change what others change at the same time. */
    private static final int MOST_TIMES = 100;

    private static final Pattern NUMBERS = Pattern.compile("[0-9]{1,9}(,[0-9]{1,9})*");

    private final MasterLoop loop;
    private final WorkDesk desk;
    private final Documents reader;
    private final JobTraces traces;

    Orders(MasterLoop loop, WorkDesk desk, Documents reader, JobTraces traces) {
        this.traces = traces;
        this.loop = loop;
        this.desk = desk;
        this.reader = reader;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>(List.of(
                Route.post("/v1/apply", this::apply),
                Route.post(Kind.JOB.path() + "/restart", this::restartJob),
                Route.post(Kind.JOB.path() + "/actions/{action}", this::act),
                Route.post(Kind.JOB.path() + "/scale", question -> scale(Kind.JOB, question)),
                Route.post(Kind.SERVICE.path() + "/restart", this::restartService),
                Route.post(Kind.SERVICE.path() + "/update/{action}", this::commandUpdate),
                Route.post(Kind.SERVICE.path() + "/scale", question -> scale(Kind.SERVICE, question))));
        for (Kind kind : Kind.values()) {
            routes.add(Route.delete(kind.path(), question -> {
                DocumentId id = kind.id(question);
                return done(id, "deleted", () -> desk.delete(id));
            }));
        }
        return routes;
    }

    private Reply done(DocumentId id, String what, Runnable order) {
        Answers.await(loop.ask(master -> {
            order.run();
            return id;
        }));
        ObjectNode answer = JSON.createObjectNode();
        answer.put("kind", id.kind()).put("name", id.name()).put("outcome", what);
        return Reply.json(answer);
    }

    private Reply apply(Question question) {
        String name = question.parameter("name").map(Question::shortened).orElse("request");
        String text = question.body(MOST_BYTES);
        return traces.request("apply", question.trace(), step -> read(name, text, step));
    }

    private Reply read(String name, String text, Optional<TraceParent> step) {
        ReadDocuments read;
        try {
            read = reader.read(name, text);
        } catch (DocumentException wrong) {
            return mistakes(wrong);
        }
        return applied(Answers.await(loop.ask(master -> desk.apply(read.documents(), step))), read.notices());
    }

    private static Reply mistakes(DocumentException wrong) {
        ObjectNode answer = JSON.createObjectNode();
        answer.put("status", 400)
                .put(
                        "error",
                        wrong.getMessage() + "\nNothing was applied.\n  to do:    correct "
                                + (wrong.problems().size() == 1 ? "this" : "all of these") + ", and apply it again");
        Mistakes.add(answer.putArray("problems"), wrong.problems());
        return Reply.json(400, answer);
    }

    private static Reply applied(List<WorkDesk.Applied> all, List<String> notices) {
        ObjectNode answer = JSON.createObjectNode();
        List<String> refusals = new ArrayList<>();
        ArrayNode results = JSON.createArrayNode();
        for (WorkDesk.Applied one : all) {
            ObjectNode result = results.addObject();
            result.put("kind", one.id().kind()).put("name", one.id().name());
            switch (one.outcome()) {
                case ApplyOutcome.Created created -> result.put("outcome", "created");
                case ApplyOutcome.Unchanged unchanged -> result.put("outcome", "unchanged");
                case ApplyOutcome.Withheld withheld -> result.put("outcome", "not applied");
                case ApplyOutcome.Changed changed -> {
                    result.put("outcome", "configured");
                    ArrayNode fields = result.putArray("changes");
                    changed.what().forEach(fields::add);
                }
                case ApplyOutcome.Refused refused -> {
                    result.put("outcome", "refused");
                    ArrayNode reasons = result.putArray("reasons");
                    refused.reasons().forEach(reasons::add);
                    refusals.addAll(refused.reasons());
                }
            }
        }
        if (!refusals.isEmpty()) {
            answer.put("status", 409).put("error", String.join("\n", refusals));
        }
        answer.set("results", results);
        ArrayNode said = answer.putArray("notices");
        notices.forEach(said::add);
        all.forEach(one -> one.notice().ifPresent(said::add));
        return Reply.json(refusals.isEmpty() ? 200 : 409, answer);
    }

    private Reply act(Question question) {
        DocumentId id = Kind.JOB.id(question);
        JobId job = Kind.job(id);
        String word = question.part("action");
        LifeAction action = LifeAction.of(word)
                .filter(LifeAction::ofWholeJobs)
                .orElseThrow(() -> Question.unknown(
                        400,
                        "A job knows no such action.",
                        word,
                        Arrays.stream(LifeAction.values())
                                .filter(LifeAction::ofWholeJobs)
                                .map(LifeAction::word)
                                .toList(),
                        "correct it; tasks are restarted by …/restart?task="));
        return done(id, action.word(), () -> desk.command(job, action));
    }

    private Reply restartJob(Question question) {
        DocumentId id = Kind.JOB.id(question);
        Optional<String> task = question.parameter("task").map(Question::shortened);
        JobId job = Kind.job(id);
        return done(id, "restarting", () -> {
            if (task.isPresent()) {
                desk.restart(job, task.get());
            } else {
                desk.command(job, LifeAction.RESTART_JOB);
            }
        });
    }

    private Reply restartService(Question question) {
        DocumentId id = Kind.SERVICE.id(question);
        List<Integer> instances =
                question.parameter("instances").map(Orders::numbers).orElse(List.of());
        JobKey service = Kind.service(id);
        return done(id, "restarting", () -> desk.restart(service, instances));
    }

    private Reply commandUpdate(Question question) {
        DocumentId id = Kind.SERVICE.id(question);
        JobKey service = Kind.service(id);
        String word = question.part("action");
        UpdateAction action = UpdateAction.of(word)
                .orElseThrow(() -> Question.unknown(
                        400, "An update knows no such action.", word, UpdateAction.words(), "correct it"));
        return done(id, "update " + action.done(), () -> desk.command(service, action));
    }

    private static List<Integer> numbers(String text) {
        if (text.length() > 10_000 || !NUMBERS.matcher(text).matches()) {
            throw HttpProblem.of(
                    400,
                    BrokenRule.of(
                            "These are no numbers of instances.",
                            "'" + Question.shortened(text) + "'",
                            "numbers such as 0,1,5",
                            "correct them"));
        }
        return Arrays.stream(text.split(",")).map(Integer::parseInt).toList();
    }

    private Reply scale(Kind kind, Question question) {
        DocumentId id = kind.id(question);
        Scaling scaling = kind == Kind.JOB
                ? Scaling.ofJob(question.required("task", "the name of one of the job's tasks"), (int)
                        question.number("replicas", -1, 0, JobDocument.MOST_TASKS))
                : Scaling.ofService((int) question.number("instances", -1, 1, ServiceDocument.MOST_INSTANCES));
        return traces.request("apply", question.trace(), step -> scale(id, scaling, step));
    }

    /** Only what was read is changed: if somebody else was quicker, their change is read first. */
    private Reply scale(DocumentId id, Scaling scaling, Optional<TraceParent> step) {
        for (int time = 0; time < MOST_TIMES; time++) {
            String before = Answers.await(loop.look(master -> desk.text(id)));
            ReadDocuments read;
            try {
                read = reader.read(id.toString(), scaling.change(before));
            } catch (DocumentException wrong) {
                throw scaling.refusal(id, wrong);
            }
            Optional<List<WorkDesk.Applied>> done =
                    Answers.await(loop.ask(master -> desk.text(id).equals(before)
                            ? Optional.of(desk.apply(read.documents(), step))
                            : Optional.<List<WorkDesk.Applied>>empty()));
            if (done.isPresent()) {
                return applied(done.get(), read.notices());
            }
        }
        throw HttpProblem.busy(
                id + " was changed by others " + MOST_TIMES + " times meanwhile, so nothing was done: ask again",
                Duration.ofSeconds(1));
    }
}
