package io.tender.testkit.scenario;

import io.tender.testkit.scenario.step.BatchCommand;
import io.tender.testkit.scenario.step.ConfText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which batch scheduler a scenario runs on, and what is there when it begins.
 *
 * @param conf its settings; none: the built-in ones
 * @param extenders the names of the extenders that listen in the scenario
 * @param opening what happens before the first step
 * @param tasksRun whether tasks that were placed run before the next session
 * @param evictedLeave whether tasks that were evicted have left, and wait again, before the next session
 * @param seed where all chance comes from
 * @param strict whether a task that is placed or evicted without an expectation is a failure
 */
public record BatchSetup(
        Optional<ConfText> conf,
        SortedSet<String> extenders,
        List<BatchCommand> opening,
        boolean tasksRun,
        boolean evictedLeave,
        long seed,
        boolean strict) {

    public BatchSetup {
        extenders = Collections.unmodifiableSortedSet(new TreeSet<>(extenders));
        opening = List.copyOf(opening);
    }

    public static BatchSetup defaults() {
        return new BatchSetup(Optional.empty(), new TreeSet<>(), List.of(), true, true, 1, true);
    }

    public BatchSetup withConf(ConfText changed) {
        return new BatchSetup(Optional.of(changed), extenders, opening, tasksRun, evictedLeave, seed, strict);
    }

    public BatchSetup withExtender(String name) {
        TreeSet<String> more = new TreeSet<>(extenders);
        more.add(name);
        return new BatchSetup(conf, more, opening, tasksRun, evictedLeave, seed, strict);
    }

    public BatchSetup withOpening(List<? extends BatchCommand> commands) {
        List<BatchCommand> more = new ArrayList<>(opening);
        more.addAll(commands);
        return new BatchSetup(conf, extenders, more, tasksRun, evictedLeave, seed, strict);
    }

    public BatchSetup withTasksRun(boolean changed) {
        return new BatchSetup(conf, extenders, opening, changed, evictedLeave, seed, strict);
    }

    public BatchSetup withEvictedLeave(boolean changed) {
        return new BatchSetup(conf, extenders, opening, tasksRun, changed, seed, strict);
    }

    public BatchSetup withSeed(long changed) {
        return new BatchSetup(conf, extenders, opening, tasksRun, evictedLeave, changed, strict);
    }

    public BatchSetup withStrict(boolean changed) {
        return new BatchSetup(conf, extenders, opening, tasksRun, evictedLeave, seed, changed);
    }
}
