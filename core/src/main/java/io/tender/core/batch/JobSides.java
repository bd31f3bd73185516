package io.tender.core.batch;

import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.JobSplit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** On which side of every split a job is; found out once per job, and not at all where nobody splits. */
final class JobSides {
    private final Choir choir;
    private final List<Voice<JobSplit>> splits;
    private final Map<SessionJob, List<Integer>> known = new HashMap<>();

    JobSides(Choir choir) {
        this.choir = choir;
        this.splits = choir.of(HookKind.JOB_SPLIT);
    }

    List<Integer> of(SessionJob job) {
        return splits.isEmpty() ? List.of() : known.computeIfAbsent(job, this::ask);
    }

    private List<Integer> ask(SessionJob job) {
        List<Integer> sides = new ArrayList<>();
        for (Voice<JobSplit> voice : splits) {
            int side = 0;
            try {
                side = voice.hook().side(job);
            } catch (RuntimeException thrown) {
                choir.fault(voice, HookKind.JOB_SPLIT, thrown);
            }
            sides.add(side);
        }
        return List.copyOf(sides);
    }
}
