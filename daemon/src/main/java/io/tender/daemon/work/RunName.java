package io.tender.daemon.work;

import io.tender.core.batch.life.JobSpec;
import io.tender.model.batch.JobId;
import io.tender.model.service.TaskId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the id of a run tells: which task of which job, and the number of the launch. Names of jobs may have dots. */
record RunName(JobId job, String role, int index, long number) {
    private static final Pattern FORM = Pattern.compile("([^.]+)\\.(.+)\\.([^.]+)\\.(\\d{1,9})\\.(\\d{1,18})");

    static Optional<RunName> parse(TaskId run) {
        Matcher parts = FORM.matcher(run.value());
        return parts.matches()
                ? Optional.of(new RunName(
                        new JobId(parts.group(1), parts.group(2)),
                        parts.group(3),
                        Integer.parseInt(parts.group(4)),
                        Long.parseLong(parts.group(5))))
                : Optional.empty();
    }

    TaskId task() {
        return JobSpec.taskId(job, role, index);
    }
}
