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

/**
 * How the questions about nodes, victims and bindings are put, and how their answers are read: what dialects differ in
 * beyond the things they talk about.
 */
sealed interface Wording permits VerbWording, KubeWording {

    RequestBody fit(Envelope envelope, TaskView task, List<NodeView> nodes, int enough);

    /** A verdict for each node in the same order; fewer once enough of them fit. */
    AnswerReader<List<NodeAnswer>> fitReader(List<NodeView> nodes, int enough);

    RequestBody scores(Envelope envelope, TaskView task, List<NodeView> nodes);

    AnswerReader<Map<String, Double>> scoreReader(List<NodeView> nodes);

    /** @param evictees all on one node */
    RequestBody victims(Envelope envelope, TaskView evictor, List<TaskView> evictees);

    default AnswerReader<Victims> victimReader(List<TaskView> evictees) {
        return victims(victimReader(evictees, task -> task));
    }

    /** @param kept what the reader holds of a task, for whoever reads when the session is over */
    <T> AnswerReader<VictimReader.Choice<T>> victimReader(List<TaskView> evictees, Function<TaskView, T> kept);

    static AnswerReader<Victims> victims(AnswerReader<VictimReader.Choice<TaskView>> reader) {
        return json -> {
            VictimReader.Choice<TaskView> choice = reader.read(json);
            return choice.abstains() ? Victims.abstain() : new Victims(false, choice.tasks(), choice.reason());
        };
    }

    RequestBody binding(Envelope envelope, TaskView task, NodeView node);

    AnswerReader<Verdict> bindingReader();
}
