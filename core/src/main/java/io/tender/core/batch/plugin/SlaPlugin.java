package io.tender.core.batch.plugin;

import io.tender.model.batch.GoDuration;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.Vote;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The earliest deadline goes first; a job that is overdue is let in and kept waiting for, whatever abstainers think. */
final class SlaPlugin implements BatchPlugin {
    private static final String WAITING_TIME = "sla-waiting-time";

    private final Optional<Duration> usual;

    SlaPlugin(Arguments arguments) {
        String text = arguments.text(WAITING_TIME, "");
        Optional<Duration> given = GoDuration.parse(text).filter(Duration::isPositive);
        if (!text.isEmpty() && given.isEmpty()) {
            arguments.problem(WAITING_TIME, "the text '" + text + "'", "a length of time such as 30m or 1h30m");
        }
        usual = given;
    }

    @Override
    public Hooks open(SessionView session) {
        Deadlines deadlines = new Deadlines(session.now());
        return Hooks.none()
                .jobOrder(deadlines::compare)
                .jobEnqueueable(deadlines::vote)
                .jobPipelined(deadlines::vote);
    }

    private final class Deadlines {
        private final Instant now;
        private final Map<JobId, Instant> known = new HashMap<>();

        Deadlines(Instant now) {
            this.now = now;
        }

        private Instant of(JobView job) {
            Instant deadline = known.get(job.id());
            if (deadline == null) {
                deadline = waitingTime(job.job())
                        .map(time -> job.job().created().plus(time))
                        .orElse(Instant.MAX);
                known.put(job.id(), deadline);
            }
            return deadline;
        }

        int compare(JobView left, JobView right) {
            return of(left).compareTo(of(right));
        }

        Vote vote(JobView job) {
            return now.isBefore(of(job)) ? Vote.abstain() : Vote.permit();
        }
    }

    private Optional<Duration> waitingTime(Job job) {
        return job.waitingTime()
                .or(() -> annotated(job, WAITING_TIME))
                .or(() -> annotated(job, "volcano.sh/" + WAITING_TIME))
                .or(() -> usual);
    }

    private static Optional<Duration> annotated(Job job, String key) {
        return GoDuration.parse(job.annotations().getOrDefault(key, "")).filter(Duration::isPositive);
    }
}
