package io.tender.extender.volcano;

import io.tender.model.batch.NetworkTopology;
import io.tender.model.batch.SubGroupPolicy;
import io.tender.spi.batch.SubJobView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Tasks of a job that one policy put together, or all of them; ids are those of real sessions. */
record FakeSubJob(FakeJob job, String id, String policy, List<FakeTask> tasks, Optional<NetworkTopology> topology)
        implements SubJobView {

    static List<FakeSubJob> of(FakeJob job) {
        String own = job.id().toString();
        if (job.job().subGroups().isEmpty()) {
            return List.of(new FakeSubJob(job, own, "", job.tasks(), job.job().topology()));
        }
        List<FakeSubJob> groups = new ArrayList<>();
        for (SubGroupPolicy policy : job.job().subGroups()) {
            Map<String, List<FakeTask>> members = new TreeMap<>();
            for (FakeTask task : job.tasks()) {
                StringBuilder id = new StringBuilder(own + "/" + policy.name());
                for (String key : policy.matchLabelKeys()) {
                    id.append('/').append(task.template().labels().get(key));
                }
                members.computeIfAbsent(id.toString(), unused -> new ArrayList<>())
                        .add(task);
            }
            members.forEach(
                    (id, tasks) -> groups.add(new FakeSubJob(job, id, policy.name(), tasks, policy.topology())));
        }
        return groups;
    }

    @Override
    public int minAvailable() {
        return policy.isEmpty() ? job.minAvailable() : tasks.size();
    }

    @Override
    public int matchIndex() {
        return 0;
    }

    @Override
    public Optional<String> allocatedHyperNode() {
        return job.allocatedHyperNode();
    }

    @Override
    public Optional<String> nominatedHyperNode() {
        return Optional.empty();
    }
}
