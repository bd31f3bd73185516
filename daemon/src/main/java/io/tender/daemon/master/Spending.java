package io.tender.daemon.master;

import io.tender.core.operator.RescindRules;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.model.AgentId;
import io.tender.model.Applied;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Operation;
import io.tender.model.Resource;
import io.tender.model.ResourceConversion;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.service.TaskId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One accept under way: what the offers held, and what the operations so far have left of it. */
final class Spending {
    private final Desk desk;
    private final Links links;
    private final Offers offers;
    private final Statuses statuses;
    private final Tasks tasks;
    private final FrameworkRecord framework;
    private final Offer first;
    private final Role role;

    /** What was offered or made of it and not used by a task; the framework holds it. */
    private Resources left;

    /** The part of it that operations have made; it is given back without a filter, as nobody has refused it. */
    private Resources made = Resources.empty();

    /** Shared volumes that a task has taken; further tasks may have them too. */
    private Resources shared;

    Spending(
            Desk desk,
            Links links,
            Offers offers,
            Statuses statuses,
            Tasks tasks,
            FrameworkRecord framework,
            List<Offer> used) {
        this.desk = desk;
        this.links = links;
        this.offers = offers;
        this.statuses = statuses;
        this.tasks = tasks;
        this.framework = framework;
        this.first = used.getFirst();
        this.role = first.role();
        this.left = Offers.sum(used);
        this.shared = left.shared();
    }

    private AgentId agent() {
        return first.agent().id();
    }

    private FrameworkId id() {
        return framework.id();
    }

    void carryOut(OfferOperation operation) {
        switch (operation) {
            case OfferOperation.Change change -> convert(change);
            case OfferOperation.Launch launch -> launch.tasks().forEach(task -> launchOne(task, launch.problems()));
            case OfferOperation.LaunchGroup group -> launchGroup(group);
        }
    }

    private void convert(OfferOperation.Change change) {
        Optional<String> problem = tryConvert(change.operation());
        change.id()
                .ifPresent(id -> links.tell(
                        id(),
                        new FrameworkEvent.OperationUpdate(
                                id,
                                Optional.of(agent()),
                                problem.isPresent() ? "ERROR" : "FINISHED",
                                problem.orElse(""))));
    }

    /** What kept the operation from being carried out; then nothing of it was. */
    private Optional<String> tryConvert(Operation asked) {
        AgentRecord agent = desk.agent(agent());
        Operation operation = asked.withAllocation(role);
        Optional<String> broken = OperationChecks.byFramework(operation, framework.subscription(), agent)
                .or(() -> asked.conversions().stream()
                        .flatMap(one -> foreign("The operation", one.consumed()).stream())
                        .findFirst());
        if (broken.isPresent()) {
            return broken;
        }
        Applied held = Operation.applyAll(left, List.of(operation));
        Applied total = Operation.applyAll(agent.total(), List.of(operation.withoutAllocation()));
        if (held instanceof Applied.Refused refused) {
            return Optional.of(refused.reason());
        }
        if (total instanceof Applied.Refused refused) {
            return Optional.of(refused.reason());
        }
        Optional<String> tooLong = OperationChecks.keepable(((Applied.Ok) total).resources());
        if (tooLong.isPresent()) {
            return tooLong;
        }
        if (operation instanceof Operation.Destroy destroy) {
            offers.rescind(
                    RescindRules.forDestroyedVolumes(destroy.volumes(), Offers.outstanding(offers.ofAgent(agent()))));
        }
        List<ResourceConversion> conversions = operation.conversions();
        desk.allocator.updateAllocation(id(), agent(), left, conversions);
        left = ((Applied.Ok) held).resources();
        shared = left.shared();
        for (ResourceConversion conversion : conversions) {
            made = made.minus(conversion.consumed()).plus(conversion.converted());
        }
        desk.apply(new Change.ResourcesChanged(agent(), ((Applied.Ok) total).resources()));
        desk.orderVolumes(agent(), List.of(operation));
        return Optional.empty();
    }

    private void launchOne(TaskSpec task, Map<TaskId, String> problems) {
        Resources wanted = task.resources().allocate(role);
        Optional<String> rule = links.isResident(id())
                ? TaskRules.checkResident(task, first, framework)
                : TaskRules.check(task, first, framework, Set.of());
        Optional<String> problem = rule.or(() -> Optional.ofNullable(problems.get(task.id())))
                .or(() -> foreign("Task", task.resources()))
                .or(() -> missing("Task", wanted));
        if (problem.isPresent()) {
            refuse(task, "REASON_TASK_INVALID", problem.get());
        } else {
            launch(task, wanted, "");
        }
    }

    private void launchGroup(OfferOperation.LaunchGroup group) {
        Optional<String> problem = checkGroup(group);
        if (problem.isPresent()) {
            for (TaskSpec task : group.tasks()) {
                refuse(task.of(group.executor().id()), "REASON_TASK_GROUP_INVALID", problem.get());
            }
            return;
        }
        String name = group.executor().id() + "/" + group.tasks().getFirst().id();
        Resources overhead = group.executor().resources().allocate(role);
        for (TaskSpec task : group.tasks()) {
            launch(
                    task.of(group.executor().id()),
                    task.resources().allocate(role).plus(overhead),
                    name);
            overhead = Resources.empty();
        }
    }

    private Optional<String> checkGroup(OfferOperation.LaunchGroup group) {
        if (group.tasks().isEmpty()) {
            return Optional.of("Task group cannot be empty");
        }
        Optional<String> badExecutor = TextRules.id("Executor", group.executor().id());
        if (badExecutor.isPresent()) {
            return badExecutor;
        }
        Set<TaskId> ids = new HashSet<>();
        List<String> problems = new ArrayList<>(group.problems());
        Resources overhead = group.executor().resources().allocate(role);
        Resources all = overhead;
        Optional<String> badResources =
                foreign("Executor", group.executor().resources()).or(() -> missing("Executor", overhead));
        if (badResources.isPresent()) {
            return badResources;
        }
        for (TaskSpec task : group.tasks()) {
            TaskRules.check(task, first, framework, ids)
                    .ifPresent(problem -> problems.add("Task '" + task.id() + "' is invalid: " + problem));
            ids.add(task.id());
            Resources one = task.resources().allocate(role);
            // Each by itself first: what is within the offer can be added up.
            foreign("Task '" + task.id() + "'", task.resources()).ifPresent(problems::add);
            Optional<String> tooMuch = missing("Task '" + task.id() + "'", one);
            tooMuch.ifPresent(problems::add);
            all = tooMuch.isPresent() ? all : all.plus(one);
        }
        Resources wanted = all;
        return problems.isEmpty() ? missing("Task group", wanted) : Optional.of(String.join("; ", problems));
    }

    /** What was said to be allocated to another role than that of the offers; what says nothing of it is the offers'. */
    private Optional<String> foreign(String who, Resources wanted) {
        return wanted.stream()
                .flatMap(resource -> resource.allocation().stream())
                .filter(other -> !other.equals(role))
                .findFirst()
                .map(other -> who + " uses resources allocated to role '" + other
                        + "', but those offered are allocated to role '" + role + "'");
    }

    private Optional<String> missing(String who, Resources wanted) {
        return left.plus(shared.minus(left.shared())).contains(wanted) && left.contains(wanted.nonShared())
                ? Optional.empty()
                : Optional.of(who + " uses more resources '" + wanted.unallocate() + "' than available '"
                        + left.unallocate() + "'");
    }

    private void refuse(TaskSpec task, String reason, String problem) {
        statuses.tellOnce(
                new TaskKey(id(), task.id()), Accepting.unlaunched(desk, task, RunState.ERROR, reason, problem));
    }

    private void launch(TaskSpec task, Resources held, String group) {
        copyShared(held);
        left = left.minus(held);
        TaskSpec spec = task.launched(
                task.resources().allocate(role), framework.subscription().user());
        desk.apply(new Change.TaskLaunched(id(), spec, held, group, desk.now()));
        desk.allocator.transitionOfferedToAllocated(agent(), held);
        TaskRecord record = framework.tasks().get(task.id());
        if (record == null) {
            throw new IllegalStateException("Task '" + task.id() + "' was launched, but is not there");
        }
        tasks.order(record);
        if (desk.isWatched()) {
            desk.tellWatchers(new MasterEvent.TaskAdded(record.view()));
        }
    }

    /** A shared volume that an earlier task took is there for this one too: the framework then holds one copy more. */
    private void copyShared(Resources held) {
        for (Resource volume : held.shared()) {
            if (!left.contains(volume)) {
                Resources copy = Resources.of(volume);
                desk.allocator.updateAllocation(
                        id(), agent(), left, List.of(new ResourceConversion(Resources.empty(), copy)));
                left = left.plus(copy);
            }
        }
    }

    void giveBackRest(Filters filters) {
        Resources unfiltered = Resources.empty();
        for (Resource resource : made) {
            if (left.contains(resource)) {
                unfiltered = unfiltered.plus(resource);
                left = left.minus(resource);
            }
        }
        desk.allocator.recoverResources(id(), agent(), unfiltered, Optional.empty(), false);
        desk.allocator.recoverResources(id(), agent(), left, Optional.of(filters), false);
    }
}
