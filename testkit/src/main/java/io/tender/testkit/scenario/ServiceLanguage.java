package io.tender.testkit.scenario;

import io.tender.core.services.UpdateSettings;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.service.TaskState;
import io.tender.testkit.scenario.engine.Stage;
import io.tender.testkit.scenario.engine.Stages;
import io.tender.testkit.scenario.step.ClockCommand;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.Conduct;
import io.tender.testkit.scenario.step.Instances;
import io.tender.testkit.scenario.step.JobChange;
import io.tender.testkit.scenario.step.Place;
import io.tender.testkit.scenario.step.ServiceCommand;
import io.tender.testkit.scenario.step.ServiceExpectation;
import io.tender.testkit.scenario.step.ServiceExpectation.ExpectedWaiting;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import io.tender.testkit.scenario.text.ConditionNotation;
import io.tender.testkit.scenario.text.InstanceNotation;
import io.tender.testkit.scenario.text.ResourceNotation;
import io.tender.testkit.scenario.yaml.ScenarioFiles;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Scenarios of a service scheduler in Java. Each call is carried out at once, on the same engine as scenarios in YAML,
 * and fails on its own line.
 *
 * <pre>{@code
 * try (ServiceLanguage scenario = services().setting("offer_set_module", "http")) {
 *     scenario.service(order("a2", "a1"))
 *         .agent("a1", "cpus:4 mem:1024 disk:1024")
 *         .agent("a2", "cpus:4 mem:1024 disk:1024")
 *         .job("www/prod/web", 1)
 *         .expectPlaced("www/prod/web/0", "a2")
 *         .serviceDown()
 *         .end();
 * }
 * }</pre>
 *
 * <p>{@link #steps} takes whatever else YAML can say. A scenario that asks a service has sockets, so it is closed.
 */
public final class ServiceLanguage implements AutoCloseable {

    private ServiceSetup setup = ServiceSetup.defaults();
    private Optional<Stage> stage = Optional.empty();

    private ServiceLanguage() {}

    /** A new scenario with the default settings. */
    public static ServiceLanguage services() {
        return new ServiceLanguage();
    }

    /** The offer-set service names these hosts, whatever it is asked. */
    public static Conduct order(String... hosts) {
        return Conduct.of(new Conduct.Order(List.of(hosts), ""));
    }

    /** The offer-set service puts the hosts it is asked about in this order. */
    public static Conduct by(Conduct.Rule rule) {
        return Conduct.of(new Conduct.ByRule(rule));
    }

    /** The offer-set service fails. */
    public static Conduct failing(Conduct.Failure failure) {
        return Conduct.of(new Conduct.Failing(failure));
    }

    /** The offer-set service says exactly this. */
    public static Conduct saying(int status, String body) {
        return Conduct.of(new Conduct.Raw(status, new TreeMap<>(), body));
    }

    // How it begins

    /** A setting of the scheduler or of the HTTP offer set, by the name of its flag. */
    public ServiceLanguage setting(String name, String value) {
        return setUp(setup.with(name, value));
    }

    public ServiceLanguage seed(long seed) {
        return setUp(setup.withSeed(seed));
    }

    /** Tasks that are placed or asked to end and that nobody expects are no failure. */
    public ServiceLanguage lenient() {
        return setUp(setup.withStrict(false));
    }

    private ServiceLanguage setUp(ServiceSetup changed) {
        if (stage.isPresent()) {
            throw new IllegalStateException("The scenario has begun: say how it is set up before its first step.");
        }
        setup = changed;
        return this;
    }

    // What happens

    public ServiceLanguage agent(String id, String resources) {
        return agent(id, resources, "");
    }

    /** @param attributes what it says of itself, such as {@code rack:r1;ssd:1} */
    public ServiceLanguage agent(String id, String resources, String attributes) {
        AgentInfo agent = new AgentInfo(new AgentId(id), id, Attribute.parseAll(attributes), Optional.empty());
        return happens(
                "agent: " + id + "{" + resources + "}",
                new ServiceCommand.AddAgent(agent, ResourceNotation.resources(resources), Optional.empty()));
    }

    public ServiceLanguage removeAgent(String id) {
        return happens("remove agent: " + id, new ServiceCommand.RemoveAgent(new AgentId(id)));
    }

    public ServiceLanguage job(String job, int instances) {
        return job(job, instances, change -> change);
    }

    public ServiceLanguage job(String job, int instances, UnaryOperator<JobChange> more) {
        return happens(
                "job: " + job,
                new ServiceCommand.Submit(InstanceNotation.job(job), instances, more.apply(JobChange.none())));
    }

    public ServiceLanguage updateJob(String job, UnaryOperator<JobChange> change, UpdateSettings how) {
        return happens(
                "update job: " + job,
                new ServiceCommand.Update(
                        InstanceNotation.job(job), Optional.empty(), change.apply(JobChange.none()), how));
    }

    public ServiceLanguage scale(String job, int instances) {
        return happens(
                "scale: {" + job + ": " + instances + "}",
                new ServiceCommand.Scale(InstanceNotation.job(job), instances));
    }

    /** A job, or instances of it: {@code www/prod/web}, {@code www/prod/web/0..2}. */
    public ServiceLanguage kill(String what) {
        return happens("kill: " + what, new ServiceCommand.Kill(InstanceNotation.instances(what)));
    }

    public ServiceLanguage restart(String what) {
        return happens("restart: " + what, new ServiceCommand.Restart(InstanceNotation.instances(what)));
    }

    /** Tasks come into a state on their machines. */
    public ServiceLanguage report(String what, TaskState state) {
        return happens(state + ": " + what, new ServiceCommand.Report(InstanceNotation.instances(what), state));
    }

    /** What the offer-set service does with one request after the other; the last one stays. */
    public ServiceLanguage service(Conduct... conducts) {
        return happens("service: " + List.of(conducts), new ServiceCommand.Behave(List.of(conducts)));
    }

    public ServiceLanguage serviceDown() {
        return happens("service: down", new ServiceCommand.Down());
    }

    public ServiceLanguage serviceBack() {
        return happens("service: back", new ServiceCommand.Back());
    }

    public ServiceLanguage advance(Duration by) {
        return happens("advance: " + by, new ClockCommand.Advance(by));
    }

    /** Steps as YAML writes them, for whatever has no word of its own here. */
    public ServiceLanguage steps(String yaml) {
        Source here = here("steps");
        String file = here.place().file() + ":" + here.place().line();
        Scenario scenario = ScenarioFiles.parse(file, "scenario: steps\nservices: {}\nsteps:\n" + yaml.indent(2))
                .getFirst();
        scenario.steps().forEach(this::perform);
        return this;
    }

    // What is expected

    /** Exactly this was placed since the last look: instances and agents in turns. */
    public ServiceLanguage expectPlaced(String... instancesAndAgents) {
        TreeMap<Instances, List<List<AgentId>>> placed = new TreeMap<>();
        for (int i = 0; i + 1 < instancesAndAgents.length; i += 2) {
            placed.put(
                    InstanceNotation.instances(instancesAndAgents[i]),
                    List.of(InstanceNotation.oneOf(instancesAndAgents[i + 1])));
        }
        return expected("placed: " + Arrays.toString(instancesAndAgents), new ServiceExpectation.Placed(placed));
    }

    public ServiceLanguage expectNothingPlaced() {
        return expectPlaced();
    }

    /** Exactly these tasks were asked to end, for that reason. */
    public ServiceLanguage expectEnding(ServiceExpectation.Why why, String... instances) {
        return expected(
                why + ": " + List.of(instances),
                new ServiceExpectation.Ending(
                        why,
                        Arrays.stream(instances)
                                .map(InstanceNotation::instances)
                                .toList()));
    }

    /** A state, and where: {@code RUNNING}, {@code RUNNING on a1}, {@code gone}. */
    public ServiceLanguage expectState(String instances, String state) {
        return expected(
                "states: {" + instances + ": " + state + "}",
                new ServiceExpectation.States(
                        new TreeMap<>(Map.of(InstanceNotation.instances(instances), InstanceNotation.state(state)))));
    }

    /** Why a task has no place: a part of the reason in one line. */
    public ServiceLanguage expectPending(String instances, String reason) {
        ExpectedWaiting waiting = new ExpectedWaiting(
                Optional.of(reason), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        return expected(
                "pending: {" + instances + ": " + reason + "}",
                new ServiceExpectation.Pending(new TreeMap<>(Map.of(InstanceNotation.instances(instances), waiting))));
    }

    /** So many requests reached the offer-set service since the last look. */
    public ServiceLanguage expectRequests(int count) {
        return expected("requests: " + count, new ServiceExpectation.RequestCount(count));
    }

    public ServiceLanguage expectMetric(String name, String condition) {
        return expected(
                "metrics: {" + name + ": " + condition + "}",
                new ServiceExpectation.Metrics(new TreeMap<>(Map.of(name, ConditionNotation.condition(condition)))));
    }

    /** The scenario is over: nothing may be left that was not expected. */
    public void end() {
        begun().end();
        close();
    }

    @Override
    public void close() {
        stage.ifPresent(Stage::close);
    }

    private ServiceLanguage happens(String text, Command command) {
        return perform(new Step.Call(here(text), command, Optional.empty()));
    }

    private ServiceLanguage expected(String text, ServiceExpectation expectation) {
        return perform(new Step.Check(here(text), expectation));
    }

    private ServiceLanguage perform(Step step) {
        ScenarioRunner.perform(step, begun());
        return this;
    }

    private Stage begun() {
        if (stage.isEmpty()) {
            stage = Optional.of(
                    Stages.open(new Subject.ServicesSubject(setup), AllocatorSource.builtIn(), here("scenario")));
        }
        return stage.orElseThrow();
    }

    /** The line of the test that is at work. */
    private static Source here(String text) {
        return StackWalker.getInstance()
                .walk(frames ->
                        frames.filter(frame -> !isOurs(frame.getClassName())).findFirst())
                .map(frame ->
                        new Source(new Place(String.valueOf(frame.getFileName()), frame.getLineNumber(), 0), text))
                .orElseThrow();
    }

    private static boolean isOurs(String className) {
        String own = ServiceLanguage.class.getName();
        return className.equals(own) || className.startsWith(own + "$");
    }
}
