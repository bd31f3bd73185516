package io.tender.testkit.contract;

import static io.tender.spi.AllocatorRefusal.Reason.AGENT_EXISTS;
import static io.tender.spi.AllocatorRefusal.Reason.ALREADY_INITIALIZED;
import static io.tender.spi.AllocatorRefusal.Reason.BAD_WEIGHT;
import static io.tender.spi.AllocatorRefusal.Reason.DOMAIN_MISMATCH;
import static io.tender.spi.AllocatorRefusal.Reason.FRAMEWORK_EXISTS;
import static io.tender.spi.AllocatorRefusal.Reason.NEGATIVE_COUNT;
import static io.tender.spi.AllocatorRefusal.Reason.NOT_HELD;
import static io.tender.spi.AllocatorRefusal.Reason.NOT_INITIALIZED;
import static io.tender.spi.AllocatorRefusal.Reason.NOT_ONE_ROLE;
import static io.tender.spi.AllocatorRefusal.Reason.NO_MAINTENANCE;
import static io.tender.spi.AllocatorRefusal.Reason.RECOVERY_TOO_LATE;
import static io.tender.spi.AllocatorRefusal.Reason.TOO_LARGE;
import static io.tender.spi.AllocatorRefusal.Reason.UNKNOWN_AGENT;
import static io.tender.spi.AllocatorRefusal.Reason.UNKNOWN_FRAMEWORK;
import static io.tender.spi.AllocatorRefusal.Reason.UNSUBSCRIBED_ROLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Domain;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Quota;
import io.tender.model.Resource;
import io.tender.model.ResourceQuantities;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.Amounts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Wrong calls are refused with a reason and change nothing; late calls are ignored. */
abstract class RefusalRules extends OfferRules {

    private static final FrameworkId STRANGER = new FrameworkId("nobody");
    private static final AgentId NOWHERE = new AgentId("nowhere");
    private static final FrameworkId F1 = new FrameworkId("f1");
    private static final AgentId A1 = new AgentId("a1");
    private static final Role R = Role.of("r");
    private static final Resources ONE_CPU = Resources.parse("cpus:1").allocate(R);

    private static final Resources TOO_MUCH = Resources.of(Resource.scalar("mem", (Amounts.LARGEST + 1) * 1000));

    private record Wrong(String call, AllocatorRefusal.Reason reason, Consumer<Allocator> make) {}

    @TestFactory
    Stream<DynamicTest> a_wrong_call_is_refused_and_changes_nothing() {
        return wrongCalls()
                .map(wrong -> dynamicTest(wrong.call() + ": " + wrong.reason(), () -> {
                    ContractWorld it = begin();
                    it.addFramework("f1", List.of("r"));
                    it.addAgent("a1", "cpus:2;mem:1024");
                    SortedMap<String, Double> before = measured(it);

                    Optional<AllocatorRefusal> refusal = it.refusal(wrong.make());

                    assertThat(refusal)
                            .as(
                                    "%s must be refused. To do: throw new AllocatorRefusal(%s, ...) before anything is changed.",
                                    wrong.call(), wrong.reason())
                            .isPresent();
                    assertThat(refusal.get().reason()).as(wrong.call()).isEqualTo(wrong.reason());
                    assertThat(refusal.get().getMessage())
                            .as("To do: say in the refusal what was got, what was expected and what to do.")
                            .isNotBlank();
                    assertThat(measured(it))
                            .as(
                                    "%s was refused, so nothing may have changed. To do: check everything before the first change.",
                                    wrong.call())
                            .isEqualTo(before);
                    assertThat(it.violations()).isEmpty();
                }));
    }

    private static Stream<Wrong> wrongCalls() {
        AgentInfo a1 = agent("a1", Optional.empty());
        FrameworkInfo f1 = FrameworkInfo.of(F1, Set.of(R));
        FrameworkInfo stranger = FrameworkInfo.of(STRANGER, Set.of(R));
        Map<FrameworkId, Resources> noRole = Map.of(F1, Resources.parse("cpus:1"));
        return Stream.of(
                new Wrong(
                        "initialize a second time",
                        ALREADY_INITIALIZED,
                        it -> it.initialize(io.tender.spi.AllocatorOptions.defaults(), (f, o) -> {}, (f, o) -> {})),
                new Wrong("recover after the first agent", RECOVERY_TOO_LATE, it -> it.recover(1, Map.of())),
                new Wrong("addFramework twice", FRAMEWORK_EXISTS, it -> addFramework(it, f1, FrameworkOptions.none())),
                new Wrong(
                        "addFramework that suppresses another role",
                        UNSUBSCRIBED_ROLE,
                        it -> addFramework(it, stranger, FrameworkOptions.suppressing(Set.of(Role.of("other"))))),
                new Wrong("removeFramework, unknown", UNKNOWN_FRAMEWORK, it -> it.removeFramework(STRANGER)),
                new Wrong("activateFramework, unknown", UNKNOWN_FRAMEWORK, it -> it.activateFramework(STRANGER)),
                new Wrong("deactivateFramework, unknown", UNKNOWN_FRAMEWORK, it -> it.deactivateFramework(STRANGER)),
                new Wrong(
                        "updateFramework, unknown",
                        UNKNOWN_FRAMEWORK,
                        it -> it.updateFramework(stranger, FrameworkOptions.none())),
                new Wrong("addAgent twice", AGENT_EXISTS, it -> addAgent(it, a1, Map.of())),
                new Wrong(
                        "addAgent with use under no role",
                        NOT_ONE_ROLE,
                        it -> addAgent(it, agent("a2", Optional.empty()), noRole)),
                new Wrong(
                        "addAgent with a domain while the master has none",
                        DOMAIN_MISMATCH,
                        it -> addAgent(it, agent("a2", Optional.of(new Domain("region", "zone"))), Map.of())),
                new Wrong(
                        "addAgent with more than anybody has",
                        TOO_LARGE,
                        it -> addAgent(it, agent("a2", Optional.empty()), Map.of(F1, TOO_MUCH.allocate(R)))),
                new Wrong(
                        "updateAgent to more than anybody has",
                        TOO_LARGE,
                        it -> it.updateAgent(a1, Optional.of(TOO_MUCH), Optional.empty())),
                new Wrong(
                        "addResourceProvider with more than anybody has",
                        TOO_LARGE,
                        it -> it.addResourceProvider(A1, TOO_MUCH, Map.of())),
                new Wrong(
                        "transitionOfferedToAllocated of more than anybody has",
                        TOO_LARGE,
                        it -> it.transitionOfferedToAllocated(A1, TOO_MUCH.allocate(R))),
                new Wrong(
                        "updateQuota to guarantees nobody can meet",
                        TOO_LARGE,
                        it -> it.updateQuota(R, Quota.both(TOO_MUCH.quantities()))),
                new Wrong("removeAgent, unknown", UNKNOWN_AGENT, it -> it.removeAgent(NOWHERE)),
                new Wrong(
                        "updateAgent, unknown",
                        UNKNOWN_AGENT,
                        it -> it.updateAgent(agent("nowhere", Optional.empty()), Optional.empty(), Optional.empty())),
                new Wrong(
                        "addResourceProvider, unknown",
                        UNKNOWN_AGENT,
                        it -> it.addResourceProvider(NOWHERE, Resources.empty(), Map.of())),
                new Wrong("activateAgent, unknown", UNKNOWN_AGENT, it -> it.activateAgent(NOWHERE)),
                new Wrong("deactivateAgent, unknown", UNKNOWN_AGENT, it -> it.deactivateAgent(NOWHERE)),
                new Wrong(
                        "updateAllocation, unknown framework",
                        UNKNOWN_FRAMEWORK,
                        it -> it.updateAllocation(STRANGER, A1, ONE_CPU, List.of())),
                new Wrong(
                        "updateAllocation, unknown agent",
                        UNKNOWN_AGENT,
                        it -> it.updateAllocation(F1, NOWHERE, ONE_CPU, List.of())),
                new Wrong(
                        "updateAllocation of more than is held",
                        NOT_HELD,
                        it -> it.updateAllocation(
                                F1, A1, Resources.parse("cpus:99").allocate(R), List.of())),
                new Wrong(
                        "updateUnavailability, unknown",
                        UNKNOWN_AGENT,
                        it -> it.updateUnavailability(NOWHERE, Optional.empty())),
                new Wrong(
                        "updateInverseOffer without maintenance",
                        NO_MAINTENANCE,
                        it -> it.updateInverseOffer(
                                A1,
                                F1,
                                Optional.empty(),
                                Optional.of(
                                        new InverseOfferStatus(InverseOfferStatus.Answer.ACCEPT, F1, Instant.EPOCH)),
                                Optional.empty())),
                new Wrong(
                        "transitionOfferedToAllocated, unknown",
                        UNKNOWN_AGENT,
                        it -> it.transitionOfferedToAllocated(NOWHERE, ONE_CPU)),
                new Wrong(
                        "transitionOfferedToAllocated of more than is held",
                        NOT_HELD,
                        it -> it.transitionOfferedToAllocated(
                                A1, Resources.parse("cpus:99").allocate(R))),
                new Wrong(
                        "recoverResources of more than is held",
                        NOT_HELD,
                        it -> it.recoverResources(
                                F1, A1, Resources.parse("cpus:99").allocate(R), Optional.empty(), false)),
                new Wrong(
                        "recoverResources under no role",
                        NOT_ONE_ROLE,
                        it -> it.recoverResources(F1, A1, Resources.parse("cpus:1"), Optional.empty(), false)),
                new Wrong("suppressOffers, unknown", UNKNOWN_FRAMEWORK, it -> it.suppressOffers(STRANGER, Set.of())),
                new Wrong(
                        "suppressOffers of another role",
                        UNSUBSCRIBED_ROLE,
                        it -> it.suppressOffers(F1, Set.of(Role.of("other")))),
                new Wrong("reviveOffers, unknown", UNKNOWN_FRAMEWORK, it -> it.reviveOffers(STRANGER, Set.of())),
                new Wrong(
                        "reviveOffers of another role",
                        UNSUBSCRIBED_ROLE,
                        it -> it.reviveOffers(F1, Set.of(Role.of("other")))),
                new Wrong(
                        "updateWeights, one of them not positive",
                        BAD_WEIGHT,
                        it -> it.updateWeights(new TreeMap<>(Map.of(R, 2.0, Role.of("s"), 0.0)))));
    }

    private static AgentInfo agent(String id, Optional<Domain> domain) {
        return new AgentInfo(new AgentId(id), id, List.of(), domain);
    }

    private static void addAgent(Allocator allocator, AgentInfo agent, Map<FrameworkId, Resources> used) {
        allocator.addAgent(agent, AgentCapability.all(), Optional.empty(), Resources.parse("cpus:2;mem:1024"), used);
    }

    private static void addFramework(Allocator allocator, FrameworkInfo framework, FrameworkOptions options) {
        allocator.addFramework(framework, Map.of(), true, options);
    }

    /** What can be measured of the allocator's state, apart from how long things took. */
    private static SortedMap<String, Double> measured(ContractWorld it) {
        TreeMap<String, Double> values =
                new TreeMap<>(it.ask(Allocator::metrics).join());
        values.keySet().removeIf(name -> name.contains("_ms") || name.contains("event_queue"));
        return values;
    }

    @Test
    void nothing_but_metrics_works_before_initialization() {
        ContractWorld it = new ContractWorld(factory(), parameters(), options(), 1);

        assertThat(it.refusal(allocator -> allocator.removeAgent(A1)).map(AllocatorRefusal::reason))
                .as("To do: refuse every call before initialize with NOT_INITIALIZED.")
                .contains(NOT_INITIALIZED);
        assertThat(it.refusal(allocator -> allocator.recover(1, Map.of())).map(AllocatorRefusal::reason))
                .contains(NOT_INITIALIZED);
        assertThat(it.ask(Allocator::metrics))
                .as("To do: let metrics() answer at any time.")
                .isCompleted();
    }

    @Test
    void a_negative_number_of_agents_is_refused() {
        assertThat(begin().refusal(allocator -> allocator.recover(-1, Map.of())).map(AllocatorRefusal::reason))
                .as("To do: refuse recover(-1, ...) with NEGATIVE_COUNT.")
                .contains(NEGATIVE_COUNT);
    }

    @Test
    void late_calls_for_a_framework_or_an_agent_that_is_gone_are_ignored() {
        ContractWorld it = begin();
        it.addFramework("f1", List.of("r"));
        it.addAgent("a1", "cpus:2;mem:1024");

        assertThat(it.refusal(allocator -> allocator.recoverResources(STRANGER, A1, ONE_CPU, Optional.empty(), false)))
                .as("A framework may go while its answer is on the way. To do: ignore the call.")
                .isEmpty();
        assertThat(it.refusal(allocator -> allocator.recoverResources(F1, NOWHERE, ONE_CPU, Optional.empty(), false)))
                .as("An agent may go while an answer is on the way. To do: ignore the call.")
                .isEmpty();
        assertThat(it.refusal(
                        allocator -> allocator.recoverResources(F1, A1, Resources.empty(), Optional.empty(), false)))
                .as("Giving back nothing means nothing. To do: ignore the call.")
                .isEmpty();
        assertThat(it.refusal(allocator -> allocator.requestResources(
                        STRANGER, List.of(ResourceRequest.anywhere(ResourceQuantities.parse("cpus:1"))))))
                .as("To do: ignore requests of frameworks that are not known.")
                .isEmpty();
    }

    @Test
    void every_question_is_answered() {
        ContractWorld it = begin();
        it.addFramework("f1", List.of("r"));
        it.addAgent("a1", "cpus:2;mem:1024");

        assertThat(it.ask(Allocator::inverseOfferStatuses)).isCompletedWithValue(new TreeMap<>());
        assertThat(it.ask(Allocator::offerConstraintsDebug)).isCompleted();
        assertThat(it.ask(Allocator::metrics)).isCompleted();
        assertThat(it.ask(allocator -> allocator.updateAvailable(A1, List.of())))
                .isDone();
    }
}
