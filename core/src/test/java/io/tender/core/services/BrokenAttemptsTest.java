package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.offers.NativeOfferSet;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskState;
import io.tender.spi.offers.Objection;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.time.Duration;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attempts in which something throws: nothing may be forgotten, started twice, or started after its end. */
class BrokenAttemptsTest {
    private static final TaskConfig OLD = Stage.small().withMetadata("version", "1");
    private static final TaskConfig NEW = Stage.small().withMetadata("version", "2");

    /** A set that does to an order what a test wants. */
    private static final class Bent implements OfferSet {
        private final boolean waits;
        private final Function<OfferQuery, Iterable<HostOffer>> order;
        private boolean broken;
        private Optional<Objection> unanswered = Optional.empty();
        private int closed;
        private int begun;
        private Runnable onBegin = () -> {};

        Bent(boolean waits, Function<OfferQuery, Iterable<HostOffer>> order) {
            this.waits = waits;
            this.order = order;
        }

        private void tell() {
            if (broken) {
                throw new NoClassDefFoundError("io/stranger/Missing");
            }
        }

        @Override
        public void begin() {
            begun++;
            onBegin.run();
        }

        @Override
        public void add(HostOffer offer) {
            tell();
        }

        @Override
        public void remove(HostOffer offer) {
            tell();
        }

        @Override
        public int size() {
            return 0;
        }

        @Override
        public void clear() {
            tell();
        }

        @Override
        public Collection<HostOffer> values() {
            return List.of();
        }

        @Override
        public Iterable<HostOffer> getOrdered(OfferQuery query) {
            return order.apply(query);
        }

        @Override
        public Optional<Objection> unanswered(TaskGroupKey group, ResourceBundle request) {
            return unanswered;
        }

        @Override
        public boolean waits() {
            return waits;
        }

        @Override
        public void close() {
            closed++;
            tell();
        }
    }

    private static Stage with(OfferSet set, String... settings) {
        return new Stage(Stage.settings(settings), setup -> set);
    }

    @Test
    void a_listener_that_throws_costs_its_group_one_attempt() {
        Stage stage = Stage.set();
        stage.brokenListener = TaskState.ASSIGNED;
        stage.offer("a");
        stage.offer("b");
        stage.submit(Stage.small(), 2).tick();
        assertThat(stage.task(0).state()).isEqualTo(TaskState.PENDING);
        assertThat(stage.accepted).isEmpty();
        assertThat(stage.metric("schedule_attempts_failed")).isEqualTo(1);

        stage.pass(Duration.ofSeconds(3));
        assertThat(stage.agents()).isEqualTo("a b");
        assertThat(stage.launched).hasSize(2);
    }

    @Test
    void a_listener_that_throws_when_an_answer_has_come_costs_its_group_one_attempt() {
        Stage stage = with(new Bent(true, OfferQuery::candidates));
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();
        stage.brokenListener = TaskState.ASSIGNED;
        stage.answerAll();
        assertThat(stage.task(0).state()).isEqualTo(TaskState.PENDING);

        stage.pass(Duration.ofSeconds(3)).answerAll();
        assertThat(stage.agents()).isEqualTo("a");
    }

    @Test
    void a_set_that_lacks_a_class_is_a_set_that_failed() {
        Bent set = new Bent(false, query -> {
            throw new NoClassDefFoundError("io/stranger/Missing");
        });
        set.broken = true;
        Stage stage = with(set);
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();
        assertThat(stage.agents()).isEqualTo("a");
        assertThat(stage.metric("offer_set_failures")).isEqualTo(3);
    }

    @Test
    void an_answer_that_never_ends_is_a_set_that_failed() {
        Stage stage = with(new Bent(
                false,
                query -> () -> new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return true;
                    }

                    @Override
                    public HostOffer next() {
                        return query.candidates().getFirst();
                    }
                }));
        stage.offer("a");
        stage.offer("b");
        stage.submit(Stage.small(), 2).tick();
        assertThat(stage.agents()).isEqualTo("a b");
        assertThat(stage.metric("offer_set_failures")).isEqualTo(1);
    }

    @Test
    void an_answer_that_is_far_too_long_or_breaks_when_read_is_a_set_that_failed() {
        for (int length : new int[] {1, 2_000}) {
            Stage stage = with(new Bent(true, OfferQuery::candidates));
            stage.offer("a");
            stage.submit(Stage.small(), 1).tick();
            stage.questions.getFirst().answer().ordered(new AbstractList<>() {
                @Override
                public HostOffer get(int index) {
                    if (length == 1) {
                        throw new IllegalStateException("out of order");
                    }
                    return stage.scheduler.heldOffers().getFirst();
                }

                @Override
                public int size() {
                    return length;
                }
            });
            assertThat(stage.agents()).isEqualTo("a");
            assertThat(stage.metric("offer_set_failures")).isEqualTo(1);
        }
    }

    @Test
    void the_first_launch_that_fails_ends_the_attempt_and_later_choices_wait_again() {
        Stage stage = Stage.set();
        stage.brokenAccepts = 1;
        OfferId first = stage.offer("a");
        OfferId second = stage.offer("b");
        OfferId third = stage.offer("c");
        stage.submit(Stage.small(), 3).tick();

        assertThat(stage.metric("assigner_launch_failures")).isEqualTo(1);
        assertThat(stage.declined).containsExactly(first);
        assertThat(stage.accepted).isEmpty();
        assertThat(stage.states).contains("0 ASSIGNED -> LOST", "1 ASSIGNED -> PENDING", "2 ASSIGNED -> PENDING");
        assertThat(stage.scheduler.heldOffers()).extracting(HostOffer::id).containsExactly(second, third);

        stage.pass(Duration.ofSeconds(3));
        assertThat(stage.accepted).containsOnlyKeys(second, third);
        assertThat(stage.launched.keySet())
                .containsExactly(stage.task(1).id(), stage.task(2).id());
    }

    @Test
    void no_task_is_launched_after_its_own_kill() {
        Stage stage = Stage.set();
        stage.offer("a");
        stage.offer("b");
        stage.submit(OLD, 2).tick().allRunning();
        stage.scheduler.startUpdate(NEW, 2, UpdateSettings.defaults().with(new UpdateStrategy.Batch(2)));
        stage.report(0, TaskState.KILLED).report(1, TaskState.KILLED);
        stage.offer("c");
        stage.offer("d");
        stage.killed.clear();
        stage.brokenAccepts = 1;
        stage.tick();
        assertThat(stage.states).contains("update ROLLING_BACK");
        assertThat(stage.killed).isEmpty();
        stage.pass(Duration.ofSeconds(3));
        assertThat(stage.killed).isEmpty();
        assertThat(stage.scheduler.tasks()).extracting(TaskView::config).containsOnly(OLD);
    }

    @Test
    void a_task_killed_between_choice_and_launch_is_not_launched_and_its_offer_stays() {
        Stage stage = Stage.set();
        stage.killWhenAssigned = true;
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();
        assertThat(stage.killed).hasSize(1);
        assertThat(stage.launched).isEmpty();
        assertThat(stage.scheduler.heldOffers()).hasSize(1);
    }

    @Test
    void a_set_is_not_asked_about_an_offer_that_a_kept_instance_uses() {
        Stage stage = with(new Bent(true, OfferQuery::candidates), "enable_update_affinity=true");
        stage.offer("a");
        stage.submit(OLD, 1).tick().answerAll();
        stage.allRunning();
        stage.scheduler.startUpdate(NEW, 2, UpdateSettings.defaults().with(new UpdateStrategy.Batch(2)));
        stage.report(0, TaskState.KILLED);
        OfferId kept = stage.offer("a");
        stage.offer("b");
        stage.pass(Duration.ofSeconds(2));
        assertThat(stage.accepted).containsKey(kept);
        assertThat(stage.questions).hasSize(1);
        assertThat(stage.questions.getFirst().query().candidates())
                .extracting(HostOffer::hostname)
                .containsExactly("b.example");
        stage.answerAll();
        assertThat(stage.agents()).isEqualTo("a b");
        assertThat(stage.metric("offer_accept_races")).isZero();
    }

    @Test
    void reasons_are_counted_once_when_a_set_fails() {
        Stage stage = with(new Bent(false, query -> {
            throw new IllegalStateException("out of order");
        }));
        stage.offer("a", "cpus:0.5;mem:4096;disk:10000");
        stage.submit(Stage.small(), 1).tick();
        Waiting waiting = stage.scheduler.why(stage.task(0).id()).orElseThrow();
        assertThat(waiting.offersLookedAt()).isEqualTo(1);
        assertThat(waiting.reasons().values()).containsExactly(1);
        assertThat(stage.metric("offer_set_left_out")).isZero();
    }

    @Test
    void what_a_set_throws_is_told_each_time_and_shown_to_who_asks_why_a_task_waits() {
        boolean[] broken = {true};
        Stage stage = with(new Bent(false, query -> {
            if (broken[0]) {
                throw new IllegalStateException("out of order");
            }
            return query.candidates();
        }));
        stage.offer("a", "cpus:0.5;mem:4096;disk:10000");
        stage.submit(Stage.small(), 1).tick();
        assertThat(stage.troubles).containsExactly("set: out of order");
        assertThat(stage.scheduler.why(stage.task(0).id()).orElseThrow().troubles())
                .containsExactly("The offer set failed, and the native order served instead:"
                        + " java.lang.IllegalStateException: out of order");

        broken[0] = false;
        stage.pass(Duration.ofMinutes(2));
        assertThat(stage.troubles).endsWith("set answers");
        assertThat(stage.scheduler.why(stage.task(0).id()).orElseThrow().troubles())
                .isEmpty();
    }

    @Test
    void what_a_set_throws_when_it_is_told_of_an_offer_or_iterated_or_answers_too_much_is_told_too() {
        Bent deaf = new Bent(false, OfferQuery::candidates);
        Stage telling = with(deaf);
        deaf.broken = true;
        telling.offer("a");
        assertThat(telling.troubles).containsExactly("set: io/stranger/Missing");

        Stage endless = with(new Bent(
                false,
                query -> () -> new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return true;
                    }

                    @Override
                    public HostOffer next() {
                        return query.candidates().getFirst();
                    }
                }));
        endless.offer("a", "cpus:1;mem:4096;disk:10000");
        endless.submit(Stage.small(), 2).tick();
        assertThat(endless.troubles)
                .first()
                .asString()
                .contains("more than", "expected at most", "name each offer once");

        Stage late = with(new Bent(true, OfferQuery::candidates));
        late.offer("a");
        late.submit(Stage.small(), 1).pass(Duration.ofMinutes(1));
        assertThat(late.troubles).first().asString().contains("offer_set_answer_timeout");
        late.offer("b");
        late.submit(Stage.config("www/prod/other", "cpus:1;mem:128;disk:64"), 1).tick();
        late.questions.getLast().answer().failed(new IllegalStateException("gone wrong"));
        assertThat(late.troubles).last().isEqualTo("set: gone wrong");
    }

    @ParameterizedTest
    @ValueSource(strings = {"throws at once", "fails", "is late", "is late with an answer"})
    void nothing_is_placed_without_a_set_that_must_not_be_passed_over(String how) {
        boolean inline = how.equals("throws at once");
        Bent set = new Bent(!inline, query -> {
            throw new IllegalStateException("out of order");
        });
        set.unanswered = Optional.of(new Objection("gpu", "it must be asked", false));
        Stage stage = with(set);
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();
        switch (how) {
            case "fails" -> stage.questions.getLast().answer().failed(new IllegalStateException("out of order"));
            case "is late" -> stage.pass(Duration.ofSeconds(11));
            case "is late with an answer" -> {
                Stage.Question question = stage.questions.getLast();
                stage.pass(Duration.ofSeconds(11));
                question.answer().ordered(question.query().candidates());
            }
            default -> {}
        }
        assertThat(stage.accepted).isEmpty();
        Waiting waiting = stage.scheduler.why(stage.task(0).id()).orElseThrow();
        assertThat(waiting.reasons().keySet()).singleElement().asString().contains("gpu: it must be asked");
        assertThat(waiting.troubles())
                .singleElement()
                .asString()
                .startsWith("The offer set failed, and nothing is placed without it: ");

        set.unanswered = Optional.empty();
        stage.pass(Duration.ofMinutes(2));
        assertThat(stage.accepted).hasSize(1);
    }

    @Test
    void why_an_attempt_broke_or_could_not_be_sent_is_told_and_shown() {
        Stage stage = Stage.set();
        stage.brokenListener = TaskState.ASSIGNED;
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();
        assertThat(stage.troubles).endsWith("www/prod/hello: the listener is out of order");
        assertThat(stage.scheduler.why(stage.task(0).id()).orElseThrow().troubles())
                .singleElement()
                .asString()
                .contains("The last attempt broke", "the listener is out of order");

        Stage unsent = Stage.set();
        unsent.brokenAccepts = 1;
        unsent.offer("a");
        unsent.submit(Stage.small(), 1).tick();
        assertThat(unsent.troubles).containsExactly("set answers", "www/prod/hello: the master is out");
    }

    @Test
    void a_set_begins_once_and_only_after_the_one_before_it_was_closed() {
        Bent first = new Bent(false, OfferQuery::candidates);
        Bent second = new Bent(false, OfferQuery::candidates);
        Stage stage = with(first);
        assertThat(first.begun).isEqualTo(1);
        second.onBegin = () -> assertThat(first.closed).isEqualTo(1);
        stage.scheduler.orderBy("CPU", setup -> second);
        assertThat(second.begun).isEqualTo(1);
        assertThat(stage.troubles).isEmpty();
    }

    @Test
    void a_scheduler_that_is_closed_closes_its_set_once_and_does_nothing_more() {
        Bent set = new Bent(false, OfferQuery::candidates);
        Stage stage = with(set);
        stage.submit(Stage.small(), 1);
        stage.offer("a");
        set.broken = true;
        stage.scheduler.close();
        stage.scheduler.close();
        assertThat(set.closed).isEqualTo(1);
        stage.pass(Duration.ofHours(1));
        assertThat(stage.said).isEmpty();
    }

    @Test
    void the_native_set_is_never_taken_for_one_that_does_not_end() {
        Stage stage = new Stage(Stage.settings(), setup -> new NativeOfferSet(setup.nativeOrder()));
        for (int i = 0; i < 2_000; i++) {
            stage.offer("a" + i, "cpus:0.5;mem:4096;disk:10000");
        }
        stage.submit(Stage.small(), 1).tick();
        assertThat(stage.metric("offer_set_failures")).isZero();
    }
}
