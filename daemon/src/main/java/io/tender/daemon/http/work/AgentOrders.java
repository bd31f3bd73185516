package io.tender.daemon.http.work;

import io.tender.daemon.http.Answers;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.AgentView;
import io.tender.extender.http.HttpProblem;
import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.batch.Taint;
import io.tender.model.batch.TaintName;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What changes agents, and Mesos's operator API has no call for. */
final class AgentOrders {
    private static final JsonMapper JSON = new JsonMapper();

    /** Of all that is put on, or taken off, in one request. */
    private static final int MOST_TEXT = 10_000;

    private final MasterLoop loop;

    AgentOrders(MasterLoop loop) {
        this.loop = loop;
    }

    List<Route> routes() {
        return List.of(Route.post("/v1/agents/{id}/taints", this::taint));
    }

    /** The agent as it was left, and whether anything has changed. */
    private record Tainted(AgentView agent, boolean changed) {}

    private Reply taint(Question question) {
        AgentId id = Question.understood(() -> new AgentId(question.part("id")));
        List<Taint> put = list(question, "put", Taint::parseAll);
        List<TaintName> remove = list(question, "remove", AgentOrders::names);
        if (put.isEmpty() && remove.isEmpty()) {
            throw HttpProblem.of(
                    400,
                    BrokenRule.of(
                            "It is not said what to do with the taints.",
                            "neither taints to put on nor taints to take off",
                            "?put=key=value:NoSchedule or ?remove=key",
                            "add one of them to the address"));
        }
        Tainted done = Answers.await(loop.ask(master -> {
            boolean changed = master.operator().taint(id, put, remove);
            return new Tainted(master.view().agent(id).orElseThrow(), changed);
        }));
        ObjectNode answer = JSON.createObjectNode();
        answer.put("outcome", done.changed() ? "configured" : "unchanged");
        answer.set("agent", Inventory.agent(done.agent()));
        return Reply.json(answer);
    }

    private static List<TaintName> names(String text) {
        return Arrays.stream(text.split(",", -1)).map(TaintName::parse).toList();
    }

    private static <T> List<T> list(Question question, String name, Function<String, List<T>> read) {
        String text = question.parameter(name).orElse("");
        if (text.length() > MOST_TEXT) {
            throw HttpProblem.of(
                    400,
                    BrokenRule.of(
                            "The parameter '" + name + "' is too long.",
                            text.length() + " characters",
                            "at most " + MOST_TEXT,
                            "ask in several requests"));
        }
        return text.isEmpty() ? List.of() : Question.understood(() -> read.apply(text));
    }
}
