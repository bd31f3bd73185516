package io.tender.core.batch;

import io.tender.model.batch.SubGroupPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Divides the tasks of a job by its policies: the first policy that matches a task takes it. */
final class SubJobs {
    private SubJobs() {}

    static List<SessionSubJob> of(SessionJob job, Map<String, String> nominated) {
        Map<String, List<SessionTask>> members = new LinkedHashMap<>();
        Map<String, SubGroupPolicy> policies = new LinkedHashMap<>();
        List<SessionTask> rest = new ArrayList<>();
        for (SessionTask task : job.tasks()) {
            Optional<SubGroupPolicy> policy = job.job().subGroups().stream()
                    .filter(candidate -> matches(candidate, task))
                    .findFirst();
            if (policy.isPresent()) {
                String id = idOf(policy.get(), task);
                policies.put(id, policy.get());
                members.computeIfAbsent(id, unused -> new ArrayList<>()).add(task);
            } else {
                rest.add(task);
            }
        }
        List<SessionSubJob> subJobs = new ArrayList<>();
        boolean whole = job.job().subGroups().isEmpty();
        String own = job.id().toString();
        if (whole || !rest.isEmpty()) {
            subJobs.add(new SessionSubJob(
                    job,
                    own,
                    "",
                    whole ? job.minAvailable() : 0,
                    0,
                    job.job().topology(),
                    Optional.ofNullable(nominated.get(own)),
                    rest));
        }
        Map<String, Integer> numbers = new LinkedHashMap<>();
        policies.forEach((id, policy) -> {
            List<SessionTask> tasks = members.getOrDefault(id, List.of());
            int number = numbers.merge(policy.name(), 1, Integer::sum);
            subJobs.add(new SessionSubJob(
                    job,
                    id,
                    policy.name(),
                    policy.size() == 0 ? tasks.size() : policy.size(),
                    number,
                    policy.topology().or(() -> job.job().topology()),
                    Optional.ofNullable(nominated.get(id)),
                    tasks));
        });
        return List.copyOf(subJobs);
    }

    private static boolean matches(SubGroupPolicy policy, SessionTask task) {
        Map<String, String> labels = task.template().labels();
        return policy.selector().matches(labels)
                && policy.matchLabelKeys().stream().allMatch(labels::containsKey);
    }

    private static String idOf(SubGroupPolicy policy, SessionTask task) {
        StringBuilder id = new StringBuilder(task.job().id() + "/" + policy.name());
        for (String key : policy.matchLabelKeys()) {
            id.append('/').append(task.template().labels().get(key));
        }
        return id.toString();
    }
}
