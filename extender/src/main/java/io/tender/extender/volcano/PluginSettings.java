package io.tender.extender.volcano;

import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderSettings;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.TaskView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All that the arguments of an extender plugin say.
 *
 * @param verbs where each question goes; those without an address are not asked
 * @param ignorable the questions whose failure is passed over
 * @param managed the resources it looks after; none stands for all tasks
 * @param replyShape in which shape it says whether a node fits
 * @param weight by which its scores are multiplied
 * @param equalTasks which tasks share an answer
 * @param verdictsByList whether its verdict about a node depends on more than that node
 * @param scoresByList whether its score of a node depends on more than that node: on those it is asked about with, or on what is placed there
 * @param looksAtNodesAlone whether its answers about a node depend on what the node is, not on what runs there
 * @param askAhead up to how many more tasks of the same class on a node it is asked about together with the node as it is
 * @param stateless whether its answers hold across sessions
 * @param concurrency how many nodes of a task are asked about at once
 * @param sessionBudget what all its calls of a session may take together
 * @param everyJob whether it has a say about jobs without minResources too, and is shown what their smallest gang asks for
 * @param kube what the dialect of kube-scheduler needs; without effect in others
 */
record PluginSettings(
        ExtenderSettings client,
        Map<Question, Endpoint> verbs,
        Set<Question> ignorable,
        List<String> managed,
        DialectName dialect,
        ReplyShape replyShape,
        double weight,
        Optional<ScoreRange> scoreRange,
        EqualTasks equalTasks,
        boolean verdictsByList,
        boolean scoresByList,
        boolean looksAtNodesAlone,
        int askAhead,
        boolean stateless,
        int concurrency,
        SnapshotMode snapshot,
        Duration sessionBudget,
        boolean everyJob,
        KubeSettings kube) {

    PluginSettings {
        verbs = Map.copyOf(verbs);
        ignorable = Set.copyOf(ignorable);
        managed = List.copyOf(managed);
    }

    String name() {
        return client.name().value();
    }

    boolean asks(Question question) {
        return verbs.containsKey(question);
    }

    Consequence consequence(Question question) {
        boolean passedOver = ignorable.contains(question);
        return isKube() ? FailureTable.ofKube(question, passedOver) : FailureTable.of(question, passedOver);
    }

    boolean isVolcano() {
        return dialect == DialectName.VOLCANO;
    }

    /** Reads whether a node fits. */
    VerdictReader verdictReader() {
        return replyShape == ReplyShape.ANY ? new VerdictReader(isVolcano()) : VerdictReader.asVolcano(replyShape);
    }

    /** Reads whether a placement stands: Volcano has had but one shape for that, and it is that of its first predicates. */
    VerdictReader placementReader() {
        return replyShape == ReplyShape.ANY
                ? new VerdictReader(isVolcano())
                : VerdictReader.asVolcano(ReplyShape.ERROR_MESSAGE);
    }

    boolean isKube() {
        return dialect == DialectName.KUBE;
    }

    /** Whether it was told what an idempotency key is: only our own form of the protocol says so. */
    boolean knowsKeys() {
        return dialect == DialectName.DOCUMENTED;
    }

    /** Whether answers are read as Go reads them: the last of equal keys, and nothing behind the first value. */
    boolean readsAsGo() {
        return !isKube() || kube.mode().tolerant();
    }

    /** What the question is called in metrics and messages: by the verb that its extender knows. */
    String label(Question question) {
        return isKube() ? KubeArguments.label(question) : question.label();
    }

    /** The tasks that share what is said about one of them. */
    TaskClass classOf(TaskView task) {
        return TaskClass.of(equalTasks, task);
    }

    /** How long a verdict about a node holds. */
    Reach reachOfVerdicts() {
        return reach(verdictsByList);
    }

    /** How long a score of a node holds. */
    Reach reachOfScores() {
        return reach(scoresByList);
    }

    private Reach reach(boolean byList) {
        if (byList || equalTasks == EqualTasks.NONE) {
            return Reach.CLUSTER;
        }
        return looksAtNodesAlone ? Reach.MACHINE : Reach.NODE;
    }

    /** Whether an answer about a node is kept for tasks of the same job only; where none is kept there is nothing to tell apart. */
    boolean tellsJobsApart() {
        boolean verdicts = asks(Question.PREDICATE) || asks(Question.BATCH_PREDICATE);
        return equalTasks == EqualTasks.JOB
                && ((verdicts && reachOfVerdicts() != Reach.CLUSTER)
                        || (asks(Question.PRIORITIZE) && reachOfScores() != Reach.CLUSTER));
    }
}
