package io.tender.extender.volcano;

import io.tender.extender.client.RequestBody;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.Vote;

/** What is asked and told about jobs and queues. */
final class JobQuestions {
    private final SessionTalk talk;
    private final ManagedResources managed;
    private final boolean volcano;

    JobQuestions(SessionTalk talk, ManagedResources managed) {
        this.talk = talk;
        this.managed = managed;
        this.volcano = talk.settings().isVolcano();
    }

    private boolean concerns(JobView job) {
        return concerns(managed, talk.settings(), job);
    }

    /** Volcano asks about all jobs, whatever they want, and services written for it may count on that. */
    static boolean concerns(ManagedResources managed, PluginSettings settings, JobView job) {
        return settings.isVolcano() ? managed.serves(job) : managed.concerns(job);
    }

    private RequestBody body(JobView job) {
        return talk.envelope().put("job", talk.dialect().job(job)).body();
    }

    Vote vote(JobView job) {
        if (!concerns(job)) {
            return Vote.abstain();
        }
        return switch (talk.ask(Question.JOB_ENQUEUEABLE, job, () -> body(job), DecisionReaders.vote(volcano))) {
            case Asked.Answered<Vote> answered -> answered.answer();
            case Asked.Failed<Vote> failed ->
                failed.consequence().isUnasked() ? Vote.abstain() : Vote.reject(failed.reason());
        };
    }

    void enqueued(JobView job) {
        if (concerns(job)) {
            talk.tell(Question.JOB_ENQUEUED, job, body(job), DecisionReaders.acknowledgement());
        }
    }

    Answer isReady(JobView job) {
        return concerns(job)
                ? answer(talk.ask(Question.JOB_READY, job, () -> body(job), DecisionReaders.ready(volcano)))
                : Answer.ofYes();
    }

    /** Queues are asked about whatever their jobs want. */
    Answer mayGoOn(QueueView queue) {
        return answer(talk.ask(
                Question.QUEUE_OVERUSED,
                () -> talk.envelope().put("queue", talk.dialect().queue(queue)).body(),
                DecisionReaders.overused(volcano)));
    }

    private static Answer answer(Asked<Answer> asked) {
        return switch (asked) {
            case Asked.Answered<Answer> answered -> answered.answer();
            case Asked.Failed<Answer> failed ->
                failed.consequence().isUnasked() ? Answer.ofYes() : Answer.no(failed.reason());
        };
    }
}
