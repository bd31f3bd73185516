package io.tender.extender.volcano;

import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.Scores;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Victims;
import io.tender.spi.batch.Vote;
import java.util.List;
import java.util.TreeMap;

/** Puts each question to a plugin, and says in a word what it decided. */
final class Decision {
    private final FakeSession session;
    private final FakeNode node;
    private final FakeTask task;
    private final FakeTask running;

    /** @param amounts what the task asks for */
    Decision(FakeSession session, String amounts) {
        this.session = session;
        this.node = session.node("node-1", "cpu=8 memory=16Gi nvidia.com/gpu=4");
        this.task = session.task("asking", amounts);
        this.running = session.task("running", "cpu=1").on(node, TaskStatus.RUNNING);
    }

    /** The answer that says yes, or takes note. */
    static String good(Question question) {
        return switch (question) {
            case PREDICATE -> "{\"code\":0,\"errorMessage\":\"\"}";
            case BATCH_PREDICATE -> "{\"nodes\":{\"node-1\":{\"code\":0}}}";
            case PRIORITIZE -> "{\"nodeScore\":{\"node-1\":80.5},\"errorMessage\":\"\"}";
            case PREEMPTABLE, RECLAIMABLE -> "{\"status\":1,\"victims\":[{\"uid\":\"uid-of-running-worker-0\"}]}";
            case JOB_ENQUEUEABLE -> "{\"status\":1}";
            case QUEUE_OVERUSED -> "{\"overused\":false}";
            case JOB_READY -> "{\"status\":true}";
            case ALLOCATE, DEALLOCATE, BIND -> "{\"errorMessage\":\"\"}";
            case ON_SESSION_OPEN, ON_SESSION_CLOSE, JOB_ENQUEUED, COMMIT, ABORT -> "{}";
        };
    }

    String of(Question question, ExtenderPlugin plugin) {
        Hooks hooks = plugin.open(session);
        return switch (question) {
            case ON_SESSION_OPEN ->
                hooks.of(HookKind.PRE_PREDICATE).stream()
                        .map(hook -> word(hook.check(task)))
                        .findFirst()
                        .orElse("open");
            case ON_SESSION_CLOSE -> {
                plugin.sessionClosed(session);
                yield "told";
            }
            case PREDICATE, BATCH_PREDICATE ->
                word(PluginTestBase.hook(hooks, HookKind.BATCH_PREDICATE)
                        .fits(task, List.of(node), 1)
                        .getFirst());
            case PRIORITIZE ->
                word(PluginTestBase.hook(hooks, HookKind.BATCH_NODE_ORDER).score(task, List.of(node)));
            case PREEMPTABLE ->
                word(PluginTestBase.hook(hooks, HookKind.PREEMPTABLE).victims(task, List.of(running)));
            case RECLAIMABLE ->
                word(PluginTestBase.hook(hooks, HookKind.RECLAIMABLE).victims(task, List.of(running)));
            case JOB_ENQUEUEABLE ->
                word(PluginTestBase.hook(hooks, HookKind.JOB_ENQUEUEABLE).vote(task.job()));
            case JOB_ENQUEUED -> {
                PluginTestBase.hook(hooks, HookKind.JOB_ENQUEUED).enqueued(task.job());
                yield "told";
            }
            case QUEUE_OVERUSED ->
                word(PluginTestBase.hook(hooks, HookKind.OVERUSED).mayGoOn(session.defaultQueue()));
            case JOB_READY ->
                word(PluginTestBase.hook(hooks, HookKind.JOB_READY).isReady(task.job()));
            case ALLOCATE ->
                word(PluginTestBase.hook(hooks, HookKind.ALLOCATE_HANDLER).allocated(task));
            case DEALLOCATE -> {
                PluginTestBase.hook(hooks, HookKind.DEALLOCATE_HANDLER).deallocated(task);
                yield "told";
            }
            case BIND ->
                PluginTestBase.hook(hooks, HookKind.BINDER)
                        .bind(task, node)
                        .map(Decision::word)
                        .orElse("not delegated");
            case COMMIT -> outcome(hooks, plugin, List.of(task), List.of());
            case ABORT -> outcome(hooks, plugin, List.of(), List.of(task));
        };
    }

    private static String outcome(
            Hooks hooks, ExtenderPlugin plugin, List<FakeTask> committed, List<FakeTask> aborted) {
        PluginTestBase.hook(hooks, HookKind.OUTCOME_LISTENER).outcome(List.copyOf(committed), List.copyOf(aborted));
        return plugin.untold() == 0 ? "told" : "to be told again";
    }

    static String word(Verdict verdict) {
        return verdict instanceof Verdict.Refused refused ? "refused: " + refused.reason() : "fits";
    }

    static String word(Scores scores) {
        if (scores.isLeftOut()) {
            return "left out";
        }
        return scores.failure().isEmpty()
                ? "scores " + new TreeMap<>(scores.byNode())
                : "unranked: " + scores.failure();
    }

    static String word(Victims victims) {
        return victims.abstains()
                ? "abstains"
                : victims.tasks().isEmpty()
                        ? "no victims: " + victims.reason()
                        : "victims "
                                + victims.tasks().stream()
                                        .map(victim -> victim.name())
                                        .toList();
    }

    static String word(Vote vote) {
        return switch (vote.kind()) {
            case PERMIT -> "permits";
            case ABSTAIN -> "abstains";
            case REJECT -> "rejects: " + vote.reason();
        };
    }

    static String word(Answer answer) {
        return answer.yes() ? "yes" : "no: " + answer.reason();
    }
}
