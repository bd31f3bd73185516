package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.RequestBody;
import io.tender.extender.json.Envelope;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Victims;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The bodies of Volcano's verbs, lean or as the real program has them. */
final class VerbWording implements Wording {
    private final PluginSettings settings;
    private final Dialect dialect;
    private final NodeBytes nodeBytes;
    private final NodeAnswerReader answers;

    VerbWording(PluginSettings settings, Dialect dialect, NodeBytes nodeBytes) {
        this.settings = settings;
        this.dialect = dialect;
        this.nodeBytes = nodeBytes;
        this.answers = new NodeAnswerReader(
                settings.verdictReader(),
                settings.asks(Question.PRIORITIZE) && !settings.scoresByList(),
                settings.scoreRange(),
                settings.askAhead());
    }

    @Override
    public RequestBody fit(Envelope envelope, TaskView task, List<NodeView> nodes, int enough) {
        envelope.put("task", dialect.task(task))
                .list("nodes", nodeBytes.of(nodes))
                .put("enough", enough);
        return (settings.askAhead() > 0 ? envelope.put("ahead", settings.askAhead()) : envelope).body();
    }

    @Override
    public AnswerReader<List<NodeAnswer>> fitReader(List<NodeView> nodes, int enough) {
        return new BatchVerdictReader(names(nodes), enough, answers);
    }

    @Override
    public RequestBody scores(Envelope envelope, TaskView task, List<NodeView> nodes) {
        return envelope.put("task", dialect.task(task))
                .list("nodes", nodeBytes.of(nodes))
                .body();
    }

    @Override
    public AnswerReader<Map<String, Double>> scoreReader(List<NodeView> nodes) {
        return new ScoreReader(names(nodes), settings.isVolcano(), settings.scoreRange());
    }

    private static List<String> names(List<NodeView> nodes) {
        return nodes.stream().map(NodeView::name).toList();
    }

    @Override
    public RequestBody victims(Envelope envelope, TaskView evictor, List<TaskView> evictees) {
        return envelope.put("evictor", dialect.task(evictor))
                .list("evictees", dialect.tasks(evictees))
                .body();
    }

    @Override
    public <T> AnswerReader<VictimReader.Choice<T>> victimReader(List<TaskView> evictees, Function<TaskView, T> kept) {
        return victimReader(evictees, kept, settings.isVolcano());
    }

    static AnswerReader<Victims> victimReader(List<TaskView> evictees, boolean strictVolcano) {
        return Wording.victims(victimReader(evictees, task -> task, strictVolcano));
    }

    private static <T> VictimReader<T> victimReader(
            List<TaskView> evictees, Function<TaskView, T> kept, boolean strictVolcano) {
        VictimReader<T> reader = new VictimReader<>(strictVolcano);
        evictees.forEach(task -> reader.offering(kept.apply(task), task.id().value(), task.namespace(), task.name()));
        return reader;
    }

    @Override
    public RequestBody binding(Envelope envelope, TaskView task, NodeView node) {
        return envelope.put("task", dialect.task(task))
                .put("node", nodeBytes.of(node))
                .body();
    }

    @Override
    public AnswerReader<Verdict> bindingReader() {
        return new VerdictReader(settings.isVolcano());
    }
}
