package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.List;

/** What batch scheduling expects of the verbs about jobs and queues. */
final class JobChecks {
    private JobChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of(
                        "J1",
                        "jobEnqueueable votes 1, 0 or -1",
                        "Anything else is a failure, or is taken for 0",
                        "answer {\"status\":1}; -1 rejects, 0 leaves it to others",
                        service -> understood(service, BatchVerbs.JOB_ENQUEUEABLE)),
                Check.of(
                        "J2",
                        "jobEnqueueable asked twice votes the same",
                        "A vote that reserves leaves reservations of jobs that others rejected",
                        "reserve in jobEnqueued, not in the vote",
                        Trials.sameTwice(BatchVerbs.JOB_ENQUEUEABLE)),
                Check.of(
                        "J3",
                        "jobReady answers true or false in status",
                        "Unlike the other votes it is no number; a number is a failure",
                        "answer {\"status\":true}",
                        service -> understood(service, BatchVerbs.JOB_READY)),
                Check.of(
                        "J4",
                        "queueOverused answers true or false in overused",
                        "Anything else is a failure, and the queue may be skipped",
                        "answer {\"overused\":false}",
                        service -> understood(service, BatchVerbs.QUEUE_OVERUSED)),
                Check.of(
                        "J5",
                        "jobEnqueued is answered with JSON",
                        "An empty body is an error in Volcano, although its content is not used",
                        "answer {}",
                        service -> understood(service, BatchVerbs.JOB_ENQUEUED)));
    }

    private static String understood(Service service, Verb verb) throws Ended {
        service.need(verb);
        return service.decision(verb, Scene.of(81));
    }
}
