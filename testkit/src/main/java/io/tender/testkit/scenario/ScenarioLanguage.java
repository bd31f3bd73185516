package io.tender.testkit.scenario;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.Role;
import io.tender.spi.AllocatorFactory;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import io.tender.testkit.scenario.engine.Stage;
import io.tender.testkit.scenario.engine.Stages;
import io.tender.testkit.scenario.step.AgentCommand;
import io.tender.testkit.scenario.step.AllocatorExpectation;
import io.tender.testkit.scenario.step.ClockCommand;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.Condition;
import io.tender.testkit.scenario.step.ExpectedInverseOffer;
import io.tender.testkit.scenario.step.ExpectedOffer;
import io.tender.testkit.scenario.step.FrameworkCommand;
import io.tender.testkit.scenario.step.MasterCommand;
import io.tender.testkit.scenario.step.OfferCommand;
import io.tender.testkit.scenario.step.OperatorCommand;
import io.tender.testkit.scenario.step.Place;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import io.tender.testkit.scenario.text.ConditionNotation;
import io.tender.testkit.scenario.text.IdNotation;
import io.tender.testkit.scenario.text.OfferNotation;
import io.tender.testkit.scenario.text.OperationNotation;
import io.tender.testkit.scenario.text.ResourceNotation;
import io.tender.testkit.scenario.text.TimeNotation;
import io.tender.testkit.scenario.yaml.ScenarioFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Scenarios in Java. Each call is carried out at once, on the same engine as scenarios in YAML, and fails on its own
 * line.
 *
 * <pre>{@code
 * scenario()
 *     .framework("spark", in("analytics"))
 *     .framework("web", in("serving"))
 *     .agent("a1", "cpus:2 mem:1024")
 *     .expectOffer("a1", to("spark"))
 *     .expectShares("analytics 100%, serving 0%")
 *     .agent("a2", "cpus:2 mem:1024")
 *     .expectOffer("a2", to("web"))
 *     .end();
 * }</pre>
 *
 * <p>Offers are written as in YAML, {@code f1/role <- a1{cpus:2}}; {@link #steps} takes whatever else YAML can say.
 */
public final class ScenarioLanguage {

    private Setup setup = Setup.defaults();
    private AllocatorSource allocators = AllocatorSource.builtIn();
    private Optional<Stage> stage = Optional.empty();
    private Optional<List<Step.Call>> gathered = Optional.empty();
    private Optional<Step.ExpectedRefusal> refusal = Optional.empty();

    private ScenarioLanguage() {}

    /** A new scenario: DRF sorters, one second between runs, {@code cpus:0.01} or {@code mem:32} at least. */
    public static ScenarioLanguage scenario() {
        return new ScenarioLanguage();
    }

    /** The roles of a framework. */
    public static SortedSet<Role> in(String... roles) {
        TreeSet<Role> named = new TreeSet<>();
        Arrays.stream(roles).map(Role::of).forEach(named::add);
        return named;
    }

    /** The framework that gets something. */
    public static FrameworkId to(String framework) {
        return new FrameworkId(framework);
    }

    // How it begins

    public ScenarioLanguage options(UnaryOperator<AllocatorOptions> change) {
        return setUp(setup.withOptions(change.apply(setup.options())));
    }

    public ScenarioLanguage sorters(String role, String framework) {
        return setUp(setup.withSorters(role, framework));
    }

    public ScenarioLanguage seed(long seed) {
        return setUp(setup.withSeed(seed));
    }

    /** Puts a master between the frameworks and the allocator. */
    public ScenarioLanguage master(MasterSettings settings) {
        return setUp(setup.withMaster(settings));
    }

    /** Offers that nobody expects are no failure. */
    public ScenarioLanguage lenient() {
        return setUp(setup.withStrict(false));
    }

    /** Runs on somebody's own allocator. */
    public ScenarioLanguage on(AllocatorFactory factory) {
        allocators = AllocatorSource.of(factory);
        return setUp(setup);
    }

    private ScenarioLanguage setUp(Setup changed) {
        if (stage.isPresent()) {
            throw new IllegalStateException("The scenario has begun: say how it is set up before its first step.");
        }
        setup = changed;
        return this;
    }

    // What happens

    public ScenarioLanguage agent(String id, String resources) {
        return agent(id, resources, words -> words);
    }

    public ScenarioLanguage agent(String id, String resources, UnaryOperator<AgentWords> more) {
        AgentWords words = AgentWords.of(new AgentId(id), ResourceNotation.resources(resources));
        return happens("agent: " + id + "{" + resources + "}", more.apply(words).command());
    }

    /** Changes an agent's resources. */
    public ScenarioLanguage updateAgent(String id, String resources) {
        return happens(
                "update agent: " + id + "{" + resources + "}",
                new AgentCommand.Update(
                        new AgentId(id),
                        Optional.of(ResourceNotation.resources(resources)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
    }

    public ScenarioLanguage removeAgent(String id) {
        return happens("remove agent: " + id, new AgentCommand.Remove(new AgentId(id)));
    }

    public ScenarioLanguage framework(String id, SortedSet<Role> roles) {
        return framework(id, roles, words -> words);
    }

    public ScenarioLanguage framework(String id, SortedSet<Role> roles, UnaryOperator<FrameworkWords> more) {
        FrameworkWords words = FrameworkWords.of(new FrameworkId(id), roles);
        return happens("framework: " + id + roles, more.apply(words).command());
    }

    public ScenarioLanguage removeFramework(String id) {
        return happens("remove framework: " + id, new FrameworkCommand.Remove(new FrameworkId(id)));
    }

    public ScenarioLanguage activate(String framework) {
        return happens("activate framework: " + framework, new FrameworkCommand.Activate(new FrameworkId(framework)));
    }

    public ScenarioLanguage deactivate(String framework) {
        return happens(
                "deactivate framework: " + framework, new FrameworkCommand.Deactivate(new FrameworkId(framework)));
    }

    /** Under these roles; none named: under all. */
    public ScenarioLanguage suppress(String framework, String... roles) {
        return happens("suppress: " + framework, new FrameworkCommand.Suppress(new FrameworkId(framework), in(roles)));
    }

    /** Under these roles; none named: under all. */
    public ScenarioLanguage revive(String framework, String... roles) {
        return happens("revive: " + framework, new FrameworkCommand.Revive(new FrameworkId(framework), in(roles)));
    }

    /** Gives offers back and does not want them for a while. */
    public ScenarioLanguage decline(String offers, Duration refused) {
        Filters filters = Filters.ofSeconds(refused.toNanos() / 1e9);
        return happens(
                "decline: " + offers, new OfferCommand.GiveBack(OfferNotation.reference(offers), Optional.of(filters)));
    }

    /** Gives offers back; they may be offered again at once. */
    public ScenarioLanguage giveBack(String offers) {
        return happens(
                "return: " + offers, new OfferCommand.GiveBack(OfferNotation.reference(offers), Optional.empty()));
    }

    /** A task uses what was offered. */
    public ScenarioLanguage use(String offers) {
        return happens("use: " + offers, new OfferCommand.Use(OfferNotation.reference(offers)));
    }

    /** A task ends and gives back what it used. */
    public ScenarioLanguage finish(String used) {
        return happens("finish: " + used, new OfferCommand.Finish(OfferNotation.reference(used)));
    }

    /** Applies operations, such as {@code RESERVE cpus(+r):2}, to what a framework holds. */
    public ScenarioLanguage operate(String offers, String... operations) {
        return happens(
                "update allocation: " + offers + " " + List.of(operations),
                new OfferCommand.Operate(
                        OfferNotation.reference(offers),
                        Arrays.stream(operations).map(OperationNotation::known).toList()));
    }

    /** Accepts offers, launches tasks and declines the rest for five seconds. */
    public ScenarioLanguage accept(String offers, String... launches) {
        return happens(
                "accept: " + offers + " " + List.of(launches),
                new MasterCommand.Accept(
                        OfferNotation.reference(offers),
                        List.of(),
                        Arrays.stream(launches).map(ResourceNotation::resources).toList(),
                        Filters.unspecified()));
    }

    /** Guarantee and limit of a role. */
    public ScenarioLanguage quota(String role, String quantities) {
        return quota(role, Quota.both(ResourceNotation.quantities(quantities)));
    }

    public ScenarioLanguage quota(String role, Quota quota) {
        return happens(
                "quota: " + role + " " + quota,
                new OperatorCommand.UpdateQuota(new TreeMap<>(Map.of(Role.of(role), quota)), false, Set.of()));
    }

    public ScenarioLanguage weight(String role, double weight) {
        return happens(
                "weights: " + role + " " + weight,
                new OperatorCommand.UpdateWeights(new TreeMap<>(Map.of(Role.of(role), weight))));
    }

    /** Schedules maintenance: {@code a1 at 60s for 120s}. */
    public ScenarioLanguage maintenance(String text) {
        TimeNotation.Maintenance maintenance = TimeNotation.maintenance(text);
        return happens(
                "maintenance: " + text,
                new OperatorCommand.UpdateMaintenance(maintenance.agent(), Optional.of(maintenance.unavailability())));
    }

    public ScenarioLanguage pause() {
        return happens("pause", new OperatorCommand.Pause());
    }

    public ScenarioLanguage resume() {
        return happens("resume", new OperatorCommand.Resume());
    }

    /** One allocation interval passes. */
    public ScenarioLanguage cycle() {
        return cycles(1);
    }

    public ScenarioLanguage cycles(int times) {
        return happens("tick: " + times, new ClockCommand.Tick(times));
    }

    public ScenarioLanguage advance(Duration by) {
        return happens("advance: " + by, new ClockCommand.Advance(by));
    }

    /** Queues all that is said inside before the first of it is carried out. */
    public ScenarioLanguage together(Consumer<ScenarioLanguage> inside) {
        List<Step.Call> calls = new ArrayList<>();
        gathered = Optional.of(calls);
        inside.accept(this);
        gathered = Optional.empty();
        return perform(new Step.Together(here("together"), calls));
    }

    /** What is said inside is refused for that reason. */
    public ScenarioLanguage refused(AllocatorRefusal.Reason reason, Consumer<ScenarioLanguage> inside) {
        refusal = Optional.of(new Step.ExpectedRefusal(reason.name(), Optional.empty()));
        inside.accept(this);
        refusal = Optional.empty();
        return this;
    }

    /** Steps as YAML writes them, for whatever has no word of its own here. */
    public ScenarioLanguage steps(String yaml) {
        Source here = here("steps");
        String file = here.place().file() + ":" + here.place().line();
        Scenario scenario = ScenarioFiles.parse(file, "scenario: steps\nsteps:\n" + yaml.indent(2))
                .getFirst();
        scenario.steps().forEach(this::perform);
        return this;
    }

    // What is expected

    /** Exactly these offers came: {@code f1/role <- a1{cpus:2}, a2 all}. */
    public ScenarioLanguage expect(String... offers) {
        return expected("expect: " + List.of(offers), new AllocatorExpectation.Offers(offers(offers)));
    }

    /** Exactly one offer came: all of the agent, to that framework. */
    public ScenarioLanguage expectOffer(String agent, FrameworkId framework) {
        return expect(framework + " <- " + agent + " all");
    }

    public ScenarioLanguage expectNothing() {
        return expected("expect: nothing", new AllocatorExpectation.Offers(List.of()));
    }

    public ScenarioLanguage expectAnything() {
        return expected("expect: anything", new AllocatorExpectation.Anything());
    }

    public ScenarioLanguage expectInverseOffers(String... offers) {
        List<ExpectedInverseOffer> all = new ArrayList<>();
        Arrays.stream(offers).map(OfferNotation::inverse).forEach(all::addAll);
        return expected("inverse offers: " + List.of(offers), new AllocatorExpectation.InverseOffers(all));
    }

    /** The master took exactly these offers back. */
    public ScenarioLanguage expectRescinded(String... offers) {
        return expected("rescinded: " + List.of(offers), new AllocatorExpectation.Rescinded(offers(offers)));
    }

    /** A metric, with or without {@code allocator/mesos/}, is as said: {@code 2}, {@code > 0}, {@code absent}. */
    public ScenarioLanguage expectMetric(String name, String condition) {
        return expected(
                "metrics: " + name + " " + condition,
                new AllocatorExpectation.Metrics(new TreeMap<>(Map.of(name, ConditionNotation.condition(condition)))));
    }

    /** Dominant shares: {@code analytics 50%, serving 1/3, ops absent}. */
    public ScenarioLanguage expectShares(String shares) {
        TreeMap<Role, Condition> conditions = new TreeMap<>();
        for (String one : shares.split(",", -1)) {
            String[] words = one.strip().split("\\s+", 2);
            conditions.put(IdNotation.role(words[0]), ConditionNotation.condition(words.length > 1 ? words[1] : ""));
        }
        return expected("shares: " + shares, new AllocatorExpectation.Shares(conditions));
    }

    /** The scenario is over: nothing may be left that was not expected. */
    public void end() {
        begun().end();
    }

    private static List<ExpectedOffer> offers(String... texts) {
        List<ExpectedOffer> all = new ArrayList<>();
        Arrays.stream(texts).map(OfferNotation::expected).forEach(all::addAll);
        return all;
    }

    private ScenarioLanguage happens(String text, Command command) {
        Step.Call call = new Step.Call(here(text), command, refusal);
        if (gathered.isPresent()) {
            gathered.get().add(call);
            return this;
        }
        return perform(call);
    }

    private ScenarioLanguage expected(String text, AllocatorExpectation expectation) {
        return perform(new Step.Check(here(text), expectation));
    }

    private ScenarioLanguage perform(Step step) {
        ScenarioRunner.perform(step, begun());
        return this;
    }

    private Stage begun() {
        if (stage.isEmpty()) {
            stage = Optional.of(Stages.open(new Subject.AllocatorSubject(setup), allocators, here("scenario")));
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
        String own = ScenarioLanguage.class.getName();
        return className.equals(own) || className.startsWith(own + "$");
    }
}
