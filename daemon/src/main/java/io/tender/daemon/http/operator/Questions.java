package io.tender.daemon.http.operator;

import io.tender.daemon.http.Answers;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.FrameworkView;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.MasterView;
import io.tender.daemon.master.TaskView;
import io.tender.extender.http.HttpProblem;
import io.tender.model.FrameworkId;
import io.tender.spi.Allocator.ConstraintsView;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Answers the calls that change nothing. The master only hands out what it knows; writing it down is done here. */
final class Questions {
    private static final Logger LOG = LoggerFactory.getLogger(Questions.class);

    private final MasterLoop master;
    private final OperatorApi.Settings settings;
    private final InstantSource clock;
    private final Supplier<SortedMap<String, Long>> schedulers;
    private final Supplier<Optional<String>> unwell;
    private final AgentWriting agents;
    private final FrameworkWriting frameworks;

    Questions(
            MasterLoop master,
            OperatorApi.Settings settings,
            InstantSource clock,
            Supplier<SortedMap<String, Long>> schedulers,
            Supplier<Optional<String>> unwell) {
        this.master = master;
        this.schedulers = schedulers;
        this.unwell = unwell;
        this.settings = settings;
        this.clock = clock;
        this.agents = new AgentWriting(settings.version());
        this.frameworks = new FrameworkWriting(settings.startedAt());
    }

    /** The message {@code master.Response} to a call of that type; empty if it is no question that is answered here. */
    Optional<ObjectNode> answer(String type) {
        return body(type).map(body -> {
            ObjectNode response = object().put("type", type);
            response.set(type.toLowerCase(Locale.ROOT), body);
            return response;
        });
    }

    private Optional<ObjectNode> body(String type) {
        return Optional.ofNullable(
                switch (type) {
                    case "GET_HEALTH" -> object().put("healthy", unwell.get().isEmpty() && turns());
                    case "GET_VERSION" -> {
                        ObjectNode node = object();
                        node.putObject("version_info").put("version", settings.version());
                        yield node;
                    }
                    case "GET_FLAGS" -> flags();
                    case "GET_METRICS" -> metrics();
                    case "GET_STATE" -> state(look(Snapshot::of));
                    case "GET_AGENTS" -> agents.all(look(MasterView::agents));
                    case "GET_FRAMEWORKS" -> frameworks.all(look(Snapshot::of));
                    case "GET_TASKS" -> tasks();
                    case "GET_EXECUTORS" -> executors();
                    case "GET_OPERATIONS" -> {
                        ObjectNode node = object();
                        node.putArray("operations");
                        yield node;
                    }
                    case "GET_ROLES" -> PolicyWriting.roles(look(MasterView::roles));
                    case "GET_WEIGHTS" -> PolicyWriting.weights(look(MasterView::weights));
                    case "GET_QUOTA" -> PolicyWriting.quotas(look(MasterView::quotas));
                    case "GET_MASTER" -> master(look(MasterView::masterId));
                    case "GET_MAINTENANCE_SCHEDULE" -> PolicyWriting.schedule(look(MasterView::maintenance));
                    case "GET_MAINTENANCE_STATUS" ->
                        PolicyWriting.maintenance(
                                later(there -> there.operator().maintenanceStatus()));
                    default -> null;
                });
    }

    /** Whether the master takes its turns. */
    private boolean turns() {
        try {
            return !Answers.await(master.glance(there -> there.view().masterId()))
                    .isEmpty();
        } catch (HttpProblem noAnswer) {
            LOG.warn("the master does not answer, so it is not healthy", noAnswer);
            return false;
        }
    }

    private <T> T look(Function<MasterView, T> at) {
        return Answers.await(master.look(there -> at.apply(there.view())));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the inner future is what is waited for
    private <T> T later(Function<Master, CompletableFuture<T>> asked) {
        return Answers.await(master.look(asked).thenCompose(Function.identity()));
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** The message {@code GetState}. */
    ObjectNode state(Snapshot state) {
        ObjectNode node = object();
        node.set("get_tasks", TaskWriting.all(state.tasks(), state.completedTasks()));
        node.set("get_executors", executors());
        node.set("get_frameworks", frameworks.all(state));
        node.set("get_agents", agents.all(state.agents()));
        return node;
    }

    private ObjectNode tasks() {
        record Tasks(List<TaskView> present, List<TaskView> completed) {}
        Tasks tasks = look(view -> new Tasks(view.tasks(), view.completedTasks()));
        return TaskWriting.all(tasks.present(), tasks.completed());
    }

    /** None ever: tasks are run by their agents themselves. */
    private static ObjectNode executors() {
        ObjectNode node = object();
        node.putArray("executors");
        return node;
    }

    private ObjectNode flags() {
        ObjectNode node = object();
        ArrayNode flags = node.putArray("flags");
        settings.flags()
                .forEach((name, value) -> flags.addObject().put("name", name).put("value", value));
        return node;
    }

    private ObjectNode metrics() {
        Snapshot state = look(Snapshot::of);
        SortedMap<String, Double> metrics =
                MasterMetrics.of(state, Duration.between(settings.startedAt(), clock.instant()));
        metrics.putAll(later(Master::allocatorMetrics));
        look(view -> schedulers.get()).forEach((name, value) -> metrics.put("services/" + name, (double) value));
        return MasterMetrics.tree(metrics);
    }

    /** What keeps frameworks from offers by their own will: roles they suppress, and agents they exclude per role. */
    ObjectNode constraints() {
        SortedMap<FrameworkId, ConstraintsView> views = later(Master::offerConstraints);
        List<FrameworkView> known = look(MasterView::frameworks);
        return FrameworkWriting.constraints(known, views);
    }

    private ObjectNode master(String id) {
        ObjectNode node = object();
        // The address is required, though whoever reads this has found the master already.
        ObjectNode description = node.putObject("master_info")
                .put("id", id)
                .put("ip", 0)
                .put("port", 0)
                .put("version", settings.version());
        description.putArray("capabilities").addObject().put("type", "AGENT_DRAINING");
        double startedAt = settings.startedAt().toEpochMilli() / 1000.0;
        node.put("start_time", startedAt);
        node.put("elected_time", startedAt);
        return node;
    }
}
