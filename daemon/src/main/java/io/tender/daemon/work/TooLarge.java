package io.tender.daemon.work;

import io.tender.core.batch.Capacity;
import io.tender.core.batch.Ignored;
import io.tender.core.batch.framework.Measures;
import io.tender.core.batch.life.JobSpec;
import io.tender.core.batch.life.JobState;
import io.tender.core.batch.life.RoleSpec;
import io.tender.core.batch.life.TaskLife;
import io.tender.core.batch.life.TaskPhase;
import io.tender.daemon.master.AgentView;
import io.tender.daemon.master.MasterView;
import io.tender.model.AgentId;
import io.tender.model.batch.ResourceList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds tasks that no agent could take even if it were empty, and gangs that all agents together could not. A queue or a gang may refuse them before any agent is asked, and
 * what these say would send people the wrong way.
 *
 * @param empty what each agent would have if nothing ran on it
 * @param ignored what is left to plugins: whether there is enough of it no agent tells
 */
record TooLarge(Map<AgentId, ResourceList> empty, Ignored ignored) {
    /** Who says so: nobody was asked, it is plain to see. */
    static final String AUTHOR = "agents";

    TooLarge {
        empty = Collections.unmodifiableMap(new TreeMap<>(empty));
    }

    /** What each agent would have if nothing ran on it. */
    static Map<AgentId, ResourceList> empty(MasterView view) {
        Map<AgentId, ResourceList> agents = new TreeMap<>();
        for (AgentView agent : view.agents()) {
            agents.put(agent.agent().id(), Measures.offered(agent.total()));
        }
        return agents;
    }

    /** One refusal for each of the tasks that is too large for all agents; none if there are no agents. */
    List<Explanation.No> among(JobSpec spec, List<TaskLife> tasks) {
        Map<String, String> reasons = new TreeMap<>();
        for (RoleSpec role : spec.roles()) {
            ResourceList asked = request(role);
            if (!empty.isEmpty() && empty.values().stream().noneMatch(has -> has.covers(asked))) {
                reasons.put(role.name(), why(asked));
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
                            AUTHOR,
                            why,
                            empty.size(),
                            empty.size(),
                            examples,
                            false)));
        }
        return found;
    }

    /**
     * Why the tasks that must start together could not if all agents were empty; empty if they could, or there are no agents.
     *
     * <p>Of each resource the least is counted that so many tasks of the job ask for, whichever they are.
     */
    Optional<Explanation.No> together(JobSpec spec, JobState state) {
        Map<String, ResourceList> byRole = new TreeMap<>();
        spec.roles().forEach(role -> byRole.put(role.name(), request(role)));
        List<ResourceList> requests = state.tasks().stream()
                .filter(task ->
                        task.phase() != TaskPhase.BLOCKED && !task.phase().isOver())
                .flatMap(task -> Optional.ofNullable(byRole.get(task.role())).stream())
                .toList();
        Set<String> names = new TreeSet<>();
        requests.forEach(asked -> names.addAll(asked.asMap().keySet()));
        int needed = Math.min(spec.frame().minAvailable() - state.count(TaskPhase.SUCCEEDED), requests.size());
        List<String> lacking = new ArrayList<>();
        for (String name : names) {
            long least = requests.stream()
                    .mapToLong(asked -> asked.millis(name))
                    .sorted()
                    .limit(Math.max(0, needed))
                    .reduce(0, TooLarge::plus);
            long all =
                    empty.values().stream().mapToLong(has -> has.millis(name)).reduce(0, TooLarge::plus);
            if (least > all) {
                lacking.add(name + " (" + needed + " tasks must start together and ask for at least "
                        + ResourceList.print(name, least) + ", all agents together have "
                        + ResourceList.print(name, all) + ")");
            }
        }
        if (empty.isEmpty()) {
            return Optional.empty();
        }
        return lacking.isEmpty()
                ? places(requests, needed)
                : Optional.of(ofGang("insufficient " + String.join(", ", lacking) + ", even if all agents were empty"));
    }

    /** There may be enough in all, and no agent with enough of it left for one more. */
    private Optional<Explanation.No> places(List<ResourceList> requests, int needed) {
        Capacity capacity = new Capacity();
        empty.forEach(capacity::has);
        Map<ResourceList, Integer> alike = new HashMap<>();
        requests.forEach(asked -> alike.merge(asked, 1, Integer::sum));
        long places = alike.entrySet().stream()
                .mapToLong(asked -> capacity.places(asked.getKey(), asked.getValue(), Integer.MAX_VALUE))
                .sum();
        return places >= needed
                ? Optional.empty()
                : Optional.of(ofGang("no room for all at once: " + needed + " tasks must start together, and "
                        + (places == 0 ? "none" : places) + " of them can, even if all agents were empty"));
    }

    private static Explanation.No ofGang(String why) {
        return new Explanation.No("", AUTHOR, why, 0, 0, List.of(), false);
    }

    private ResourceList request(RoleSpec role) {
        return ignored.leave(Measures.rounded(role.template().request()))
                .without(ResourceList.PODS)
                .positive();
    }

    /** What cannot be counted is more than anybody has. */
    private static long plus(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private String why(ResourceList asked) {
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
