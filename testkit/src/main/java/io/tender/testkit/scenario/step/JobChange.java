package io.tender.testkit.scenario.step;

import io.tender.model.service.Constraint;
import io.tender.model.service.Executor;
import io.tender.model.service.JobKey;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.Tier;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * What a scenario says of the tasks of a job; what it does not say stays as it was, or as it usually is.
 *
 * @param ending present: the tasks are no services, and this many failures end one; -1 for any number
 */
public record JobChange(
        Optional<ResourceBundle> task,
        Optional<SortedSet<String>> ports,
        Optional<List<Constraint>> constraints,
        Optional<Tier> tier,
        Optional<Integer> priority,
        Optional<Executor> executor,
        Optional<Integer> ending,
        SortedMap<String, String> metadata) {

    /** What a task takes if the scenario does not say. */
    public static final ResourceBundle USUAL = ResourceBundle.of(1_000, 128, 64);

    /** Nothing is said. */
    public static JobChange none() {
        return new JobChange(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new TreeMap<>());
    }

    public JobChange withTask(String resources) {
        return new JobChange(
                Optional.of(ResourceBundle.parse(resources)),
                ports,
                constraints,
                tier,
                priority,
                executor,
                ending,
                metadata);
    }

    public JobChange withConstraints(Constraint... changed) {
        return new JobChange(task, ports, Optional.of(List.of(changed)), tier, priority, executor, ending, metadata);
    }

    public JobChange withTier(Tier changed) {
        return new JobChange(task, ports, constraints, Optional.of(changed), priority, executor, ending, metadata);
    }

    public JobChange withPriority(int changed) {
        return new JobChange(task, ports, constraints, tier, Optional.of(changed), executor, ending, metadata);
    }

    public JobChange withMetadata(String key, String value) {
        TreeMap<String, String> changed = new TreeMap<>(metadata);
        changed.put(key, value);
        return new JobChange(task, ports, constraints, tier, priority, executor, ending, changed);
    }

    /** The config of a new job. */
    public TaskConfig create(JobKey job) {
        return applyTo(TaskConfig.of(job, USUAL));
    }

    public TaskConfig applyTo(TaskConfig before) {
        TaskConfig config = task.map(before::withResources).orElse(before);
        TreeMap<String, String> data = new TreeMap<>(config.metadata());
        data.putAll(metadata);
        return new TaskConfig(
                config.job(),
                config.resources(),
                ports.orElse(config.ports()),
                constraints.orElse(config.constraints()),
                tier.orElse(config.tier()),
                priority.orElse(config.priority()),
                executor.orElse(config.executor()),
                ending.isEmpty() && config.service(),
                ending.orElse(config.maxFailures()),
                data);
    }
}
