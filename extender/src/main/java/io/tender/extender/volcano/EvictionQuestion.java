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

    EvictionQuestion(Question question, SessionTalk talk, ManagedResources managed) {
        this.question = question;
        this.talk = talk;
        this.managed = managed;
    }

    @Override
    public Victims victims(TaskView evictor, List<TaskView> evictees) {
        if (evictees.isEmpty() || !managed.concerns(evictor)) {
            return Victims.abstain();
        }
        VictimReader reader = new VictimReader(evictees, talk.settings().isVolcano());
        return switch (talk.ask(
                question,
                evictor.job(),
                () -> talk.envelope()
                        .put("evictor", talk.dialect().task(evictor))
                        .list("evictees", talk.dialect().tasks(evictees))
                        .body(),
                reader)) {
            case Asked.Answered<Victims> answered -> answered.answer();
            case Asked.Failed<Victims> failed ->
                failed.consequence().isUnasked() ? Victims.abstain() : Victims.none(failed.reason());
        };
    }
}
