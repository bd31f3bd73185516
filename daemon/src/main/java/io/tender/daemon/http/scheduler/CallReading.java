package io.tender.daemon.http.scheduler;

import io.tender.daemon.http.CallText;
import io.tender.daemon.master.ExecutorSpec;
import io.tender.daemon.master.FrameworkCall;
import io.tender.daemon.master.OfferOperation;
import io.tender.daemon.master.Subscription;
import io.tender.daemon.master.TaskSpec;
import io.tender.mesos.FilterForms;
import io.tender.mesos.FrameworkDescription;
import io.tender.mesos.FrameworkForms;
import io.tender.mesos.LaunchedTask;
import io.tender.mesos.Message;
import io.tender.mesos.OperationForms;
import io.tender.mesos.TimeForms;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.ResourceRequest;
import io.tender.model.Role;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/** Turns the message {@code scheduler.Call} into what the master understands. */
final class CallReading {
    private CallReading() {}

    /** What a framework that subscribes, or updates itself, says of itself. */
    static Subscription subscription(Message body) {
        CallText.checkSize("one framework", body.tree().toString());
        io.tender.mesos.Subscription read = FrameworkForms.subscription(body);
        FrameworkDescription framework = read.framework();
        TreeSet<String> further = new TreeSet<>();
        if (framework.partitionAware()) {
            further.add(Subscription.PARTITION_AWARE);
        }
        if (framework.killingState()) {
            further.add(Subscription.TASK_KILLING_STATE);
        }
        return new Subscription(
                framework.id(),
                framework.user(),
                framework.name(),
                framework.failoverTimeout(),
                framework.checkpoint(),
                framework.hostname().orElse(""),
                framework.principal(),
                framework.webuiUrl(),
                framework.roles(),
                framework.capabilities(),
                further,
                framework.labels(),
                read.options().suppressedRoles(),
                read.options().constraints(),
                framework.minAllocatable());
    }

    /** Who calls; every call but the first SUBSCRIBE says so. */
    static Optional<FrameworkId> framework(Message call) {
        return call.optionalId("framework_id", FrameworkId::new);
    }

    /** Any call but SUBSCRIBE; empty for a type that only newer masters know. */
    static Optional<FrameworkCall> call(Message call) {
        String type = call.text("type");
        return switch (type) {
            case "TEARDOWN" -> Optional.of(new FrameworkCall.Teardown());
            case "ACCEPT" -> Optional.of(accept(call.message("accept")));
            case "DECLINE" -> {
                Message body = call.message("decline");
                yield Optional.of(new FrameworkCall.Decline(offers(body), FilterForms.filters(body)));
            }
            case "ACCEPT_INVERSE_OFFERS" -> {
                Message body = call.message("accept_inverse_offers");
                yield Optional.of(new FrameworkCall.AcceptInverseOffers(
                        body.ids("inverse_offer_ids", OfferId::new), FilterForms.filters(body)));
            }
            case "DECLINE_INVERSE_OFFERS" -> {
                Message body = call.message("decline_inverse_offers");
                yield Optional.of(new FrameworkCall.DeclineInverseOffers(
                        body.ids("inverse_offer_ids", OfferId::new), FilterForms.filters(body)));
            }
            case "REVIVE" -> Optional.of(new FrameworkCall.Revive(roles(call, "revive")));
            case "SUPPRESS" -> Optional.of(new FrameworkCall.Suppress(roles(call, "suppress")));
            case "KILL" -> Optional.of(kill(call.message("kill")));
            case "SHUTDOWN" -> {
                Message body = call.message("shutdown");
                yield Optional.of(new FrameworkCall.Shutdown(
                        body.message("executor_id").text("value"), body.id("agent_id", AgentId::new)));
            }
            case "ACKNOWLEDGE" -> Optional.of(acknowledge(call.message("acknowledge")));
            case "RECONCILE" -> Optional.of(reconcile(call.message("reconcile")));
            case "MESSAGE" -> {
                Message body = call.message("message");
                byte[] data = body.bytes("data").orElse(new byte[0]);
                yield Optional.of(new FrameworkCall.Message(
                        body.id("agent_id", AgentId::new),
                        body.message("executor_id").text("value"),
                        Base64.getEncoder().encodeToString(data)));
            }
            case "REQUEST" -> Optional.of(new FrameworkCall.Request(requests(call.message("request"))));
            case "UPDATE_FRAMEWORK" ->
                Optional.of(new FrameworkCall.UpdateFramework(subscription(call.message("update_framework"))));
            default -> Optional.empty();
        };
    }

    private static List<OfferId> offers(Message body) {
        return body.ids("offer_ids", OfferId::new);
    }

    private static SortedSet<Role> roles(Message call, String field) {
        return new TreeSet<>(
                call.optional(field).map(body -> body.roles("roles")).orElse(List.of()));
    }

    private static FrameworkCall kill(Message body) {
        Optional<Duration> grace =
                body.optional("kill_policy").flatMap(policy -> TimeForms.duration(policy, "grace_period"));
        return new FrameworkCall.Kill(
                body.id("task_id", TaskId::new), body.optionalId("agent_id", AgentId::new), grace);
    }

    private static FrameworkCall acknowledge(Message body) {
        byte[] uuid = body.bytes("uuid").orElse(new byte[0]);
        if (uuid.length != 16) {
            throw body.wrong("uuid", uuid.length + " bytes", "the 16 bytes of the status's uuid");
        }
        ByteBuffer bytes = ByteBuffer.wrap(uuid);
        return new FrameworkCall.Acknowledge(
                body.id("agent_id", AgentId::new),
                body.id("task_id", TaskId::new),
                new UUID(bytes.getLong(), bytes.getLong()));
    }

    private static FrameworkCall reconcile(Message body) {
        List<FrameworkCall.Reconcile.Asked> tasks = new ArrayList<>();
        for (Message task : body.messages("tasks")) {
            tasks.add(new FrameworkCall.Reconcile.Asked(
                    task.id("task_id", TaskId::new), task.optionalId("agent_id", AgentId::new)));
        }
        return new FrameworkCall.Reconcile(tasks);
    }

    private static List<ResourceRequest> requests(Message body) {
        List<ResourceRequest> requests = new ArrayList<>();
        for (Message request : body.messages("requests")) {
            requests.add(new ResourceRequest(
                    request.optionalId("agent_id", AgentId::new),
                    request.resources("resources").quantities()));
        }
        return requests;
    }

    private static FrameworkCall accept(Message body) {
        List<OfferOperation> operations = new ArrayList<>();
        for (io.tender.mesos.OfferOperation operation : OperationForms.operations(body)) {
            operations.add(operation(operation));
        }
        return new FrameworkCall.Accept(offers(body), operations, FilterForms.filters(body));
    }

    private static OfferOperation operation(io.tender.mesos.OfferOperation operation) {
        return switch (operation) {
            case io.tender.mesos.OfferOperation.Launch launch -> launch(launch.tasks());
            case io.tender.mesos.OfferOperation.LaunchGroup group -> group(group);
            case io.tender.mesos.OfferOperation.Change change ->
                new OfferOperation.Change(change.operation(), change.id());
        };
    }

    private static OfferOperation launch(List<LaunchedTask> tasks) {
        Map<TaskId, String> problems = new HashMap<>();
        tasks.forEach(task -> TaskReading.problem(task).ifPresent(problem -> problems.put(task.taskId(), problem)));
        return new OfferOperation.Launch(specs(tasks), problems);
    }

    private static OfferOperation group(io.tender.mesos.OfferOperation.LaunchGroup group) {
        List<String> problems = new ArrayList<>();
        TaskReading.problemOfExecutor(group.executor()).ifPresent(problems::add);
        for (LaunchedTask task : group.tasks()) {
            TaskReading.problemInGroup(task)
                    .ifPresent(problem -> problems.add("Task '" + task.taskId() + "' is invalid: " + problem));
        }
        ExecutorSpec executor = new ExecutorSpec(
                group.executor().message("executor_id").text("value"),
                group.executor().resources("resources"));
        return new OfferOperation.LaunchGroup(executor, specs(group.tasks()), problems);
    }

    private static List<TaskSpec> specs(List<LaunchedTask> tasks) {
        return tasks.stream().map(TaskReading::task).toList();
    }
}
