package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.offers.NativeOfferSet;
import io.tender.model.service.Constraint;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskState;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WaitingSetTest {

    /** A set that answers late, or whatever a test wants. */
    static class Odd implements OfferSet {
        final Map<OfferId, HostOffer> held = new LinkedHashMap<>();
        final boolean waits;
        int asked;

        Odd(boolean waits) {
            this.waits = waits;
        }

        @Override
        public void add(HostOffer offer) {
            held.put(offer.id(), offer);
        }

        @Override
        public void remove(HostOffer offer) {
            held.remove(offer.id());
        }

        @Override
        public int size() {
            return held.size();
        }

        @Override
        public void clear() {
            held.clear();
        }

        @Override
        public Collection<HostOffer> values() {
            return held.values();
        }

        @Override
        public Iterable<HostOffer> getOrdered(OfferQuery query) {
            asked++;
            return List.copyOf(held.values());
        }

        @Override
        public boolean waits() {
            return waits;
        }
    }

    private static Stage waiting(String... settings) {
        return new Stage(Stage.settings(settings), setup -> new Odd(true));
    }

    private static Stage with(OfferSet set, String... settings) {
        return new Stage(Stage.settings(settings), setup -> set);
    }

    @Test
    void one_request_is_made_per_attempt_and_not_per_task() {
        Stage stage = waiting();
        for (int i = 0; i < 5; i++) {
            stage.offer("a" + i);
        }
        stage.submit(Stage.small(), 5).tick();

        assertThat(stage.questions).hasSize(1);
        OfferQuery query = stage.questions.getFirst().query();
        assertThat(query.tasks()).isEqualTo(5);
        stage.questions.getFirst().answer().ordered(query.candidates().reversed());
        assertThat(stage.agents()).isEqualTo("a4 a3 a2 a1 a0");
        assertThat(stage.questions).hasSize(1);
    }

    @Test
    void only_offers_that_passed_the_vetoes_are_sent_and_in_native_order() {
        Stage stage = waiting();
        stage.offer("big", "cpus:8;mem:4096;disk:1000");
        stage.offer("tiny", "cpus:0.1;mem:4096;disk:1000");
        stage.offer("dedicated", "cpus:4;mem:4096;disk:1000", "dedicated:x");
        stage.offer("small", "cpus:2;mem:4096;disk:1000");
        stage.submit(Stage.small(), 1).tick();

        assertThat(stage.questions.getFirst().query().candidates())
                .extracting(HostOffer::hostname)
                .containsExactly("small.example", "big.example");
    }

    @Test
    void what_a_set_prepared_on_the_schedulers_turn_is_what_it_is_asked() {
        List<OfferQuery> given = new ArrayList<>();
        List<OfferQuery> returned = new ArrayList<>();
        Stage stage = with(new Odd(true) {
            @Override
            public OfferQuery prepared(OfferQuery query) {
                given.add(query);
                returned.add(OfferQuery.of(
                        query.attempt(), query.group(), query.request(), query.tasks(), query.candidates()));
                return returned.getLast();
            }
        });
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();

        assertThat(given).hasSize(1);
        assertThat(given.getFirst().candidates())
                .extracting(HostOffer::hostname)
                .containsExactly("a.example");
        assertThat(stage.questions.getFirst().query()).isSameAs(returned.getFirst());
    }

    @Test
    void a_set_that_fails_to_prepare_is_asked_all_the_same() {
        Stage stage = with(new Odd(true) {
            @Override
            public OfferQuery prepared(OfferQuery query) {
                throw new IllegalStateException("out of order");
            }
        });
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();
        OfferQuery query = stage.questions.getFirst().query();
        stage.questions.getFirst().answer().ordered(query.candidates());

        assertThat(stage.agents()).isEqualTo("a");
        assertThat(stage.scheduler.metrics()).containsEntry("offer_set_failures", 1L);
    }

    @Test
    void nothing_is_prepared_for_a_set_that_does_not_wait() {
        Stage stage = with(new Odd(false) {
            @Override
            public OfferQuery prepared(OfferQuery query) {
                throw new IllegalStateException("nobody asks elsewhere");
            }
        });
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();

        assertThat(stage.agents()).isEqualTo("a");
        assertThat(stage.scheduler.metrics()).containsEntry("offer_set_failures", 0L);
    }

    @Test
    void an_order_that_comes_after_the_scheduler_was_closed_is_not_heard() {
        Stage stage = waiting();
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();
        Stage.Question question = stage.questions.getFirst();
        stage.scheduler.close();

        question.answer().ordered(question.query().candidates());

        assertThat(stage.accepted).isEmpty();
    }

    @Test
    void nothing_is_asked_when_there_is_nothing_to_order() {
        Stage stage = waiting("enable_preemptor=false");
        stage.offer("tiny", "cpus:0.1;mem:4096;disk:1000");
        stage.submit(Stage.small(), 1).pass(Duration.ofSeconds(10));

        assertThat(stage.questions).isEmpty();
        assertThat(stage.scheduler.why(stage.task(0).id()).orElseThrow().reasons())
                .isEqualTo(Map.of("Insufficient: CPU", 1));
    }

    @Test
    void nothing_is_held_during_the_call_and_an_offer_that_vanished_is_simply_gone() {
        Stage stage = waiting();
        OfferId first = stage.offer("a");
        stage.offer("b");
        stage.submit(Stage.small(), 1).tick();
        Stage.Question question = stage.questions.getFirst();
        stage.scheduler.rescinded(first);
        stage.offer("c", "cpus:3;mem:4096;disk:1000");
        question.answer().ordered(question.query().candidates());

        assertThat(stage.agents()).isEqualTo("b");
        assertThat(stage.metric("offer_accept_races")).isEqualTo(1);
    }

    @Test
    void offers_nobody_offered_and_repetitions_are_ignored_and_counted() {
        Stage stage = waiting();
        stage.offer("a");
        stage.offer("b");
        stage.submit(Stage.small(), 3).tick();
        Stage.Question question = stage.questions.getFirst();
        HostOffer stranger = stage.hostOffer("stranger", "cpus:4;mem:4096;disk:1000", "");
        List<HostOffer> answer = new ArrayList<>(List.of(stranger));
        answer.addAll(question.query().candidates());
        answer.addAll(1, question.query().candidates());
        question.answer().ordered(answer);

        assertThat(stage.agents()).isEqualTo("a b -");
        assertThat(stage.metric("offer_set_unknown")).isEqualTo(1);
        assertThat(stage.metric("offer_set_repeated")).isEqualTo(2);
    }

    @Test
    void filtered_offers_are_not_hidden_but_counted_and_named_as_the_reason() {
        Stage stage = waiting("enable_preemptor=false");
        stage.offer("a");
        stage.offer("b");
        stage.submit(Stage.small(), 1).tick();
        stage.questions.getFirst().answer().ordered(List.of());

        assertThat(stage.agents()).isEqualTo("-");
        assertThat(stage.metric("offer_set_left_out")).isEqualTo(2);
        assertThat(stage.scheduler.why(stage.task(0).id()).orElseThrow().pendingReason())
                .isEqualTo("Left out by the offer set");
    }

    @Test
    void vetoes_are_checked_again_when_the_answer_comes() {
        Stage stage = waiting();
        stage.offer("a", "cpus:4;mem:4096;disk:1000", "rack:r");
        stage.offer("b", "cpus:4;mem:4096;disk:1000", "rack:r");
        stage.submit(Stage.small().withConstraints(Constraint.limit("rack", 1)), 2)
                .tick();
        Stage.Question question = stage.questions.getFirst();
        question.answer().ordered(question.query().candidates());

        assertThat(stage.agents()).isEqualTo("a -");
    }

    @Test
    void a_set_that_fails_costs_the_attempt_its_order_and_nothing_else() {
        Stage stage = waiting();
        stage.offer("big", "cpus:8;mem:4096;disk:1000");
        stage.offer("small", "cpus:2;mem:4096;disk:1000");
        stage.submit(Stage.small(), 1).tick();
        stage.questions.getFirst().answer().failed(new IllegalStateException("down"));

        assertThat(stage.agents()).isEqualTo("small");
        assertThat(stage.metric("offer_set_failures")).isEqualTo(1);
    }

    @Test
    void an_answer_that_takes_too_long_is_no_longer_waited_for_and_ignored_when_it_comes() {
        Stage stage = waiting();
        stage.offer("big", "cpus:8;mem:4096;disk:1000");
        stage.offer("small", "cpus:2;mem:4096;disk:1000");
        stage.submit(Stage.small(), 1).pass(Duration.ofSeconds(11));
        assertThat(stage.agents()).isEqualTo("small");
        assertThat(stage.metric("offer_set_timeouts")).isEqualTo(1);

        Stage.Question question = stage.questions.getFirst();
        question.answer().ordered(question.query().candidates().reversed());
        question.answer().failed(new IllegalStateException("also late"));
        assertThat(stage.launched).hasSize(1);
        assertThat(stage.metric("offer_set_failures")).isZero();
    }

    @Test
    void tasks_killed_while_the_answer_was_awaited_are_not_placed() {
        Stage stage = waiting();
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();
        stage.scheduler.kill(Stage.JOB);
        Stage.Question question = stage.questions.getFirst();
        question.answer().ordered(question.query().candidates());

        assertThat(stage.launched).isEmpty();
        assertThat(stage.metric("task_groups")).isZero();
    }

    @Test
    void two_groups_that_were_promised_the_same_offer_do_not_both_get_it() {
        Stage stage = waiting();
        stage.offer("a");
        stage.submit(Stage.small(), 1);
        stage.submit(Stage.config("www/prod/other", "cpus:2;mem:128;disk:64"), 1)
                .tick();
        assertThat(stage.questions).hasSize(2);
        stage.questions.forEach(
                question -> question.answer().ordered(question.query().candidates()));

        assertThat(stage.launched).hasSize(1);
    }

    @Test
    void a_set_that_answers_at_once_is_asked_once_per_attempt_and_believed() {
        Odd set = new Odd(false) {
            @Override
            public Iterable<HostOffer> getOrdered(OfferQuery query) {
                asked++;
                return query.candidates().reversed();
            }
        };
        Stage stage = with(set);
        stage.offer("a");
        stage.offer("b");
        stage.submit(Stage.small(), 2).tick();

        assertThat(stage.agents()).isEqualTo("b a");
        assertThat(set.asked).isEqualTo(1);
    }

    @Test
    void a_set_that_throws_when_asked_or_while_iterated_is_replaced_by_the_native_order() {
        Odd throwing = new Odd(false) {
            @Override
            public Iterable<HostOffer> getOrdered(OfferQuery query) {
                throw new IllegalStateException("no");
            }
        };
        Odd halfWay = new Odd(false) {
            @Override
            public Iterable<HostOffer> getOrdered(OfferQuery query) {
                Iterator<HostOffer> some = List.copyOf(held.values()).iterator();
                return () -> new Iterator<>() {
                    private int given;

                    @Override
                    public boolean hasNext() {
                        return true;
                    }

                    @Override
                    public HostOffer next() {
                        if (given++ > 0) {
                            throw new IllegalStateException("half-way");
                        }
                        return some.next();
                    }
                };
            }
        };
        for (OfferSet set : List.of(throwing, halfWay)) {
            Stage stage = with(set);
            stage.offer("a");
            stage.offer("b");
            stage.submit(Stage.small(), 2).tick();

            assertThat(stage.agents()).isEqualTo("a b");
            assertThat(stage.metric("offer_set_failures")).isEqualTo(1);
            assertThat(stage.metric("offer_set_repeated")).isZero();
        }
    }

    @Test
    void a_set_that_fails_to_take_offers_in_does_not_stop_placement() {
        Odd deaf = new Odd(false) {
            @Override
            public void add(HostOffer offer) {
                throw new IllegalStateException("full");
            }

            @Override
            public Iterable<HostOffer> getOrdered(OfferQuery query) {
                return query.candidates();
            }
        };
        Stage stage = with(deaf);
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();

        assertThat(stage.agents()).isEqualTo("a");
        assertThat(stage.metric("offer_set_failures")).isEqualTo(1);
    }

    @Test
    void starting_tasks_are_counted_per_agent_for_the_set() {
        OfferSetSetup[] told = new OfferSetSetup[1];
        Stage stage = new Stage(Stage.settings(), setup -> {
            told[0] = setup;
            return new NativeOfferSet(setup.nativeOrder());
        });
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();
        var agent = stage.task(0).agent().orElseThrow();
        assertThat(told[0].startingTasks().applyAsInt(agent)).isZero();
        stage.report(0, TaskState.STARTING);
        assertThat(told[0].startingTasks().applyAsInt(agent)).isEqualTo(1);
        stage.report(0, TaskState.RUNNING);
        assertThat(told[0].startingTasks().applyAsInt(agent)).isZero();
        assertThat(told[0].parameters()).isEqualTo(Collections.emptyMap());
    }
}
