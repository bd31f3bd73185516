package io.tender.daemon.http.work;

import io.tender.daemon.cluster.Output;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.Clusters;
import io.tender.daemon.master.TaskView;
import io.tender.extender.http.HttpProblem;
import io.tender.model.BrokenRule;
import io.tender.model.FailureWords;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What tasks wrote, a part at a time. Who follows it asks again from where the last answer ended. */
final class Logs {
    private static final Logger LOG = LoggerFactory.getLogger(Logs.class);
    private static final int USUAL = 64 << 10;
    private static final int MOST = 1 << 20;
    private static final List<String> STREAMS = List.of("stdout", "stderr");

    private final MasterLoop loop;
    private final Clusters clusters;

    Logs(MasterLoop loop, Clusters clusters) {
        this.loop = loop;
        this.clusters = clusters;
    }

    List<Route> routes() {
        return List.of(Route.get("/v1/tasks/{framework}/{id}/logs", this::read));
    }

    private Reply read(Question question) {
        String stream = question.parameter("stream").orElse("stdout");
        if (!STREAMS.contains(stream)) {
            throw Question.unknown(
                    400, "A task writes no such stream.", stream, STREAMS, "correct the parameter 'stream'");
        }
        long offset = question.number("offset", 0, Long.MIN_VALUE / 2, Long.MAX_VALUE / 2);
        int limit = (int) question.number("limit", USUAL, 1, MOST);
        TaskView task = Inventory.find(loop, question);
        Output output = output(task, stream, offset, limit)
                .orElseThrow(
                        () -> HttpProblem.of(
                                404,
                                BrokenRule.of(
                                        "Nothing is kept of what task '" + task.key() + "' wrote.",
                                        "a task whose agent keeps none, such as a simulated one, or that was over long ago",
                                        "one of an agent of processes, while its folder is kept",
                                        "ask sooner next time; keepFor, keepBytes and keepTasks of agents.local say how long it is kept")));
        TreeMap<String, String> headers = new TreeMap<>();
        headers.put("Tender-Offset", Long.toString(output.offset()));
        headers.put("Tender-Next-Offset", Long.toString(output.offset() + output.bytes().length));
        headers.put("Tender-Size", Long.toString(output.size()));
        headers.put("Tender-Task-State", task.state().name());
        headers.put("Tender-Task-Over", Boolean.toString(task.state().isTerminal()));
        return Reply.bytes("text/plain;charset=utf-8", headers, output.bytes());
    }

    private Optional<Output> output(TaskView task, String stream, long offset, int limit) {
        try {
            var cluster = clusters.of(task.spec().agent());
            return cluster.isEmpty()
                    ? Optional.empty()
                    : cluster.get().output(task.spec().agent(), task.key(), stream, offset, limit);
        } catch (IOException broken) {
            LOG.warn("what task {} wrote cannot be read", task.key(), broken);
            throw HttpProblem.of(
                    503,
                    BrokenRule.of(
                            "What task '" + task.key() + "' wrote cannot be read now.",
                            FailureWords.of(broken),
                            "files that the daemon may read",
                            "see the daemon's log, put it right, and ask again"));
        }
    }
}
