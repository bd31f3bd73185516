package io.tender.extender.volcano;

import io.tender.spi.batch.Evictable;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Victims;
import java.util.List;

/** Asks which tasks of a node may be evicted for another, within a queue or between queues. */
final class EvictionQuestion implements Evictable {
    private final Question question;
    private final SessionTalk talk;
    private final ManagedResources managed;
    private final Wording wording;

    EvictionQuestion(Question question, SessionTalk talk, ManagedResources managed, Wording wording) {
        this.question = question;
        this.talk = talk;
        this.managed = managed;
        this.wording = wording;
    }

    @Override
    public Victims victims(TaskView evictor, List<TaskView> evictees) {
        if (evictees.isEmpty() || !managed.concerns(evictor)) {
            return Victims.abstain();
        }
        return switch (talk.ask(
                question,
                evictor.job(),
                () -> wording.victims(talk.envelope(), evictor, evictees),
                wording.victimReader(evictees))) {
            case Asked.Answered<Victims> answered -> answered.answer();
            case Asked.Failed<Victims> failed ->
                failed.consequence().isUnasked() ? Victims.abstain() : Victims.none(failed.reason());
        };
    }
}
