package io.tender.daemon.work;

import io.tender.core.batch.framework.Measures;
import io.tender.core.batch.life.JobSpec;
import io.tender.core.batch.life.RoleSpec;
import io.tender.core.batch.life.TaskLife;
import io.tender.daemon.master.AgentView;
import io.tender.daemon.master.MasterView;
import io.tender.model.AgentId;
import io.tender.model.batch.ResourceList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds tasks that no agent could take even if it were empty. A queue or a gang may refuse them before any agent is asked, and
 * what these say would send people the wrong way.
 */
final class TooLarge {
    private TooLarge() {}

    /** What each agent would have if nothing ran on it. */
    static Map<AgentId, ResourceList> empty(MasterView view) {
        Map<AgentId, ResourceList> agents = new TreeMap<>();
        for (AgentView agent : view.agents()) {
            agents.put(agent.agent().id(), Measures.offered(agent.total()));
        }
        return agents;
    }

    /** One refusal for each of the tasks that is too large for all agents; none if there are no agents. */
    static List<Explanation.No> among(JobSpec spec, List<TaskLife> tasks, Map<AgentId, ResourceList> empty) {
        Map<String, String> reasons = new TreeMap<>();
        for (RoleSpec role : spec.roles()) {
            ResourceList asked = Measures.rounded(role.template().request())
                    .without(ResourceList.PODS)
                    .positive();
            if (!empty.isEmpty() && empty.values().stream().noneMatch(has -> has.covers(asked))) {
                reasons.put(role.name(), why(asked, empty));
            }
        }
        List<String> examples = empty.keySet().stream()
                .limit(Explaining.EXAMPLES)
                .map(AgentId::value)
                .toList();
        List<Explanation.No> found = new ArrayList<>();
        for (TaskLife task : tasks) {
            Optional.ofNullable(reasons.get(task.role()))
                    .ifPresent(why -> found.add(new Explanation.No(
                            task.role() + "-" + task.index(),
                            "agents",
                            why,
                            empty.size(),
                            empty.size(),
                            examples,
                            false)));
        }
        return found;
    }

    private static String why(ResourceList asked, Map<AgentId, ResourceList> empty) {
        List<String> lacking = new ArrayList<>();
        asked.asMap().forEach((name, amount) -> {
            long most = empty.values().stream()
                    .mapToLong(has -> has.millis(name))
                    .max()
                    .orElse(0);
            if (amount > most) {
                lacking.add(name + " (" + ResourceList.print(name, amount) + " asked for, the largest agent has "
                        + ResourceList.print(name, most) + ")");
            }
        });
        return lacking.isEmpty()
                ? "no agent has all of "
                        + asked.asMap().entrySet().stream()
                                .map(part -> part.getKey() + " " + ResourceList.print(part.getKey(), part.getValue()))
                                .collect(Collectors.joining(", "))
                        + " together, even if the node were empty"
                : "insufficient " + String.join(", ", lacking) + ", even if the node were empty";
    }
}
