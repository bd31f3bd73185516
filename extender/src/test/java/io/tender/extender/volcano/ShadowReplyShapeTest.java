package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.shadow.Trial;
import io.tender.extender.shadow.TrialReport;
import io.tender.spi.batch.Contest;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.TaskView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who looks on is read as the version of Volcano that its settings name, as it would be if it decided. */
class ShadowReplyShapeTest extends PluginTestBase {

    @ParameterizedTest
    @CsvSource({
        "PREDICATE, any, 1",
        "PREDICATE, v1.7, 0",
        "PREDICATE, v1.10, 1",
        "BATCH_PREDICATE, any, 1",
        "BATCH_PREDICATE, v1.7, 0",
        "BATCH_PREDICATE, v1.10, 1"
    })
    void what_it_would_have_refused_depends_on_the_version(Question question, String shape, long stricter)
            throws InterruptedException {
        String reply = "{\"errorMessage\":\"\",\"status\":\"ok\"}";
        extender.on("predicate", reply).on("batchPredicate", "{\"nodes\":{\"node-1\":" + reply + "}}");
        ExtenderPlugin plugin = plugin(
                Map.of("extender.mode", "shadow", "extender.dialect", "volcano", "extender.replyShape", shape),
                question);
        TaskView task = session.task("a", "cpu=1");
        NodeView node = session.node("node-1", "cpu=8");
        hook(plugin.open(session), HookKind.WITNESS)
                .contest(new Contest(task, List.of(new Contest.Contender(node, true, 0)), Optional.of(node)));
        Trial trial = plugin.trial().orElseThrow();
        // It works off what waits in order, so what comes last says that all is done.
        CountDownLatch done = new CountDownLatch(1);
        trial.later(0, done::countDown);
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        TrialReport.Verb verb = trial.report().verbs().get(question.label());
        assertThat(verb.stricter()).isEqualTo(stricter);
        assertThat(verb.agreed()).isEqualTo(1 - stricter);
    }
}
