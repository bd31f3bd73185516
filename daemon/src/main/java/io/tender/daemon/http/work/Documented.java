package io.tender.daemon.http.work;

import io.tender.core.batch.life.JobState;
import io.tender.core.batch.life.TaskLife;
import io.tender.core.batch.life.TaskPhase;
import io.tender.core.services.TaskView;
import io.tender.daemon.http.Answers;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.work.DocumentId;
import io.tender.daemon.work.Explanation;
import io.tender.daemon.work.ExplanationText;
import io.tender.daemon.work.LastEnd;
import io.tender.daemon.work.PriorityClass;
import io.tender.daemon.work.WorkDesk;
import io.tender.daemon.work.WorkView;
import io.tender.extender.http.HttpProblem;
import io.tender.model.BrokenRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows what was applied and what came of it: each document as it was written, with a status. */
final class Documented implements Gallery {
    private static final JsonMapper JSON = new JsonMapper();

    private final MasterLoop loop;
    private final WorkDesk desk;

    Documented(MasterLoop loop, WorkDesk desk) {
        this.loop = loop;
        this.desk = desk;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            routes.add(Route.get(kind.folder(), question -> list(kind, question)));
            routes.add(Route.get(kind.path(), question -> one(kind, question)));
        }
        routes.add(Route.get(Kind.JOB.path() + "/explain", question -> explain(Kind.JOB, question)));
        routes.add(Route.get(Kind.SERVICE.path() + "/explain", question -> explain(Kind.SERVICE, question)));
        return routes;
    }

    private List<WorkView> views(Kind kind) {
        return List.copyOf(
                switch (kind) {
                    case JOB -> desk.views().jobs();
                    case POD_GROUP -> desk.views().groups();
                    case QUEUE -> desk.views().queues();
                    case SERVICE -> desk.views().services();
                    case HYPER_NODE, RESOURCE_QUOTA, POD_DISRUPTION_BUDGET ->
                        desk.views().ofSessions(kind.word());
                    case PRIORITY_CLASS -> desk.views().classes();
                });
    }

    @Override
    public SortedSet<String> kinds() {
        return Arrays.stream(Kind.values()).map(Kind::plural).collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public Sight all(String kind) {
        Kind meant = Kind.of(kind);
        return () -> Answers.await(loop.look(master -> views(meant))).stream()
                .map(view -> new Glimpse(id(view).name(), view, () -> write(view, false)))
                .toList();
    }

    @Override
    public Sight one(String kind, String name) {
        Kind meant = Kind.of(kind);
        DocumentId id = new DocumentId(meant.word(), name);
        return () -> Answers.await(loop.look(master -> desk.views().find(id))).stream()
                .map(view -> new Glimpse(name, view, () -> write(view, true)))
                .toList();
    }

    @Override
    public Sight explained(String kind, String name, Optional<String> task) {
        DocumentId id = new DocumentId(Kind.of(kind).word(), name);
        Optional<String> meant = task.map(Question::shortened);
        return () -> {
            try {
                Explanation now = Answers.await(loop.look(master -> desk.explain(id, meant)));
                return List.of(new Glimpse(name, now, () -> write(now)));
            } catch (HttpProblem problem) {
                if (problem.status() == 404) {
                    return List.of();
                }
                throw problem;
            }
        };
    }

    private Reply list(Kind kind, Question question) {
        return Pages.of(question, Answers.await(loop.look(master -> views(kind))), view -> write(view, false));
    }

    private Reply one(Kind kind, Question question) {
        DocumentId id = kind.id(question);
        return Answers.await(loop.look(master -> desk.views().find(id)))
                .map(view -> Reply.json(write(view, true)))
                .orElseThrow(() -> HttpProblem.of(
                        404,
                        BrokenRule.of(
                                "There is no such thing.",
                                Question.shortened(id.toString()),
                                "something that is there",
                                "correct the name; 'tender get "
                                        + kind.folder().substring("/v1/".length()) + "', or GET " + kind.folder()
                                        + ", lists what is there")));
    }

    private static DocumentId id(WorkView view) {
        return switch (view) {
            case WorkView.OfJob job -> job.job().id();
            case WorkView.OfQueue queue -> new DocumentId("Queue", queue.queue().name());
            case WorkView.OfGroup group -> group.group().id();
            case WorkView.OfService service -> service.service().id();
            case WorkView.OfSessions looked -> looked.document().id();
            case WorkView.OfClass named ->
                new DocumentId("PriorityClass", named.priorityClass().name());
        };
    }

    private static ObjectNode write(WorkView view, boolean whole) {
        ObjectNode tree = JSON.readTree(view.json()) instanceof ObjectNode written ? written : JSON.createObjectNode();
        tree.put("kind", id(view).kind());
        tree.put("id", id(view).name());
        switch (view) {
            case WorkView.OfJob job -> job(job, tree.putObject("status"), whole);
            case WorkView.OfQueue queue -> {
                ObjectNode status = tree.putObject("status");
                status.put("state", word(queue.queue().state()));
                status.put("unfinished", queue.unfinished());
                tree.withObjectProperty("metadata").put("name", queue.queue().name());
                tree.withObjectProperty("spec").put("weight", queue.queue().weight());
            }
            case WorkView.OfGroup group -> {}
            case WorkView.OfSessions looked -> {}
            case WorkView.OfClass named -> priorityClass(named, tree);
            case WorkView.OfService service -> service(service, tree.putObject("status"), whole);
        }
        return tree;
    }

    /** What is in force: a document may say otherwise, if the settings have the name too. */
    private static void priorityClass(WorkView.OfClass view, ObjectNode tree) {
        PriorityClass named = view.priorityClass();
        tree.withObjectProperty("metadata").put("name", named.name());
        tree.put("value", named.value());
        tree.put("globalDefault", named.globalDefault());
        tree.put("preemptionPolicy", named.preempts() ? PriorityClass.PREEMPTS : PriorityClass.NEVER);
        tree.putObject("status").put("source", word(view.source()));
    }

    private static String word(Enum<?> constant) {
        String name = constant.name();
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }

    private static void job(WorkView.OfJob view, ObjectNode status, boolean whole) {
        JobState state = view.state();
        ObjectNode phase = status.putObject("state");
        phase.put("phase", state.phase().word());
        phase.put("reason", state.why());
        phase.put("lastTransitionTime", state.since().toString());
        status.put("queue", view.job().spec().frame().queue());
        status.put("minAvailable", view.job().spec().frame().minAvailable());
        status.put("tasks", state.tasks().size());
        Predicate<TaskLife> stopped = state.stopped();
        status.put("pending", count(state, stopped, TaskPhase.PENDING, TaskPhase.BLOCKED));
        status.put("running", count(state, stopped, TaskPhase.RUNNING));
        status.put("succeeded", state.count(TaskPhase.SUCCEEDED));
        status.put("failed", state.count(TaskPhase.FAILED));
        status.put("retryCount", state.retries());
        status.put("created", state.created().toString());
        state.finished().ifPresent(at -> status.put("finished", at.toString()));
        status.put("deleting", state.deleting());
        status.put("framework", view.framework().value());
        if (whole) {
            ArrayNode tasks = status.putArray("taskStatus");
            state.tasks().forEach(task -> task(task, stopped.test(task), tasks.addObject()));
        }
    }

    /** How many tasks are in one of these phases, without those that stay in it because their job has ended. */
    private static long count(JobState state, Predicate<TaskLife> stopped, TaskPhase... wanted) {
        return state.tasks().stream()
                .filter(task -> List.of(wanted).contains(task.phase()) && !stopped.test(task))
                .count();
    }

    private static void task(TaskLife task, boolean stopped, ObjectNode out) {
        out.put("name", task.role() + "-" + task.index());
        out.put("phase", stopped ? "Stopped" : word(task.phase()));
        task.launched().ifPresent(run -> out.put("run", run.value()));
        task.exitCode().ifPresent(code -> out.put("exitCode", code));
        said(task.message(), out);
        out.put("restarts", task.restarts());
        out.put("since", task.since().toString());
    }

    private static void service(WorkView.OfService view, ObjectNode status, boolean whole) {
        status.put("instances", view.service().instances());
        status.put(
                "running",
                view.tasks().stream()
                        .filter(task -> task.state().name().equals("RUNNING"))
                        .count());
        status.put(
                "waiting",
                view.tasks().stream().filter(task -> task.agent().isEmpty()).count());
        view.update().ifPresent(update -> {
            ObjectNode last = status.putObject("update");
            last.put("state", update.state().name());
            last.put("done", update.done().size());
            last.put("failed", update.failed().size());
            last.put("waiting", update.waiting().size() + update.working().size());
            update.failure().ifPresent(why -> last.put("failure", why));
        });
        status.put("framework", view.framework().value());
        if (whole) {
            ArrayNode tasks = status.putArray("taskStatus");
            view.tasks()
                    .forEach(task -> instance(
                            task,
                            Optional.ofNullable(view.ended().get(task.instance().instance())),
                            tasks.addObject()));
        }
    }

    private static void said(String message, ObjectNode out) {
        if (!message.isBlank()) {
            out.put("message", message);
        }
    }

    private static void instance(TaskView task, Optional<LastEnd> ended, ObjectNode out) {
        out.put("name", Integer.toString(task.instance().instance()));
        out.put("phase", word(task.state()));
        task.agent().ifPresent(agent -> {
            out.put("run", task.id().value());
            out.put("agent", agent.value());
        });
        ended.ifPresent(last -> {
            out.put("run", last.run().value());
            last.exitCode().ifPresent(code -> out.put("exitCode", code));
            said(last.message(), out);
        });
        out.put("restarts", task.failures());
        out.put("since", Instant.ofEpochMilli(task.sinceMillis()).toString());
    }

    private Reply explain(Kind kind, Question question) {
        DocumentId id = kind.id(question);
        Optional<String> task = question.parameter("task").map(Question::shortened);
        return Reply.json(write(Answers.await(loop.look(master -> desk.explain(id, task)))));
    }

    private static ObjectNode write(Explanation explanation) {
        ObjectNode tree = JSON.valueToTree(explanation);
        return tree.put("text", ExplanationText.render(explanation));
    }
}
