package io.tender.daemon.http.work;

import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.http.Answers;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.AgentView;
import io.tender.daemon.master.FrameworkView;
import io.tender.daemon.master.MasterView;
import io.tender.daemon.master.Offer;
import io.tender.daemon.master.Status;
import io.tender.daemon.master.TaskView;
import io.tender.extender.http.HttpProblem;
import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.batch.Taint;
import io.tender.model.service.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the master knows: agents, frameworks, offers and tasks. */
final class Inventory implements Gallery {
    private static final JsonMapper JSON = new JsonMapper();

    private final MasterLoop loop;

    Inventory(MasterLoop loop) {
        this.loop = loop;
    }

    List<Route> routes() {
        return List.of(
                Route.get(
                        "/v1/agents",
                        question -> Pages.of(
                                question,
                                Answers.await(loop.look(master -> master.view().agents())),
                                Inventory::agent)),
                Route.get(
                        "/v1/frameworks",
                        question -> Pages.of(
                                question,
                                Answers.await(loop.look(master -> master.view().frameworks())),
                                Inventory::framework)),
                Route.get(
                        "/v1/offers",
                        question -> Pages.of(
                                question,
                                Answers.await(loop.look(master -> master.view().offers())),
                                Inventory::offer)),
                Route.get("/v1/tasks", question -> Pages.of(question, tasks(question), Inventory::task)),
                Route.get("/v1/tasks/{framework}/{id}", question -> Reply.json(task(find(loop, question)))));
    }

    @Override
    public SortedSet<String> kinds() {
        return new TreeSet<>(List.of("agents", "frameworks", "offers", "tasks"));
    }

    @Override
    public Sight all(String kind) {
        return switch (kind) {
            case "agents" -> sight(view -> view.agents(), Inventory::agent);
            case "frameworks" -> sight(view -> view.frameworks(), Inventory::framework);
            case "offers" -> sight(view -> view.offers(), Inventory::offer);
            case "tasks" -> sight(Inventory::tasks, Inventory::task);
            default -> throw new IllegalArgumentException("nothing here is called '" + kind + "'");
        };
    }

    private <V> Sight sight(Function<MasterView, List<V>> look, Function<V, ObjectNode> write) {
        return () -> Answers.await(loop.look(master -> look.apply(master.view()))).stream()
                .map(view -> new Glimpse(id(view), view, () -> write.apply(view)))
                .toList();
    }

    private static String id(Object view) {
        return switch (view) {
            case AgentView agent -> agent.agent().id().value();
            case FrameworkView framework -> framework.id().value();
            case Offer offer -> offer.id().value();
            case TaskView task ->
                task.key().framework().value() + "/" + task.key().task().value();
            default -> throw new IllegalArgumentException("no view of the master: " + view);
        };
    }

    @Override
    public Sight one(String kind, String name) {
        Sight all = all(kind);
        return () -> all.look().stream().filter(one -> one.id().equals(name)).toList();
    }

    @Override
    public Sight explained(String kind, String name, Optional<String> task) {
        throw Watching.unexplained(kind);
    }

    private List<TaskView> tasks(Question question) {
        Optional<AgentId> agent = question.parameter("agent").map(Inventory::agent);
        return Answers.await(
                loop.look(master -> agent.map(master.view()::tasks).orElseGet(() -> tasks(master.view()))));
    }

    private static AgentId agent(String id) {
        return Question.understood(() -> new AgentId(id));
    }

    private static List<TaskView> tasks(MasterView view) {
        List<TaskView> all = new ArrayList<>(view.tasks());
        all.addAll(view.completedTasks());
        return all;
    }

    /** The task a path names. */
    static TaskView find(MasterLoop loop, Question question) {
        String framework = question.part("framework");
        String id = question.part("id");
        TaskKey key = key(framework, id);
        Optional<TaskView> found = Answers.await(loop.look(master -> master.view()
                .task(key)
                .or(() -> master.view().completedTasks(key.framework()).stream()
                        .filter(task -> task.key().equals(key))
                        .reduce((earlier, later) -> later))));
        return found.orElseThrow(() -> HttpProblem.of(
                404,
                BrokenRule.of(
                        "There is no such task.",
                        "'" + Question.shortened(framework + "/" + id) + "'",
                        "framework/id of a task that is known",
                        "correct it; 'tender get tasks', or GET /v1/tasks, lists them")));
    }

    private static TaskKey key(String framework, String id) {
        return Question.understood(() -> new TaskKey(new FrameworkId(framework), new TaskId(id)));
    }

    static ObjectNode agent(AgentView agent) {
        ObjectNode out = JSON.createObjectNode();
        out.put("id", agent.agent().id().value());
        out.put("hostname", agent.agent().hostname());
        out.put("state", state(agent));
        out.put("total", agent.total().toString());
        // By whom it is used is told of each framework and task.
        out.put("used", agent.used().unallocate().toString());
        out.put("offered", agent.offered().unallocate().toString());
        ArrayNode attributes = out.putArray("attributes");
        agent.agent().attributes().forEach(attribute -> attributes.add(attribute.name() + ":" + attribute.value()));
        ArrayNode taints = out.putArray("taints");
        Taint.among(agent.agent().attributes()).forEach(taint -> taints.add(taint.toString()));
        out.put("joined", agent.joinedAt().toString());
        agent.unreachableSince().ifPresent(since -> out.put("unreachableSince", since.toString()));
        agent.unavailability()
                .ifPresent(window -> out.put("maintenance", window.start().toString()));
        return out;
    }

    private static String state(AgentView agent) {
        if (agent.down()) {
            return "down";
        }
        if (agent.unreachableSince().isPresent() || !agent.present()) {
            return "unreachable";
        }
        if (agent.drain().isPresent()) {
            return agent.drain().get().done() ? "drained" : "draining";
        }
        return agent.deactivated() ? "deactivated" : "active";
    }

    private static ObjectNode framework(FrameworkView framework) {
        ObjectNode out = JSON.createObjectNode();
        out.put("id", framework.id().value());
        out.put("name", framework.subscription().name());
        ArrayNode roles = out.putArray("roles");
        framework.subscription().roles().forEach(role -> roles.add(role.toString()));
        out.put("connected", framework.connected());
        out.put("active", framework.active());
        out.put("used", amounts(framework.used(), framework));
        out.put("offered", amounts(framework.offered(), framework));
        out.put("registered", framework.registeredAt().toString());
        return out;
    }

    /** With the role of each part only where there are several. */
    private static String amounts(Resources held, FrameworkView framework) {
        return (framework.subscription().roles().size() == 1 ? held.unallocate() : held).toString();
    }

    private static ObjectNode offer(Offer offer) {
        ObjectNode out = JSON.createObjectNode();
        out.put("id", offer.id().value());
        out.put("framework", offer.framework().value());
        out.put("role", offer.role().toString());
        out.put("agent", offer.agent().id().value());
        out.put("hostname", offer.agent().hostname());
        out.put("resources", offer.resources().unallocate().toString());
        return out;
    }

    private static ObjectNode task(TaskView task) {
        ObjectNode out = JSON.createObjectNode();
        out.put("framework", task.key().framework().value());
        out.put("id", task.key().task().value());
        out.put("name", task.spec().name());
        out.put("state", task.state().name());
        out.put("agent", task.spec().agent().value());
        out.put("resources", task.held().toString());
        out.put("launched", task.launchedAt().toString());
        ObjectNode labels = out.putObject("labels");
        task.spec().labels().forEach(labels::put);
        if (!task.statuses().isEmpty()) {
            Status last = task.statuses().getLast();
            out.put("message", last.message());
            last.exitCode().ifPresent(code -> out.put("exitCode", code));
        }
        return out;
    }
}
