package io.tender.testkit.scenario.engine;

import io.tender.runtime.batch.BatchPlugins;
import io.tender.testkit.scenario.AllocatorSource;
import io.tender.testkit.scenario.Subject;
import io.tender.testkit.scenario.step.Source;
import java.util.function.Supplier;

/** Sets the stage for a subject. */
public final class Stages {

    private Stages() {}

    /** With the batch plugins of the class path. */
    public static Stage open(Subject subject, AllocatorSource allocators, Source opening) {
        return open(subject, allocators, BatchWorld::pluginsOfClassPath, opening);
    }

    /**
     * @param plugins those that settings of batch scenarios can name
     * @param opening where the scenario begins, for what goes wrong before its first step
     */
    public static Stage open(
            Subject subject, AllocatorSource allocators, Supplier<BatchPlugins> plugins, Source opening) {
        return switch (subject) {
            case Subject.AllocatorSubject about -> new AllocatorStage(about.setup(), allocators, opening);
            case Subject.SorterSubject about -> new SorterStage(about, opening);
            case Subject.RoleTreeSubject about -> new RoleTreeStage();
            case Subject.ResourcesSubject about -> new ResourceStage();
            case Subject.ConstraintsSubject about -> new ConstraintStage();
            case Subject.CreationSubject about -> new CreationStage(allocators);
            case Subject.ServicesSubject about -> new ServiceStage(about.setup(), opening);
            case Subject.BatchSubject about -> new BatchStage(about.setup(), plugins.get(), opening);
        };
    }
}
