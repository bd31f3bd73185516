package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session that an extender could not be told of and must not be left out of, though it answers nothing else. */
class ClosedSessionTest extends PluginTestBase {

    @ParameterizedTest
    @ValueSource(strings = {"documented", "volcano"})
    void nothing_is_done_for_those_it_looks_after_and_all_others_go_on(String dialect) {
        extender.on("onSessionOpen", 500, "");
        FakeTask managed = session.task("managed", "cpu=1 nvidia.com/gpu=1");
        FakeTask other = session.task("other", "cpu=1");
        FakeTask running = session.task("running", "cpu=1").on(session.node("n", "cpu=2"), TaskStatus.RUNNING);
        Hooks hooks = plugin(
                        Map.of(
                                "extender.dialect",
                                dialect,
                                "extender.retries",
                                0,
                                "extender.managedResources",
                                "nvidia.com/gpu"),
                        Question.ON_SESSION_OPEN)
                .open(session);

        assertThat(Decision.word(hook(hooks, HookKind.PRE_PREDICATE).check(managed)))
                .startsWith("refused: ");
        assertThat(Decision.word(hook(hooks, HookKind.JOB_ENQUEUEABLE).vote(managed.job())))
                .startsWith("rejects: ");
        assertThat(Decision.word(hook(hooks, HookKind.PREEMPTABLE).victims(managed, List.of(running))))
                .startsWith("no victims: ");
        assertThat(Decision.word(hook(hooks, HookKind.RECLAIMABLE).victims(managed, List.of(running))))
                .startsWith("no victims: ");

        assertThat(Decision.word(hook(hooks, HookKind.PRE_PREDICATE).check(other)))
                .isEqualTo("fits");
        assertThat(Decision.word(hook(hooks, HookKind.JOB_ENQUEUEABLE).vote(other.job())))
                .isEqualTo("abstains");
        assertThat(Decision.word(hook(hooks, HookKind.PREEMPTABLE).victims(other, List.of(running))))
                .isEqualTo("abstains");
        assertThat(Decision.word(hook(hooks, HookKind.RECLAIMABLE).victims(other, List.of(running))))
                .isEqualTo("abstains");
    }
}
