package io.tender.core.batch.life;

import io.tender.model.BrokenRule;
import io.tender.model.batch.TaskTemplate;
import java.util.List;
import java.util.Optional;

/**
 * The tasks of a job that play one part: a task of Volcano's, with its replicas.
 *
 * @param minAvailable how many of them the gang needs; none said stands for all of them where that matters
 * @param maxRetry how many restarts of its tasks together are no failure of the role; -1 for any number
 */
public record RoleSpec(
        String name,
        int replicas,
        Optional<Integer> minAvailable,
        int maxRetry,
        List<LifePolicy> policies,
        Optional<DependsOn> dependsOn,
        RestartPolicy restarts,
        TaskTemplate template) {
    public static final int USUAL_RETRIES = 3;

    public RoleSpec {
        policies = List.copyOf(policies);
        if (replicas < 0
                || minAvailable.filter(least -> least < 0 || least > replicas).isPresent()
                || maxRetry < -1) {
            throw BrokenRule.of(
                    "Task '" + name + "' has an impossible number.",
                    "replicas " + replicas + ", minAvailable "
                            + minAvailable.map(String::valueOf).orElse("none") + ", maxRetry " + maxRetry,
                    "replicas from 0, minAvailable from 0 to replicas, maxRetry from -1",
                    "correct the number");
        }
    }

    /** One that runs its tasks once, without policies. */
    public static RoleSpec of(TaskTemplate template, int replicas) {
        return new RoleSpec(
                template.role(),
                replicas,
                Optional.empty(),
                USUAL_RETRIES,
                List.of(),
                Optional.empty(),
                RestartPolicy.NEVER,
                template);
    }

    public RoleSpec withPolicies(LifePolicy... changed) {
        return new RoleSpec(name, replicas, minAvailable, maxRetry, List.of(changed), dependsOn, restarts, template);
    }

    public RoleSpec withReplicas(int changed) {
        return new RoleSpec(name, changed, minAvailable, maxRetry, policies, dependsOn, restarts, template);
    }

    public RoleSpec needing(int least) {
        return new RoleSpec(name, replicas, Optional.of(least), maxRetry, policies, dependsOn, restarts, template);
    }

    public RoleSpec after(DependsOn others) {
        return new RoleSpec(name, replicas, minAvailable, maxRetry, policies, Optional.of(others), restarts, template);
    }

    public RoleSpec restarting(RestartPolicy changed, int most) {
        return new RoleSpec(name, replicas, minAvailable, most, policies, dependsOn, changed, template);
    }
}
