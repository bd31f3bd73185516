package io.tender.daemon.work;

import io.tender.core.batch.life.LifePhase;
import io.tender.daemon.master.Document;
import io.tender.daemon.master.Master;
import io.tender.daemon.trace.JobTraces;
import io.tender.extender.client.TraceParent;
import io.tender.model.batch.JobId;
import java.util.List;
import java.util.Optional;

/** Keeps with a job that is on its way to run which trace it belongs to, so that one after a restart can refer to it. */
final class TraceRecords {
    private static final String KIND = "JobTrace";

    private final Master master;
    private final JobTraces traces;

    TraceRecords(Master master, JobTraces traces) {
        this.master = master;
        this.traces = traces;
    }

    /** Goes on with those that were followed; whoever does not follow anything any more forgets them. */
    void recover() {
        for (Document kept : List.copyOf(master.documents().all(KIND))) {
            Optional<TraceParent> before = TraceParent.parse(kept.json().replace("\"", ""));
            Optional<TraceParent> now = before.flatMap(step -> traces.recovered(JobId.parse(kept.key()), step));
            now.ifPresentOrElse(
                    step -> keep(JobId.parse(kept.key()), step), () -> master.removeDocument(KIND, kept.key()));
        }
    }

    void submitted(JobId job, Optional<TraceParent> cause) {
        traces.submitted(job, cause).ifPresent(step -> keep(job, step));
    }

    private void keep(JobId job, TraceParent step) {
        master.putDocument(KIND, job.toString(), "\"" + step.header() + "\"");
    }

    void phase(JobId job, LifePhase phase) {
        if (traces.phase(job, phase)) {
            master.removeDocument(KIND, job.toString());
        }
    }

    void gone(JobId job) {
        traces.gone(job);
        if (traces.isOn()) {
            master.removeDocument(KIND, job.toString());
        }
    }
}
