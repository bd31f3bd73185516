package io.tender.daemon.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.master.ChangeCodec;
import io.tender.daemon.master.Clusters;
import io.tender.daemon.master.Document;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.MasterRefusal;
import io.tender.daemon.master.MasterSettings;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Domain;
import io.tender.model.Resources;
import io.tender.runtime.ActorClock;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Chance;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("FutureReturnValueIgnored") // what became of it is seen in the master
final class MasterLoopTest {
    private final LinkedBlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    private final List<byte[]> records = new CopyOnWriteArrayList<>();
    private final LinkedBlockingQueue<Throwable> fatal = new LinkedBlockingQueue<>();

    private final Commits commits = (submitted, whenDurable) -> {
        records.addAll(submitted);
        waiting.add(whenDurable);
    };

    private final MasterLoop loop =
            new MasterLoop(ActorClock.of(InstantSource.system()), Chance.seeded(1), commits, fatal::add, 2);

    private MasterLoop started() {
        Master master = new Master(
                MasterSettings.defaults("m"),
                loop.host(),
                new HierarchicalAllocator(loop.host(), SorterKind.DRF, SorterKind.DRF),
                new Clusters(List.of()),
                loop.effects());
        loop.start(master, () -> master.start(AllocatorOptions.defaults()));
        return loop;
    }

    @AfterEach
    void end() {
        loop.close();
    }

    @Test
    void nobody_hears_an_answer_before_what_it_tells_is_durable() throws InterruptedException {
        CompletableFuture<Document> answer = started().ask(master -> master.putDocument("job", "j", "{}"));
        Runnable whenDurable = waiting.take();
        assertThat(new ChangeCodec().decode(records.getFirst())).hasSize(1);
        assertThat(answer).isNotDone();
        whenDurable.run();
        assertThat(answer.join().version()).isEqualTo(1);
    }

    @Test
    void a_refusal_reaches_the_caller_and_changes_nothing() throws InterruptedException {
        CompletableFuture<Boolean> answer = started().ask(master -> {
            master.operator().markGone(new AgentId("nowhere"));
            return true;
        });
        waiting.take().run();
        assertThatThrownBy(answer::join).hasCauseInstanceOf(MasterRefusal.class);
        assertThat(records).isEmpty();
        assertThat(fatal).isEmpty();
    }

    @Test
    void callers_are_told_to_come_back_while_too_much_waits_to_become_durable() {
        Commits full = new Commits() {
            @Override
            public void submit(List<byte[]> submitted, Runnable whenDurable) {
                waiting.add(whenDurable);
            }

            @Override
            public boolean hasRoom() {
                return false;
            }
        };
        try (MasterLoop other =
                new MasterLoop(ActorClock.of(InstantSource.system()), Chance.seeded(1), full, fatal::add, 2)) {
            assertThatThrownBy(() -> other.ask(Master::snapshot).join())
                    .hasCauseInstanceOf(MasterRefusal.class)
                    .hasMessageContaining("durable");
        }
    }

    @Test
    void callers_are_sent_away_at_once_while_the_journal_fails_and_nothing_is_done_for_them() {
        Commits failing = new Commits() {
            @Override
            public void submit(List<byte[]> submitted, Runnable whenDurable) {
                waiting.add(whenDurable);
            }

            @Override
            public boolean isFailing() {
                return true;
            }
        };
        try (MasterLoop other =
                new MasterLoop(ActorClock.of(InstantSource.system()), Chance.seeded(1), failing, fatal::add, 2)) {
            assertThatThrownBy(() -> other.ask(Master::snapshot).join())
                    .hasCauseInstanceOf(MasterRefusal.class)
                    .hasMessageContaining("nothing was done");
            assertThat(other.waiting()).isZero();
        }
    }

    @Test
    void too_many_callers_are_told_to_come_back() throws InterruptedException {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        started().host().enqueue(() -> {
            begun.countDown();
            await(busy);
        });
        begun.await();
        loop.ask(Master::snapshot);
        loop.ask(Master::snapshot);
        assertThatThrownBy(() -> loop.ask(Master::snapshot).join())
                .hasCauseInstanceOf(MasterRefusal.class)
                .hasMessageContaining("ask again");
        busy.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void half_of_a_turn_that_failed_is_not_kept_and_all_ends() throws InterruptedException {
        CompletableFuture<Boolean> answer = started().ask(master -> {
            master.putDocument("job", "j", "{}");
            throw new IllegalStateException("nobody foresaw this");
        });
        assertThat(fatal.take()).hasMessage("nobody foresaw this");
        assertThatThrownBy(answer::join).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(records).isEmpty();
    }

    @Test
    void a_question_that_fails_is_the_problem_of_who_asked_it() throws InterruptedException {
        CompletableFuture<Boolean> answer = started().look(master -> {
            throw new IllegalStateException("nobody foresaw this");
        });
        waiting.take().run();
        assertThatThrownBy(answer::join)
                .hasCauseInstanceOf(MasterRefusal.class)
                .hasMessageContaining("nobody foresaw this");

        CompletableFuture<Integer> agents =
                loop.look(master -> master.view().agents().size());
        waiting.take().run();
        assertThat(agents.join()).isZero();
        assertThat(fatal).isEmpty();
    }

    @Test
    void a_snapshot_holds_all_that_was_submitted() throws InterruptedException {
        started();
        for (int i = 0; i < 3; i++) {
            int number = i;
            CompletableFuture<Document> answer = loop.ask(master -> master.putDocument("job", "j" + number, "{}"));
            waiting.take().run();
            answer.join();
        }
        CompletableFuture<List<byte[]>> parts = loop.ask(master -> loop.snapshot());
        waiting.take().run();
        assertThat(new ChangeCodec().decode(parts.join().getFirst())).hasSize(3);
    }

    @Test
    void an_agent_that_may_not_join_does_no_harm() throws InterruptedException {
        started()
                .joined(new AgentReport(
                        new AgentInfo(new AgentId("a"), "h", List.of(), Optional.of(new Domain("r", "z"))),
                        AgentCapability.all(),
                        Resources.parse("cpus:1"),
                        List.of()));
        CompletableFuture<Integer> agents =
                loop.ask(master -> master.view().agents().size());
        waiting.take().run();
        assertThat(agents.join()).isZero();
        assertThat(fatal).isEmpty();
    }
}
