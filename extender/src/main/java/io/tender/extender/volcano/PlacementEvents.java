package io.tender.extender.volcano;

import io.tender.extender.client.RequestBody;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Binder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.Optional;

/** Tells of tentative placements and their undoing, and has tasks bound. */
final class PlacementEvents implements Binder {
    private final SessionTalk talk;
    private final ManagedResources managed;
    private final Wording wording;
    private final VerdictReader reader;

    PlacementEvents(SessionTalk talk, ManagedResources managed, Wording wording) {
        this.talk = talk;
        this.managed = managed;
        this.wording = wording;
        this.reader = talk.settings().placementReader();
    }

    private RequestBody body(TaskView task) {
        return talk.envelope().put("task", talk.dialect().task(task)).body();
    }

    Answer allocated(TaskView task) {
        if (!managed.concerns(task)) {
            return Answer.ofYes();
        }
        return switch (talk.tell(Question.ALLOCATE, task.job(), body(task), reader)) {
            case Asked.Answered<Verdict> answered -> answer(answered.answer());
            case Asked.Failed<Verdict> failed ->
                failed.consequence().isUnasked() ? Answer.ofYes() : Answer.no(failed.reason());
        };
    }

    /** The answer is read, since one that is none is a failure, and changes nothing. */
    void deallocated(TaskView task) {
        if (managed.concerns(task)) {
            talk.tell(Question.DEALLOCATE, task.job(), body(task), reader);
        }
    }

    @Override
    public Optional<Answer> bind(TaskView task, NodeView node) {
        if (!managed.concerns(task)) {
            return Optional.empty();
        }
        RequestBody body = wording.binding(talk.envelope(), task, node);
        return switch (talk.tell(Question.BIND, task.job(), body, wording.bindingReader())) {
            case Asked.Answered<Verdict> answered -> Optional.of(answer(answered.answer()));
            case Asked.Failed<Verdict> failed ->
                failed.consequence().isUnasked() ? Optional.empty() : Optional.of(Answer.no(failed.reason()));
        };
    }

    private static Answer answer(Verdict verdict) {
        return verdict instanceof Verdict.Refused refused ? Answer.no(refused.reason()) : Answer.ofYes();
    }
}
