package io.tender.core.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.OfferConstraints;
import io.tender.model.Quota;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Chance;
import io.tender.spi.Shuffle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many agents a run looks at where a role stands at its limit. */
class TurnsTest {
    private static final int MANY = 1_000;
    private static final long STAGE = 9;
    private static final Role EATER = Role.of("eater");
    private static final Resources MEAL = Resources.parse("cpus:2");

    private final Chance chance = Chance.seeded(3);
    private final Books books = new Books(AllocatorOptions.defaults(), SorterKind.DRF, SorterKind.DRF);
    private final Wakefulness wakefulness = new Wakefulness();
    private final Headroom headroom = new Headroom();
    private final Turns turns =
            new Turns(books, wakefulness, headroom, chance, new Eligibility(books, AllocatorOptions.defaults()), false);
    private final List<AgentRecord> waiting = new ArrayList<>();
    private RoleClient eater;
    private AgentRecord table;

    @BeforeEach
    void the_eater_is_full_and_all_agents_wait() {
        FrameworkRecord framework =
                new FrameworkRecord(FrameworkInfo.of(new FrameworkId("f"), Set.of(EATER)), OfferConstraints.none());
        framework.active = true;
        books.frameworks.put(framework.id, framework);
        eater = books.track(framework, EATER);
        eater.subscribed = true;
        books.refreshEligibility(eater);
        books.roles.updateQuota(EATER, new Quota(ResourceQuantities.empty(), ResourceLimits.parse("cpus:4")));
        table = agent("table", "cpus:4");
        books.charge(table, eater, Resources.parse("cpus:4"));
        for (int i = 0; i < MANY; i++) {
            waiting.add(agent("a" + i, i % 10 == 0 ? "mem:64" : "cpus:4;mem:64"));
        }
        waiting.forEach(this::letWait);
        books.roles.relief.end();
    }

    private AgentRecord agent(String id, String total) {
        AgentRecord record = books.addAgent(new AgentInfo(new AgentId(id), id, List.of(), Optional.empty()));
        record.describe(AgentCapability.all());
        books.setTotal(record, Resources.parse(total));
        wakefulness.wake(record);
        return record;
    }

    private void letWait(AgentRecord agent) {
        wakefulness.sleepUntilMoreRoom(agent, books.roles.need(), ResourceQuantities.empty());
    }

    private boolean begin(long number) {
        books.roles.beginRun(number);
        headroom.begin(books, false);
        books.roles.relief.begin(number, books.roles, false);
        return turns.begin(number, new Turns.Scope(true, List.of(), agent -> true, agent -> true));
    }

    private void give(AgentRecord agent) {
        books.roles.runConsumed(eater.node).add(MEAL.quantities());
        books.charge(agent, eater, MEAL);
        turns.given(agent);
    }

    private List<AgentRecord> rest() {
        List<AgentRecord> rest = new ArrayList<>();
        for (AgentRecord each = turns.next(); each != null; each = turns.next()) {
            rest.add(each);
        }
        return rest;
    }

    @Test
    void nobody_has_a_turn_while_nothing_comes_back() {
        wakefulness.sleep(table);
        assertThat(begin(1)).isFalse();
    }

    @Test
    void once_what_came_back_is_given_away_no_other_has_a_turn() {
        wakefulness.sleep(table);
        books.uncharge(table, eater, MEAL);
        assertThat(begin(1)).isTrue();
        turns.beginStage(STAGE);
        AgentRecord first = turns.next();
        assertThat(first).isIn(waiting);
        give(first);
        assertThat(rest()).isEmpty();
        turns.end(agent -> {});
        books.roles.relief.end();
        assertThat(wakefulness.isAwake(first)).as("who got something").isTrue();
        assertThat(wakefulness.waitingCount()).isEqualTo(MANY - 1);
    }

    @Test
    void the_order_is_that_of_all_agents_and_those_without_what_came_back_are_left_out() {
        books.uncharge(table, eater, MEAL);
        begin(1);
        turns.beginStage(STAGE);
        Shuffle shuffle = new Shuffle(chance, STAGE, MANY + 1);
        List<AgentRecord> expected = IntStream.rangeClosed(0, MANY)
                .mapToObj(books.roster::at)
                .filter(agent -> agent == table || agent.available.amount("cpus") > 0)
                .sorted(Comparator.comparingInt(agent -> shuffle.placeOf(agent.number)))
                .toList();
        assertThat(rest()).isEqualTo(expected).hasSize(MANY * 9 / 10 + 1);
    }

    /** What one run looks at that finds no taker, though the eater gave something back; then it is given that again. */
    private int looksInVain(long number, Resources back) {
        books.uncharge(table, eater, back);
        int looks = 0;
        if (begin(number)) {
            turns.beginStage(STAGE + number);
            for (AgentRecord each = turns.next(); each != null; each = turns.next()) {
                looks++;
                turns.lookedAt(each);
            }
            turns.end(agent -> {});
        }
        books.roles.relief.end();
        books.charge(table, eater, back);
        return looks;
    }

    @Test
    void room_in_an_agent_that_nobody_wants_is_shown_to_it_once() {
        wakefulness.sleep(table);
        eater.minimum = List.of(ResourceQuantities.parse("cpus:100"));
        int able = MANY * 9 / 10;
        assertThat(looksInVain(1, MEAL)).isEqualTo(able);
        assertThat(looksInVain(2, MEAL))
                .as("those looked at before it was kept")
                .isEqualTo(MANY / 2);
        assertThat(looksInVain(3, MEAL)).isZero();
        assertThat(looksInVain(4, Resources.parse("cpus:4"))).as("more room").isZero();
    }

    @Test
    void room_that_is_too_small_is_shown_again_once_there_is_more() {
        wakefulness.sleep(table);
        eater.minimum = List.of(ResourceQuantities.parse("cpus:4"));
        int able = MANY * 9 / 10;
        assertThat(looksInVain(1, MEAL)).isEqualTo(able);
        assertThat(looksInVain(2, MEAL))
                .as("those looked at before it was kept")
                .isEqualTo(MANY / 2);
        assertThat(looksInVain(3, MEAL)).as("the same room").isZero();
        assertThat(looksInVain(4, Resources.parse("cpus:1"))).as("less room").isZero();
        assertThat(looksInVain(5, Resources.parse("cpus:3"))).as("more room").isEqualTo(able);
        assertThat(looksInVain(6, Resources.parse("cpus:3")))
                .as("the same again")
                .isZero();
    }

    @Test
    void an_agent_of_which_something_changed_is_looked_at_again_and_no_other() {
        wakefulness.sleep(table);
        eater.minimum = List.of(ResourceQuantities.parse("cpus:100"));
        looksInVain(1, MEAL);
        looksInVain(2, MEAL);
        AgentRecord changed = waiting.get(5);
        wakefulness.wake(changed);
        wakefulness.takeAwake(books.agents.values());
        letWait(changed);
        assertThat(looksInVain(3, MEAL)).isEqualTo(1);
        assertThat(looksInVain(4, MEAL)).isZero();
    }

    @Test
    void those_awake_all_have_their_turns() {
        books.uncharge(table, eater, MEAL);
        List<AgentRecord> awake = waiting.subList(100, 120);
        awake.forEach(wakefulness::wake);
        begin(1);
        turns.beginStage(STAGE);
        List<AgentRecord> seen = new ArrayList<>();
        AgentRecord first = turns.next();
        give(first);
        seen.add(first);
        seen.addAll(rest());
        assertThat(seen).contains(table).containsAll(awake);
        assertThat(seen.size()).isLessThanOrEqualTo(awake.size() + 2);
    }

    @Test
    void an_agent_that_goes_leaves_its_number_to_the_next() {
        AgentRecord gone = waiting.get(7);
        wakefulness.forget(gone);
        books.removeAgent(gone);
        assertThat(books.roster.at(gone.number)).isNull();
        assertThat(wakefulness.waitingCount()).isEqualTo(MANY - 1);
        AgentRecord next = agent("next", "cpus:4");
        assertThat(next.number).isEqualTo(gone.number);
        assertThat(agent("later", "cpus:4").number).isEqualTo(MANY + 1);
    }
}
