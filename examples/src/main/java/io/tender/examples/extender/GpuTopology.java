package io.tender.examples.extender;

import static io.tender.extender.server.Verdict.fits;
import static io.tender.extender.server.Verdict.never;
import static io.tender.extender.server.Verdict.notNow;

import io.tender.extender.server.Agent;
import io.tender.extender.server.ExtenderServer;
import io.tender.extender.server.Ledger;
import io.tender.extender.server.Policy;
import io.tender.extender.server.Scores;
import io.tender.extender.server.Snapshot;
import io.tender.extender.server.Task;
import io.tender.extender.server.Tenure;
import io.tender.extender.server.Verdict;
import io.tender.model.batch.ResourceList;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Gives a task GPUs that are linked with each other. The label {@code gpu-groups} of a machine, such as {@code 4.4}, says how
 * many GPUs each of its groups has; a task gets all of its own from one group, the one that it leaves the least of, so that
 * large groups stay whole for those who need them.
 */
public final class GpuTopology implements Policy {
    private static final String GROUPS = "gpu-groups";
    private static final Pattern SIZES = Pattern.compile("[0-9]{1,3}([.][0-9]{1,3}){0,15}");
    private static final int THOUSANDTHS = 1000;

    private final Ledger ledger;
    private final Tenure tenure;
    private final ConcurrentMap<String, Map<String, Long>> groupsOf = new ConcurrentHashMap<>();

    GpuTopology(Ledger ledger) {
        this.ledger = ledger;
        this.tenure = new Tenure(ledger, this::allocated);
    }

    @Override
    public Verdict predicate(Task task, Agent agent) {
        long wanted = task.resources().millis(ResourceList.GPU);
        if (wanted == 0) {
            return fits();
        }
        Map<String, Long> groups = groups(agent);
        if (groups.values().stream().noneMatch(size -> size >= wanted)) {
            return never("no group of linked GPUs is large enough");
        }
        return holdsOn(task, agent.name()) || tightest(task, groups).isPresent()
                ? fits()
                : notNow("too few GPUs of one group are free");
    }

    /** 100 if nothing of the group is left over, 10 less with each GPU that is. */
    @Override
    public Scores prioritize(Task task, List<Agent> agents) {
        return Scores.scoreEach(
                agents,
                agent -> tightest(task, groups(agent))
                        .map(group -> 100.0 - (free(group) - task.resources().millis(ResourceList.GPU)) / 100.0)
                        .orElse(0.0));
    }

    @Override
    public Optional<String> allocated(Task task) {
        ResourceList wanted = ResourceList.of(ResourceList.GPU, task.resources().millis(ResourceList.GPU));
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        String agent = task.agent().orElse("");
        if (ledger.holding(task.key()).isPresent() && !holdsOn(task, agent)) {
            ledger.release(task.key()); // it was to go elsewhere before, and nobody said that this came to nothing
        }
        // Between finding the group and taking of it others may be faster; then the ledger says no.
        return ledger.holding(task.key())
                .map(Ledger.Holding::pool)
                .or(() -> tightest(task, groupsOf.getOrDefault(agent, Map.of())))
                .map(group -> ledger.reserve(task.key(), group, wanted).refusal())
                .orElse(Optional.of("too few GPUs of one group are free"));
    }

    private boolean holdsOn(Task task, String agent) {
        return ledger.holding(task.key())
                .filter(held -> groupsOf.getOrDefault(agent, Map.of()).containsKey(held.pool()))
                .isPresent();
    }

    @Override
    public void deallocated(Task task) {
        tenure.undo(task);
    }

    @Override
    public void committed(List<Task> tasks) {
        tasks.forEach(tenure::confirm);
    }

    @Override
    public void aborted(List<Task> tasks) {
        tasks.forEach(tenure::undo);
    }

    @Override
    public boolean sessionOpened(Snapshot snapshot) {
        snapshot.agents().forEach(this::groups);
        return tenure.follow(snapshot);
    }

    /** The group with the fewest free GPUs that are enough. */
    private Optional<String> tightest(Task task, Map<String, Long> groups) {
        long wanted = task.resources().millis(ResourceList.GPU);
        return groups.keySet().stream()
                .filter(group -> free(group) >= wanted)
                .min(Comparator.comparingLong(this::free).thenComparing(Comparator.naturalOrder()));
    }

    private long free(String group) {
        return ledger.free(group).millis(ResourceList.GPU);
    }

    /** The groups of a machine and their sizes; the ledger hears of those it does not know yet. */
    private Map<String, Long> groups(Agent agent) {
        String sizes = agent.label(GROUPS)
                .filter(text -> SIZES.matcher(text).matches())
                .orElse("");
        Map<String, Long> groups = new LinkedHashMap<>();
        String[] each = sizes.isEmpty() ? new String[0] : sizes.split("[.]", -1);
        IntStream.range(0, each.length)
                .forEach(i -> groups.put(agent.name() + "/group-" + i, Long.parseLong(each[i]) * THOUSANDTHS));
        if (!groups.equals(groupsOf.put(agent.name(), groups))) {
            groups.forEach((group, size) -> ledger.capacity(group, ResourceList.of(ResourceList.GPU, size)));
        }
        return groups;
    }

    public static void main(String[] args) {
        Ledger ledger = Ledger.inMemory(InstantSource.system(), Duration.ofMinutes(1), 100_000);
        Examples.serve(ExtenderServer.builder().policy(new GpuTopology(ledger)), args, 9194);
    }
}
