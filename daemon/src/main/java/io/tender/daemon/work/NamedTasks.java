package io.tender.daemon.work;

import io.tender.core.batch.life.JobLives;
import io.tender.model.batch.JobId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tasks of a job that a name means: all of a role, as in {@code worker}, or one of them, as in {@code worker-0}.
 *
 * @param index empty for all of the role
 */
record NamedTasks(String role, Optional<Integer> index) {
    private static final Pattern ONE = Pattern.compile("(.+)-([0-9]{1,9})");

    /** Empty if the job has none of that name; a role called {@code gpu-1} comes before number 1 of {@code gpu}. */
    static Optional<NamedTasks> find(JobLives lives, JobId job, String name) {
        if (lives.hasTask(job, name, Optional.empty())) {
            return Optional.of(new NamedTasks(name, Optional.empty()));
        }
        Matcher one = ONE.matcher(name);
        return one.matches()
                ? Optional.of(new NamedTasks(one.group(1), Optional.of(Integer.parseInt(one.group(2)))))
                        .filter(named -> lives.hasTask(job, named.role(), named.index()))
                : Optional.empty();
    }
}
