package io.tender.core.batch.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.DisruptionBudget;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.NamespaceQuota;
import io.tender.model.batch.NetworkTopology;
import io.tender.model.batch.Node;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.SubGroupPolicy;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.spi.Chance;
import io.tender.spi.batch.AllocateHandler;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.DeallocateHandler;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.HyperNodeView;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.PluginSetup;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.SimulateTask;
import io.tender.spi.batch.SubJobView;
import io.tender.spi.batch.TaskView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A session made by hand: everything is computed anew when asked, so that nothing can be out of step. */
final class TestSession implements SessionView {
    static final Instant NOON = Instant.parse("2026-01-15T12:00:00Z");

    private final TreeMap<String, FakeNode> nodes = new TreeMap<>();
    private final TreeMap<String, FakeQueue> queues = new TreeMap<>();
    private final TreeMap<JobId, FakeJob> jobs = new TreeMap<>();
    private final List<FakeDomain> domains = new ArrayList<>();
    private final List<NamespaceQuota> quotas = new ArrayList<>();
    private final List<DisruptionBudget> budgets = new ArrayList<>();
    private Instant now = NOON;
    private String action = "";

    static ResourceList res(String text) {
        return ResourceList.parse(text);
    }

    static TaskTemplate template(String role, String request) {
        return template(role, request, more -> more);
    }

    static TaskTemplate template(String role, String request, UnaryOperator<TaskTemplate.Builder> more) {
        return more.apply(TaskTemplate.builder(role, res(request))).build();
    }

    TestSession node(String name, String allocatable) {
        return node(name, allocatable, more -> more);
    }

    TestSession node(String name, String allocatable, UnaryOperator<Node.Builder> more) {
        nodes.put(
                name,
                new FakeNode(more.apply(Node.builder(name, res(allocatable))).build()));
        return this;
    }

    TestSession withQueue(String name) {
        return withQueue(name, more -> more);
    }

    TestSession withQueue(String name, UnaryOperator<Queue.Builder> more) {
        queues.put(name, new FakeQueue(more.apply(Queue.builder(name)).build()));
        return this;
    }

    TestSession quota(String namespace, String hard, String used) {
        quotas.add(new NamespaceQuota(namespace, "quota-" + quotas.size(), res(hard), res(used)));
        return this;
    }

    TestSession budget(DisruptionBudget budget) {
        budgets.add(budget);
        return this;
    }

    TestSession at(Instant instant) {
        now = instant;
        return this;
    }

    TestSession during(String name) {
        action = name;
        return this;
    }

    /** Domains are added from the narrowest to the widest; a domain takes the nodes of the domains named too. */
    TestSession domain(String name, int tier, String... members) {
        FakeDomain domain = new FakeDomain(name, tier);
        for (String member : members) {
            domains.stream().filter(other -> other.name().equals(member)).forEach(child -> {
                child.parent = Optional.of(domain);
                domain.children.add(child);
                domain.nodes.addAll(child.nodes);
            });
            if (nodes.containsKey(member)) {
                domain.nodes.add(nodeNamed(member));
            }
        }
        domains.add(domain);
        return this;
    }

    /** A job of so many equal tasks in the default queue. */
    FakeJob job(String id, int count, TaskTemplate template) {
        return job(id, more -> more, Collections.nCopies(count, template));
    }

    FakeJob job(String id, UnaryOperator<Job.Builder> more, int count, TaskTemplate template) {
        return job(id, more, Collections.nCopies(count, template));
    }

    FakeJob job(String id, UnaryOperator<Job.Builder> more, List<TaskTemplate> templates) {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < templates.size(); i++) {
            tasks.add(new Task(new TaskId(id + "-" + i), id + "-" + i, i, templates.get(i), Instant.EPOCH));
        }
        Job job = more.apply(Job.builder(JobId.parse(id)).tasks(tasks)).build();
        queues.computeIfAbsent(
                job.queue(), name -> new FakeQueue(Queue.builder(name).build()));
        FakeJob view = new FakeJob(job);
        jobs.put(job.id(), view);
        return view;
    }

    Hooks open(String plugin) {
        return open(plugin, Map.of());
    }

    Hooks open(String plugin, Map<String, ?> arguments) {
        return make(plugin, arguments, false).open(this);
    }

    Hooks openWithHierarchy(String plugin) {
        return make(plugin, Map.of(), true).open(this);
    }

    static BatchPlugin make(String plugin, Map<String, ?> given, boolean hierarchy) {
        Arguments arguments = new Arguments(given);
        BatchPlugin made = create(plugin, arguments, hierarchy);
        assertThat(arguments.problems()).isEmpty();
        assertThat(arguments.unread()).isEmpty();
        return made;
    }

    private static BatchPlugin create(String plugin, Arguments arguments, boolean hierarchy) {
        return BuiltInPlugins.factories().stream()
                .filter(factory -> factory.name().equals(plugin))
                .findFirst()
                .orElseThrow()
                .create(arguments, new PluginSetup(plugin, hierarchy));
    }

    /** The names of the arguments that a plugin complains of, unknown ones included. */
    static List<String> complaints(String plugin, Map<String, ?> given) {
        Arguments arguments = new Arguments(given);
        create(plugin, arguments, false);
        List<String> names = new ArrayList<>();
        arguments.problems().forEach(problem -> names.add(problem.name()));
        names.addAll(arguments.unread());
        return names;
    }

    FakeNode nodeNamed(String name) {
        return Optional.ofNullable(nodes.get(name)).orElseThrow();
    }

    FakeQueue queueNamed(String name) {
        return Optional.ofNullable(queues.get(name)).orElseThrow();
    }

    FakeDomain domainNamed(String name) {
        return domains.stream()
                .filter(domain -> domain.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    List<NodeView> allNodes() {
        return List.copyOf(nodes.values());
    }

    /** Places a task and tells everybody; false if somebody refused. */
    static boolean allocate(Hooks hooks, FakeTask task, FakeNode node) {
        return tell(hooks, task, TaskStatus.ALLOCATED, node);
    }

    static boolean pipeline(Hooks hooks, FakeTask task, FakeNode node) {
        return tell(hooks, task, TaskStatus.PIPELINED, node);
    }

    private static boolean tell(Hooks hooks, FakeTask task, TaskStatus status, FakeNode node) {
        task.move(status, Optional.of(node));
        boolean all = true;
        for (AllocateHandler handler : hooks.of(HookKind.ALLOCATE_HANDLER)) {
            all &= handler.allocated(task).yes();
        }
        return all;
    }

    static void evict(Hooks hooks, FakeTask task) {
        task.status = TaskStatus.RELEASING;
        for (DeallocateHandler handler : hooks.of(HookKind.DEALLOCATE_HANDLER)) {
            handler.deallocated(task);
        }
    }

    /** Takes a tentative placement back; the task keeps its node until everybody was told. */
    static void undo(Hooks hooks, FakeTask task) {
        task.status = TaskStatus.PENDING;
        for (DeallocateHandler handler : hooks.of(HookKind.DEALLOCATE_HANDLER)) {
            handler.deallocated(task);
        }
        task.move(TaskStatus.PENDING, Optional.empty());
    }

    static void simulate(Hooks hooks, HookKind<SimulateTask> kind, FakeTask task, FakeNode node) {
        hooks.of(kind).forEach(hook -> hook.changed(task, node));
    }

    @Override
    public String id() {
        return "session-1";
    }

    @Override
    public long number() {
        return 1;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public Chance chance() {
        return Chance.seeded(1);
    }

    @Override
    public List<FakeNode> nodes() {
        return List.copyOf(nodes.values());
    }

    @Override
    public Optional<FakeNode> node(String name) {
        return Optional.ofNullable(nodes.get(name));
    }

    @Override
    public List<FakeJob> jobs() {
        return List.copyOf(jobs.values());
    }

    @Override
    public Optional<FakeJob> job(JobId id) {
        return Optional.ofNullable(jobs.get(id));
    }

    @Override
    public List<FakeQueue> queues() {
        return List.copyOf(queues.values());
    }

    @Override
    public Optional<FakeQueue> queue(String name) {
        return Optional.ofNullable(queues.get(name));
    }

    @Override
    public List<FakeDomain> hyperNodes() {
        return List.copyOf(domains);
    }

    @Override
    public List<NamespaceQuota> quotas() {
        return quotas;
    }

    @Override
    public List<DisruptionBudget> budgets() {
        return budgets;
    }

    @Override
    public ResourceList total() {
        ResourceList total = ResourceList.empty();
        for (FakeNode node : nodes.values()) {
            total = total.plus(node.allocatable());
        }
        return total;
    }

    @Override
    public String action() {
        return action;
    }

    private static ResourceList sum(List<? extends TaskView> tasks, Predicate<TaskStatus> which) {
        ResourceList sum = ResourceList.empty();
        for (TaskView task : tasks) {
            if (which.test(task.status())) {
                sum = sum.plus(task.request());
            }
        }
        return sum;
    }

    final class FakeNode implements NodeView {
        private final Node node;
        private final List<FakeTask> tasks = new ArrayList<>();
        private long version;

        FakeNode(Node node) {
            this.node = node;
        }

        @Override
        public Node node() {
            return node;
        }

        @Override
        public int index() {
            return List.copyOf(nodes.keySet()).indexOf(node.name());
        }

        @Override
        public ResourceList idle() {
            return allocatable().minus(used());
        }

        @Override
        public ResourceList used() {
            return sum(tasks, TaskStatus::holdsRoom);
        }

        @Override
        public ResourceList releasing() {
            return sum(tasks, status -> status == TaskStatus.RELEASING);
        }

        @Override
        public ResourceList pipelined() {
            return sum(tasks, status -> status == TaskStatus.PIPELINED);
        }

        @Override
        public ResourceList futureIdle() {
            return idle().plus(releasing()).minus(pipelined());
        }

        @Override
        public List<FakeTask> tasks() {
            return List.copyOf(tasks);
        }

        @Override
        public long version() {
            return version;
        }
    }

    final class FakeQueue implements QueueView {
        private final Queue queue;

        FakeQueue(Queue queue) {
            this.queue = queue;
        }

        @Override
        public Queue queue() {
            return queue;
        }

        @Override
        public List<FakeJob> jobs() {
            return jobs.values().stream()
                    .filter(job -> job.job().queue().equals(queue.name()))
                    .toList();
        }

        @Override
        public ResourceList allocated() {
            ResourceList sum = ResourceList.empty();
            for (FakeJob job : jobs()) {
                sum = sum.plus(job.allocated());
            }
            return sum;
        }
    }

    final class FakeJob implements JobView {
        private final Job job;
        private final List<FakeTask> tasks = new ArrayList<>();
        private JobPhase phase = JobPhase.INQUEUE;
        private Optional<String> domain = Optional.empty();

        FakeJob(Job job) {
            this.job = job;
            job.tasks().forEach(task -> tasks.add(new FakeTask(task, this)));
        }

        FakeJob phase(JobPhase given) {
            phase = given;
            return this;
        }

        FakeJob inDomain(String name) {
            domain = Optional.of(name);
            return this;
        }

        /** All tasks run on that node. */
        FakeJob running(String node) {
            tasks.forEach(task -> task.running(node));
            return this;
        }

        FakeTask task(int index) {
            return tasks.get(index);
        }

        List<TaskView> all() {
            return List.copyOf(tasks);
        }

        @Override
        public Job job() {
            return job;
        }

        @Override
        public JobPhase phase() {
            return phase;
        }

        @Override
        public QueueView queue() {
            return queueNamed(job.queue());
        }

        @Override
        public List<FakeTask> tasks() {
            return List.copyOf(tasks);
        }

        @Override
        public List<FakeSubJob> subJobs() {
            if (job.subGroups().isEmpty()) {
                return List.of(new FakeSubJob(this, "default", "", tasks, job.minAvailable(), 0, job.topology()));
            }
            List<FakeSubJob> found = new ArrayList<>();
            for (SubGroupPolicy policy : job.subGroups()) {
                TreeMap<String, List<FakeTask>> groups = new TreeMap<>();
                for (FakeTask task : tasks) {
                    if (policy.selector().matches(task.template().labels())) {
                        String key = "";
                        for (String label : policy.matchLabelKeys()) {
                            key += task.template().labels().getOrDefault(label, "") + "/";
                        }
                        groups.computeIfAbsent(key, unused -> new ArrayList<>()).add(task);
                    }
                }
                groups.forEach((key, members) -> found.add(new FakeSubJob(
                        this,
                        policy.name() + "-" + key,
                        policy.name(),
                        members,
                        policy.size() == 0 ? members.size() : policy.size(),
                        found.size(),
                        policy.topology())));
            }
            return found;
        }

        @Override
        public int count(TaskStatus status) {
            return (int) tasks.stream().filter(task -> task.status() == status).count();
        }

        @Override
        public int count(String role, TaskStatus status) {
            return (int) tasks.stream()
                    .filter(task -> task.status() == status && task.role().equals(role))
                    .count();
        }

        @Override
        public int pendingBestEffort() {
            return (int) tasks.stream()
                    .filter(task -> task.status() == TaskStatus.PENDING
                            && task.template().isBestEffort())
                    .count();
        }

        @Override
        public ResourceList allocated() {
            return sum(tasks, TaskStatus::allocated);
        }

        @Override
        public ResourceList pipelined() {
            return sum(tasks, status -> status == TaskStatus.PIPELINED);
        }

        @Override
        public ResourceList requested() {
            return sum(tasks, status -> true);
        }

        @Override
        public ResourceList pending() {
            return sum(tasks, status -> status == TaskStatus.PENDING);
        }

        @Override
        public Optional<String> allocatedHyperNode() {
            return domain;
        }
    }

    record FakeSubJob(
            FakeJob job,
            String id,
            String policy,
            List<FakeTask> tasks,
            int minAvailable,
            int matchIndex,
            Optional<NetworkTopology> topology)
            implements SubJobView {
        @Override
        public Optional<String> allocatedHyperNode() {
            return job.allocatedHyperNode();
        }

        @Override
        public Optional<String> nominatedHyperNode() {
            return Optional.empty();
        }
    }

    final class FakeTask implements TaskView {
        private final Task task;
        private final FakeJob job;
        private TaskStatus status = TaskStatus.PENDING;
        private Optional<FakeNode> node = Optional.empty();
        private Optional<Instant> started = Optional.empty();

        FakeTask(Task task, FakeJob job) {
            this.task = task;
            this.job = job;
        }

        FakeTask running(String name) {
            return on(name, TaskStatus.RUNNING);
        }

        FakeTask on(String name, TaskStatus given) {
            move(given, Optional.of(nodeNamed(name)));
            started = Optional.of(NOON.minusSeconds(3600));
            return this;
        }

        FakeTask is(TaskStatus given) {
            status = given;
            return this;
        }

        FakeTask since(Instant instant) {
            started = Optional.of(instant);
            return this;
        }

        private void move(TaskStatus given, Optional<FakeNode> to) {
            Consumer<FakeNode> leave = from -> from.tasks.remove(this);
            node.ifPresent(leave);
            status = given;
            node = to;
            to.ifPresent(there -> {
                there.tasks.add(this);
                there.version++;
            });
        }

        @Override
        public Task task() {
            return task;
        }

        @Override
        public FakeJob job() {
            return job;
        }

        @Override
        public TaskStatus status() {
            return status;
        }

        @Override
        public Optional<NodeView> node() {
            return node.map(view -> view);
        }

        @Override
        public Optional<Instant> started() {
            return started;
        }

        @Override
        public String toString() {
            return name();
        }
    }

    static final class FakeDomain implements HyperNodeView {
        private final String name;
        private final int tier;
        private final List<FakeNode> nodes = new ArrayList<>();
        private final List<FakeDomain> children = new ArrayList<>();
        private Optional<FakeDomain> parent = Optional.empty();

        FakeDomain(String name, int tier) {
            this.name = name;
            this.tier = tier;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int tier() {
            return tier;
        }

        @Override
        public String tierName() {
            return "tier-" + tier;
        }

        @Override
        public List<FakeNode> nodes() {
            return nodes;
        }

        @Override
        public Optional<FakeDomain> parent() {
            return parent;
        }

        @Override
        public List<FakeDomain> children() {
            return children;
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
