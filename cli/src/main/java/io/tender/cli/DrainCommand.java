package io.tender.cli;

import io.tender.model.FlagDuration;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Empties an agent, or lets it take part again. */
@Command(
        name = "drain",
        description = {
            "Ends the tasks of an agent and offers it to nobody, until it is brought back.",
            "",
            "  tender drain AGENT          'tender agents' lists their ids, and shows when it is drained",
            "  tender drain AGENT --wait   until it is empty, with the tasks that are left",
            "  tender drain AGENT --undo   offer it again"
        })
final class DrainCommand implements Callable<Integer> {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Set<String> DONE = Set.of("drained", "gone");
    private static final Set<String> STILL = Set.of("draining", "unreachable", "down");
    private static final long MILLIS_BETWEEN = 500;

    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Parameters(paramLabel = "AGENT", description = "the id of the agent")
    private String agent;

    @Option(names = "--undo", description = "offer the agent again")
    private boolean undo;

    @Option(names = "--gone", description = "mark it as gone for good once it is empty")
    private boolean gone;

    @Option(names = "--grace", paramLabel = "SECONDS", description = "the longest that any of its tasks has to end")
    private @Nullable Integer graceSeconds;

    @Option(names = "--wait", description = "until it is empty; ends with 1 if it does not become so")
    private boolean wait;

    @Option(names = "--timeout", paramLabel = "LENGTH", description = "wait for so long at most, such as 10mins")
    private @Nullable String timeout;

    @Override
    public Integer call() {
        if (undo && (gone || wait || graceSeconds != null)) {
            throw UserError.usage("--undo goes with no other option.")
                    .expected("'tender drain AGENT --undo'")
                    .toDo("leave --gone, --wait and --grace away");
        }
        if (graceSeconds != null && graceSeconds < 0) {
            throw UserError.usage("--grace makes no sense.")
                    .got(graceSeconds + " seconds")
                    .expected("0 or more")
                    .toDo("correct --grace, or leave it away for each task's own");
        }
        Optional<Duration> most = most();
        ObjectNode call = JSON.createObjectNode().put("type", undo ? "REACTIVATE_AGENT" : "DRAIN_AGENT");
        ObjectNode order = call.putObject(undo ? "reactivate_agent" : "drain_agent");
        order.putObject("agent_id").put("value", agent);
        Integer grace = graceSeconds;
        if (grace != null) {
            order.putObject("max_grace_period").put("seconds", grace);
        }
        if (gone) {
            order.put("mark_gone", true);
        }
        try (DaemonClient client = daemon.client()) {
            if (!isUnderWay(client)) {
                client.call(call);
            }
            return wait
                    ? await(client, most)
                    : said(undo ? "active" : "draining", undo ? "takes part again" : "is being drained");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw UserError.environment("Stopped while agent " + agent + " is being drained.")
                    .toDo("see 'tender agents' for how far it is; 'tender drain " + agent + " --wait' waits again");
        }
    }

    /** Whoever waits for a drain that somebody has begun asks for nothing new. */
    private boolean isUnderWay(DaemonClient client) {
        if (!wait || gone || graceSeconds != null) {
            return false;
        }
        String state = state(client);
        return DONE.contains(state) || state.equals("draining");
    }

    private Optional<Duration> most() {
        String length = timeout;
        if (length == null) {
            return Optional.empty();
        }
        if (!wait) {
            throw UserError.usage("--timeout is about --wait.")
                    .expected("both of them, or neither")
                    .toDo("say --wait too, or leave --timeout away");
        }
        return Optional.of(FlagDuration.parse(length)
                .orElseThrow(() -> UserError.usage("--timeout makes no sense.")
                        .got("'" + length + "'")
                        .expected("a length such as 90secs, 30mins or 2hrs")
                        .toDo("correct --timeout")));
    }

    private int said(String state, String words) {
        if (daemon.json()) {
            Printing.json(spec, JSON.createObjectNode().put("agent", agent).put("state", state));
        } else {
            Printing.text(spec, "agent " + agent + " " + words + System.lineSeparator());
        }
        return ExitCode.OK;
    }

    /** Shows how many tasks are left until there are none. */
    private int await(DaemonClient client, Optional<Duration> most) throws InterruptedException {
        long began = System.nanoTime();
        int left = left(client);
        try (StepBar bar = StepBar.start("tasks ended on " + agent, left, showsProgress())) {
            while (true) {
                String state = state(client);
                if (DONE.contains(state)) {
                    return said(state, "is " + state);
                }
                if (!STILL.contains(state)) {
                    throw UserError.refused("Agent " + agent + " is no longer being drained.")
                            .got("the state " + state)
                            .toDo("drain it again, if that is still wanted");
                }
                int now = left(client);
                for (; left > now; left--) {
                    bar.step();
                }
                if (most.isPresent() && System.nanoTime() - began > most.get().toNanos()) {
                    throw UserError.refused("Agent " + agent + " is not empty yet.")
                            .got(now + " tasks after " + timeout)
                            .toDo("wait longer, or have tasks end sooner with --grace; it is still being drained");
                }
                TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN);
            }
        }
    }

    private boolean showsProgress() {
        return !daemon.json() && spec.commandLine().getColorScheme().ansi() == Ansi.ON;
    }

    private int left(DaemonClient client) {
        return client.get("/v1/tasks?limit=1&agent=" + DaemonClient.part(agent))
                .path("total")
                .asInt(0);
    }

    private String state(DaemonClient client) {
        return Kind.AGENTS.all(client).stream()
                .filter(one -> one.path("id").asString().equals(agent))
                .map(one -> one.path("state").asString())
                .findFirst()
                .orElse(gone ? "gone" : "unknown");
    }
}
