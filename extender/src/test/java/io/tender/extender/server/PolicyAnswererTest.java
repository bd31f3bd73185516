package io.tender.extender.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.batch.ResourceList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PolicyAnswererTest {
    private static final Task TASK = Task.of("default", "t", "u");

    private static Answer answer(Policy policy, Question question) {
        return new PolicyAnswerer(policy).answer(question);
    }

    private static Offer offer(String host, String amounts) {
        return new Offer(host, ResourceList.parse(amounts), Document.none());
    }

    @Test
    void only_what_is_overridden_counts_as_a_hook() {
        assertThat(new Policy() {}.hooks()).isEmpty();
        Policy some = new Policy() {
            @Override
            public boolean sessionOpened(Snapshot snapshot) {
                return false;
            }

            @Override
            public Optional<String> allocated(Task task) {
                return Optional.empty();
            }
        };
        assertThat(some.hooks()).isEqualTo(Set.of(Policy.Hook.SESSION_OPENED, Policy.Hook.ALLOCATED));
        PolicyAnswerer answerer = new PolicyAnswerer(some);
        for (Question.Kind kind : Question.Kind.values()) {
            assertThat(answerer.serves(kind))
                    .as(kind.name())
                    .isEqualTo(kind == Question.Kind.SESSION_OPENED || kind == Question.Kind.ALLOCATED);
        }
    }

    @Test
    void an_order_of_services_follows_from_verdicts_and_scores() {
        Policy policy = new Policy() {
            @Override
            public Verdict predicate(Task task, Agent agent) {
                return agent.free().orElseThrow().covers(task.resources())
                        ? Verdict.fits()
                        : Verdict.notNow("too small");
            }

            @Override
            public Scores prioritize(Task task, List<Agent> agents) {
                return Scores.scoreEach(
                        agents, agent -> -agent.free().orElseThrow().millis(ResourceList.CPU));
            }
        };
        Question.Order order = new Question.Order(
                TASK.asking(ResourceList.parse("cpu=2")),
                List.of(
                        offer("large", "cpu=8"),
                        offer("small", "cpu=1"),
                        offer("fit", "cpu=2"),
                        offer("small", "cpu=4"),
                        offer("same", "cpu=2")));

        assertThat(answer(policy, order)).isEqualTo(new Answer.Ordered(List.of("fit", "same", "small", "large")));
    }

    @Test
    void an_order_of_its_own_names_only_hosts_that_were_asked_about() {
        Policy reversed = new Policy() {
            @Override
            public List<Offer> order(Task task, List<Offer> offers) {
                return offers.reversed();
            }
        };
        Question.Order order =
                new Question.Order(TASK, List.of(offer("a", "cpu=1"), offer("b", "cpu=1"), offer("a", "cpu=2")));
        assertThat(answer(reversed, order)).isEqualTo(new Answer.Ordered(List.of("a", "b")));
        Policy inventing = new Policy() {
            @Override
            public List<Offer> order(Task task, List<Offer> offers) {
                return List.of(offer("c", "cpu=1"));
            }
        };
        assertThatThrownBy(() -> answer(inventing, order)).hasMessageContaining("'c'");
    }

    @Test
    void scores_of_strangers_are_a_mistake_and_missing_ones_are_zero() {
        Question.Rank rank = new Question.Rank(TASK, List.of(Agent.named("a"), Agent.named("b")));
        Policy partial = new Policy() {
            @Override
            public Scores prioritize(Task task, List<Agent> agents) {
                return Scores.of(Map.of("b", 3.0));
            }
        };
        assertThat(answer(partial, rank)).isEqualTo(new Answer.Ranked(Scores.of(Map.of("a", 0.0, "b", 3.0))));
        Policy inventing = new Policy() {
            @Override
            public Scores prioritize(Task task, List<Agent> agents) {
                return Scores.of(Map.of("z", 3.0));
            }
        };
        assertThatThrownBy(() -> answer(inventing, rank)).hasMessageContaining("'z'");
    }

    @Test
    void victims_that_nobody_asked_about_are_a_mistake() {
        Policy wrong = new Policy() {
            @Override
            public Victims preemptable(Task evictor, List<Task> evictees) {
                return Victims.these(List.of(Task.withUid("stranger")));
            }
        };
        assertThatThrownBy(() -> answer(wrong, new Question.Evict(TASK, List.of(Task.withUid("v")), false)))
                .hasMessageContaining("stranger");
    }

    @Test
    void victims_are_told_once_each_and_as_they_were_sent() {
        Task sent = Task.of("default", "v", "v1").told(Document.of("{\"UID\":\"v1\",\"Name\":\"v\"}"));
        Task own = Task.withUid("v1");
        Policy brief = new Policy() {
            @Override
            public Victims preemptable(Task evictor, List<Task> evictees) {
                return Victims.these(List.of(own, own));
            }
        };
        assertThat(answer(brief, new Question.Evict(TASK, List.of(sent, Task.withUid("v2")), false)))
                .isEqualTo(new Answer.Chosen(Victims.these(List.of(sent))));
        Candidate twice = new Candidate("a", List.of(own, own), 1);
        Policy narrowing = new Policy() {
            @Override
            public List<Candidate> preempt(Task task, List<Candidate> candidates) {
                return List.of(twice, twice);
            }
        };
        assertThat(answer(narrowing, new Question.Preempt(TASK, List.of(new Candidate("a", List.of(sent), 1)))))
                .isEqualTo(new Answer.Narrowed(List.of(new Candidate("a", List.of(sent), 1))));
    }

    @Test
    void a_refusal_without_words_is_no_consent() {
        Policy silent = new Policy() {
            @Override
            public Optional<String> allocated(Task task) {
                return Optional.of(" ");
            }

            @Override
            public Optional<String> bind(Task task, Agent agent) {
                return Optional.of("");
            }
        };
        for (Question question : List.of(new Question.Allocated(TASK), new Question.Bind(TASK, Agent.named("a")))) {
            assertThat(((Answer.Done) answer(silent, question)).refusal())
                    .hasValueSatisfying(reason -> assertThat(reason).contains("did not say why"));
        }
    }

    @Test
    void an_agent_stays_a_candidate_only_if_all_of_its_victims_may_go() {
        Policy gentle = new Policy() {
            @Override
            public Victims preemptable(Task evictor, List<Task> evictees) {
                return Victims.these(evictees.stream()
                        .filter(task -> !task.uid().equals("dear"))
                        .toList());
            }
        };
        Candidate free = new Candidate("free", List.of(), 0);
        Candidate cheap = new Candidate("cheap", List.of(Task.withUid("v1"), Task.withUid("v2")), 1);
        Candidate dear = new Candidate("dear", List.of(Task.withUid("v3"), Task.withUid("dear")), 0);
        assertThat(answer(gentle, new Question.Preempt(TASK, List.of(free, cheap, dear))))
                .isEqualTo(new Answer.Narrowed(List.of(free, cheap)));
    }

    @Test
    void candidates_and_victims_may_be_dropped_and_not_invented() {
        Candidate asked = new Candidate("a", List.of(Task.withUid("v1"), Task.withUid("v2")), 0);
        assertThat(answer(
                        narrowing(new Candidate("a", List.of(Task.withUid("v2")), 0)),
                        new Question.Preempt(TASK, List.of(asked))))
                .isEqualTo(new Answer.Narrowed(List.of(new Candidate("a", List.of(Task.withUid("v2")), 0))));
        assertThatThrownBy(() -> answer(
                        narrowing(new Candidate("a", List.of(Task.withUid("v9")), 0)),
                        new Question.Preempt(TASK, List.of(asked))))
                .hasMessageContaining("v9");
        assertThatThrownBy(() ->
                        answer(narrowing(new Candidate("b", List.of(), 0)), new Question.Preempt(TASK, List.of(asked))))
                .hasMessageContaining("'b'");
    }

    @Test
    void a_candidate_that_had_victims_is_left_out_and_not_left_without_any() {
        Candidate asked = new Candidate("a", List.of(Task.withUid("v1"), Task.withUid("v2")), 0);
        Candidate emptied = new Candidate("a", List.of(), 0);
        assertThatThrownBy(() -> answer(narrowing(emptied), new Question.Preempt(TASK, List.of(asked))))
                .hasMessageContaining("Got agent 'a' without any of its 2 victims")
                .hasMessageContaining("left out");
        assertThat(answer(narrowing(emptied), new Question.Preempt(TASK, List.of(emptied))))
                .isEqualTo(new Answer.Narrowed(List.of(emptied)));
    }

    private static Policy narrowing(Candidate left) {
        return new Policy() {
            @Override
            public List<Candidate> preempt(Task task, List<Candidate> candidates) {
                return List.of(left);
            }
        };
    }

    @Test
    void verdicts_bring_scores_and_foresight_where_they_are_welcome() {
        Policy policy = new Policy() {
            @Override
            public Verdict predicate(Task task, Agent agent) {
                return agent.name().equals("b") ? Verdict.never("b") : Verdict.fits();
            }

            @Override
            public Scores prioritize(Task task, List<Agent> agents) {
                return Scores.scoreEach(agents, agent -> 7);
            }

            @Override
            public List<Outlook> ahead(Task task, Agent agent, int most) {
                return Collections.nCopies(most + 5, Outlook.of(1));
            }
        };
        List<Agent> agents = List.of(Agent.named("a"), Agent.named("b"));
        Answer.Checked rich = (Answer.Checked) answer(policy, new Question.Fit(TASK, agents, 2, 3, true));
        assertThat(rich.outlooks().getFirst().score()).hasValue(7);
        assertThat(rich.outlooks().getFirst().ahead()).hasSize(3);
        assertThat(rich.outlooks().getLast()).isEqualTo(Outlook.of(Verdict.never("b")));
        assertThat(answer(policy, Question.Fit.of(TASK, agents)))
                .isEqualTo(new Answer.Checked(List.of(Outlook.of(Verdict.fits()), Outlook.of(Verdict.never("b")))));
    }

    @Test
    void a_refusal_has_words_and_not_too_many() {
        assertThatThrownBy(() -> Verdict.never(" ")).hasMessageContaining("reason");
        assertThat(((Verdict.NotNow) Verdict.notNow("x".repeat(10_000))).reason())
                .hasSize(Verdict.LONGEST_REASON);
    }

    @Test
    void agents_are_known_from_snapshots_and_their_changes() {
        KnownAgents known = new KnownAgents(2);
        assertThat(known.take(snapshot("s1", Optional.empty(), List.of("a", "b", "c"), List.of())))
                .isTrue();
        assertThat(known.apply("a")).isPresent();
        assertThat(known.apply("c")).as("no more than allowed").isEmpty();
        assertThat(known.take(snapshot("s2", Optional.of("s1"), List.of("d"), List.of("a"))))
                .isTrue();
        assertThat(known.apply("a")).isEmpty();
        assertThat(known.apply("d")).isPresent();
        assertThat(known.take(snapshot("s4", Optional.of("s3"), List.of(), List.of())))
                .isFalse();
    }

    @Test
    void an_agent_of_every_snapshot_is_known_at_every_moment() throws Exception {
        KnownAgents known = new KnownAgents(1_000);
        List<String> names = IntStream.range(0, 500).mapToObj(i -> "n" + i).toList();
        Snapshot whole = snapshot("s", Optional.empty(), names, List.of());
        known.take(whole);
        CompletableFuture<Void> taking = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 500; i++) {
                known.take(whole);
            }
        });
        do {
            assertThat(known.apply("n499").isPresent()).isTrue();
        } while (!taking.isDone());
        taking.get(20, TimeUnit.SECONDS);
    }

    private static Snapshot snapshot(String id, Optional<String> since, List<String> agents, List<String> removed) {
        return new Snapshot(
                Optional.of(id),
                since.isPresent() ? Snapshot.Extent.DELTA : Snapshot.Extent.FULL,
                since,
                agents.stream().map(Agent::named).toList(),
                List.of(),
                List.of(),
                removed,
                List.of(),
                List.of());
    }
}
