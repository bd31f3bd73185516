package io.tender.daemon.work;

import io.tender.core.batch.SessionResult;
import io.tender.core.batch.framework.RunChange;
import io.tender.core.batch.life.JobState;
import io.tender.model.batch.JobId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what was decided, a line for each, with the ids of all that is concerned as fields. Off unless it is asked for. */
public final class Decisions {
    private static final Logger LOG = LoggerFactory.getLogger("io.tender.decisions");

    private Decisions() {}

    /** A run was launched, moved on or ended. */
    static void run(RunChange change) {
        LOG.atDebug()
                .addKeyValue("job", change.job())
                .addKeyValue("task", change.task())
                .addKeyValue("run", change.launched())
                .addKeyValue("agent", change.agent())
                .addKeyValue("state", change.state())
                .log("run");
    }

    static void job(JobId job, JobState state) {
        LOG.atDebug()
                .addKeyValue("job", job)
                .addKeyValue("phase", state.phase().word())
                .addKeyValue("version", state.version())
                .log("job");
    }

    /** What came of a session; nothing is said of one of which nothing came. */
    public static void session(SessionResult result) {
        if (!result.decisions().isEmpty()) {
            LOG.atDebug()
                    .addKeyValue("session", result.cycle().id())
                    .addKeyValue("binds", result.binds().size())
                    .addKeyValue("evictions", result.evictions().size())
                    .log("session");
        }
    }
}
