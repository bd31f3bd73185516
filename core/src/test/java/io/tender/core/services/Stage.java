package io.tender.core.services;

import io.tender.core.offers.NativeOfferSetFactory;
import io.tender.model.AgentId;
import io.tender.model.Attribute;
import io.tender.model.Filters;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.model.service.TaskStatus;
import io.tender.spi.Chance;
import io.tender.spi.framework.Launch;
import io.tender.spi.framework.Master;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A service scheduler with a master that writes everything down, and short words for what happens to it. */
final class Stage implements Master, Ordering {
    static final JobKey JOB = JobKey.parse("www/prod/hello");

    final VirtualHost host;
    final ServiceScheduler scheduler;
    final List<String> said = new ArrayList<>();
    final Map<TaskId, Launch> launched = new LinkedHashMap<>();
    final Map<OfferId, List<Launch>> accepted = new LinkedHashMap<>();
    final List<OfferId> declined = new ArrayList<>();
    final List<Filters> filters = new ArrayList<>();
    final List<TaskId> killed = new ArrayList<>();
    final List<TaskId> reconciled = new ArrayList<>();
    final List<Question> questions = new ArrayList<>();
    final List<String> states = new ArrayList<>();
    final List<String> troubles = new ArrayList<>();
    boolean masterBroken;
    int brokenAccepts;
    /** The listener throws the next time a task comes into this state; INIT for never. */
    TaskState brokenListener = TaskState.INIT;
    /** The listener kills the job as soon as a task of it is assigned. */
    boolean killWhenAssigned;

    private int offersMade;

    /** What a set that waits was asked, to be answered by the test. */
    record Question(OfferSet set, OfferQuery query, Answer answer) {}

    static Stage set(String... settings) {
        return new Stage(settings(settings), new NativeOfferSetFactory()::create);
    }

    /** One whose clock begins later. */
    static Stage set(Duration later) {
        VirtualHost host = new VirtualHost(Chance.seeded(1));
        host.advance(later);
        return new Stage(host, settings(), new NativeOfferSetFactory()::create);
    }

    static ServiceSettings settings(String... settings) {
        // By CPU and then by id: tests name the order they expect.
        ServiceSettings all = ServiceSettings.defaults().with("offer_order", "CPU");
        for (String setting : settings) {
            int at = setting.indexOf('=');
            all = all.with(setting.substring(0, at), setting.substring(at + 1));
        }
        return all;
    }

    Stage(ServiceSettings settings, Function<OfferSetSetup, OfferSet> offerSet) {
        this(new VirtualHost(Chance.seeded(1)), settings, offerSet);
    }

    private Stage(VirtualHost host, ServiceSettings settings, Function<OfferSetSetup, OfferSet> offerSet) {
        this.host = host;
        this.scheduler = new ServiceScheduler(host, this, this, settings, offerSet, new ServiceListener() {
            @Override
            public void taskChanged(TaskView task, TaskState before) {
                states.add(task.instance().instance() + " " + before + " -> " + task.state());
                if (task.state() == brokenListener) {
                    brokenListener = TaskState.INIT;
                    throw new IllegalStateException("the listener is out of order");
                }
                if (task.state() == TaskState.ASSIGNED && killWhenAssigned) {
                    scheduler.kill(task.instance().job());
                }
            }

            @Override
            public void updateChanged(UpdateView update) {
                states.add("update " + update.state());
            }

            @Override
            public void offerSetFailed(Throwable cause) {
                troubles.add("set: " + cause.getMessage());
            }

            @Override
            public void offerSetAnswered() {
                troubles.add("set answers");
            }

            @Override
            public void attemptBroke(TaskGroupKey group, Throwable cause) {
                troubles.add(group.job() + ": " + cause.getMessage());
            }
        });
    }

    static TaskConfig config(String resources) {
        return TaskConfig.of(JOB, ResourceBundle.parse(resources));
    }

    static TaskConfig small() {
        return config("cpus:1;mem:128;disk:64");
    }

    static TaskConfig config(String job, String resources) {
        return TaskConfig.of(JobKey.parse(job), ResourceBundle.parse(resources));
    }

    HostOffer hostOffer(String agent, String resources, String attributes) {
        return new HostOffer(
                new OfferId("o" + ++offersMade),
                new AgentId(agent),
                agent + ".example",
                Resources.parse(resources).allocate(Role.of("services")),
                HostAttributes.of(agent + ".example", Attribute.parseAll(attributes)),
                MaintenanceMode.NONE,
                Optional.empty());
    }

    OfferId offer(String agent) {
        return offer(agent, "cpus:4;mem:4096;disk:10000");
    }

    OfferId offer(String agent, String resources) {
        return offer(agent, resources, "");
    }

    OfferId offer(String agent, String resources, String attributes) {
        return offer(hostOffer(agent, resources, attributes));
    }

    OfferId offer(HostOffer offer) {
        scheduler.offers(List.of(offer));
        return offer.id();
    }

    Unavailability in(Duration time) {
        return new Unavailability(host.now().plus(time), Optional.empty());
    }

    Stage submit(TaskConfig config, int instances) {
        scheduler.submit(config, instances);
        return this;
    }

    Stage pass(Duration time) {
        host.advance(time);
        return this;
    }

    Stage passMillis(long millis) {
        return pass(Duration.ofMillis(millis));
    }

    /** Long enough for a first attempt. */
    Stage tick() {
        return passMillis(2);
    }

    TaskView task(int instance) {
        return task(JOB, instance);
    }

    TaskView task(JobKey job, int instance) {
        return scheduler
                .task(new InstanceKey(job, instance))
                .orElseThrow(() -> new AssertionError("no task for " + job + "/" + instance));
    }

    Stage report(int instance, TaskState state) {
        return report(task(instance).id(), state);
    }

    Stage report(TaskId task, TaskState state) {
        scheduler.status(TaskStatus.of(task, state));
        return this;
    }

    /** Reports every task that was sent off as running. */
    Stage allRunning() {
        for (TaskView task : scheduler.tasks()) {
            if (task.state() == TaskState.ASSIGNED) {
                report(task.id(), TaskState.RUNNING);
            }
        }
        return this;
    }

    /** Answers all questions with the order they came in. */
    Stage answerAll() {
        List<Question> asked = List.copyOf(questions);
        questions.clear();
        asked.forEach(question -> question.answer().ordered(question.query().candidates()));
        return this;
    }

    /** The agents of a job's tasks, in the order of instances; '-' where there is none. */
    String agents(JobKey job) {
        return scheduler.tasks().stream()
                .filter(task -> task.instance().job().equals(job))
                .map(task -> task.agent().map(AgentId::value).orElse("-"))
                .collect(Collectors.joining(" "));
    }

    String agents() {
        return agents(JOB);
    }

    long metric(String name) {
        Long value = scheduler.metrics().get(name);
        if (value == null) {
            throw new AssertionError(
                    "no metric " + name + " among " + scheduler.metrics().keySet());
        }
        return value;
    }

    Instant now() {
        return host.now();
    }

    @Override
    public void accept(List<OfferId> offers, List<Launch> launches, Filters with) {
        if (masterBroken || brokenAccepts-- > 0) {
            throw new IllegalStateException("the master is out");
        }
        filters.add(with);
        offers.forEach(offer -> {
            if (accepted.put(offer, launches) != null) {
                throw new AssertionError("offer " + offer + " used twice");
            }
        });
        launches.forEach(launch -> launched.put(launch.task(), launch));
        said.add("accept " + offers + " x" + launches.size());
    }

    @Override
    public void decline(List<OfferId> offers, Filters with) {
        declined.addAll(offers);
        filters.add(with);
        said.add("decline " + offers);
    }

    @Override
    public void suppress() {
        said.add("suppress");
    }

    @Override
    public void revive() {
        said.add("revive");
    }

    @Override
    public void kill(TaskId task) {
        killed.add(task);
        said.add("kill " + task);
    }

    @Override
    public void reconcile(List<TaskId> tasks) {
        reconciled.addAll(tasks);
        said.add("reconcile " + tasks.size());
    }

    @Override
    public void acceptInverseOffer(AgentId agent) {
        said.add("leave " + agent);
    }

    @Override
    public void ask(OfferSet set, OfferQuery query, Answer answer) {
        questions.add(new Question(set, query, answer));
    }
}
