package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.RequestBody;
import io.tender.extender.json.Envelope;
import io.tender.extender.kube.BindingReader;
import io.tender.extender.kube.FilterAnswer;
import io.tender.extender.kube.FilterReader;
import io.tender.extender.kube.KubeMode;
import io.tender.extender.kube.KubeRequests;
import io.tender.extender.kube.PriorityReader;
import io.tender.extender.kube.VictimMapReader;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JsonParser;

/**
 * The bodies of kube-scheduler's protocol. The envelope of the session stays unused: its requests say nothing of sessions.
 */
final class KubeWording implements Wording {
    /** What kube-scheduler multiplies by: its own plugins score up to 100, extenders up to 10. */
    private static final double FULL_SCORE = 100.0 / PriorityReader.MOST;

    private final KubeMode mode;
    private final Dialect dialect;
    private final NodeBytes nodeBytes;
    private final FailureWatch watch;

    KubeWording(KubeMode mode, Dialect dialect, NodeBytes nodeBytes, FailureWatch watch) {
        this.mode = mode;
        this.dialect = dialect;
        this.nodeBytes = nodeBytes;
        this.watch = watch;
    }

    private RequestBody about(TaskView task, List<NodeView> nodes) {
        byte[] pod = dialect.task(task);
        return mode.names() ? KubeRequests.ofNames(pod, names(nodes)) : KubeRequests.ofNodes(pod, nodeBytes.of(nodes));
    }

    private static List<String> names(List<NodeView> nodes) {
        return nodes.stream().map(NodeView::name).toList();
    }

    @Override
    public RequestBody fit(Envelope envelope, TaskView task, List<NodeView> nodes, int enough) {
        return about(task, nodes);
    }

    @Override
    public AnswerReader<List<NodeAnswer>> fitReader(List<NodeView> nodes, int enough) {
        // Names alone: a shadow's answer may be read long after the session.
        List<String> names = names(nodes);
        FilterReader reader = new FilterReader(names, mode);
        return json -> verdicts(reader.read(json), names);
    }

    private static List<NodeAnswer> verdicts(FilterAnswer answer, List<String> nodes) {
        Set<String> fitting = answer.fittingSet();
        List<NodeAnswer> verdicts = new ArrayList<>(nodes.size());
        for (String node : nodes) {
            verdicts.add(NodeAnswer.of(fitting.contains(node) ? Verdict.fits() : refusal(answer, node)));
        }
        return verdicts;
    }

    private static Verdict refusal(FilterAnswer answer, String node) {
        return new Verdict.Refused(
                answer.isHopeless(node) ? Verdict.Code.UNRESOLVABLE : Verdict.Code.UNSCHEDULABLE, answer.reason(node));
    }

    @Override
    public RequestBody scores(Envelope envelope, TaskView task, List<NodeView> nodes) {
        return about(task, nodes);
    }

    @Override
    public AnswerReader<Map<String, Double>> scoreReader(List<NodeView> nodes) {
        PriorityReader reader = new PriorityReader(names(nodes), mode, watch::clamped);
        return json -> fullScores(reader, json);
    }

    private static Map<String, Double> fullScores(PriorityReader reader, JsonParser json) {
        Map<String, Double> scores = reader.read(json);
        scores.replaceAll((node, score) -> score * FULL_SCORE);
        return scores;
    }

    @Override
    public RequestBody victims(Envelope envelope, TaskView evictor, List<TaskView> evictees) {
        byte[] pod = dialect.task(evictor);
        String node = nodeOf(evictees);
        return mode.names()
                ? KubeRequests.ofVictimUids(
                        pod,
                        Map.of(
                                node,
                                KubeRequests.Victims.of(evictees.stream()
                                        .map(task -> task.id().value())
                                        .toList())))
                : KubeRequests.ofVictims(pod, Map.of(node, KubeRequests.Victims.of(dialect.tasks(evictees))));
    }

    /** Whoever may be evicted for a task is asked about node by node. */
    private static String nodeOf(List<TaskView> evictees) {
        return evictees.getFirst().node().map(NodeView::name).orElse("");
    }

    @Override
    public <T> AnswerReader<VictimReader.Choice<T>> victimReader(List<TaskView> evictees, Function<TaskView, T> kept) {
        String node = nodeOf(evictees);
        Map<String, T> offered = new LinkedHashMap<>();
        evictees.forEach(task -> offered.put(task.id().value(), kept.apply(task)));
        Set<String> possible = new HashSet<>(offered.keySet());
        if (mode.tolerant()) {
            evictees.getFirst()
                    .node()
                    .ifPresent(there ->
                            there.tasks().forEach(task -> possible.add(task.id().value())));
        }
        VictimMapReader reader = new VictimMapReader(Map.of(node, possible), Set.of(node), mode);
        return json -> victims(reader.read(json), node, offered);
    }

    /** Pods that it adds and that were not offered run on: whether they may be evicted is not for it to say. */
    private static <T> VictimReader.Choice<T> victims(
            Map<String, VictimMapReader.Left> said, String node, Map<String, T> offered) {
        VictimMapReader.Left left = said.get(node);
        if (left == null) {
            return new VictimReader.Choice<>(
                    false, List.of(), "the extender takes node '" + node + "' out of the question");
        }
        List<T> victims = offered.entrySet().stream()
                .filter(entry -> left.uids().contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        return new VictimReader.Choice<>(
                false, victims, victims.isEmpty() ? "the extender names none of those who may be evicted" : "");
    }

    @Override
    public RequestBody binding(Envelope envelope, TaskView task, NodeView node) {
        return KubeRequests.ofBinding(task.namespace(), task.name(), task.id().value(), node.name());
    }

    @Override
    public AnswerReader<Verdict> bindingReader() {
        BindingReader reader = new BindingReader();
        return json -> {
            String error = reader.read(json);
            return error.isEmpty() ? Verdict.fits() : Verdict.error(error);
        };
    }
}
