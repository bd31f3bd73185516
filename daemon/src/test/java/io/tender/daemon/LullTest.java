package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.Clusters;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.MasterSettings;
import io.tender.runtime.ActorClock;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Chance;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What has to have happened before somebody may look. */
class LullTest {
    private final LinkedBlockingQueue<Runnable> unwritten = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Runnable> elsewhere = new LinkedBlockingQueue<>();
    private final MasterLoop loop = new MasterLoop(
            ActorClock.of(InstantSource.system()),
            Chance.seeded(1),
            (records, whenDurable) -> unwritten.add(whenDurable),
            failure -> {},
            10);

    @BeforeEach
    void start() {
        Master master = new Master(
                MasterSettings.defaults("m"),
                loop.host(),
                new HierarchicalAllocator(loop.host(), SorterKind.DRF, SorterKind.DRF),
                new Clusters(List.of()),
                loop.effects());
        loop.start(master, () -> master.start(AllocatorOptions.defaults()));
    }

    @AfterEach
    void end() {
        loop.close();
    }

    @Test
    void it_comes_after_the_timers_of_the_loop_and_the_work_of_others_and_is_durable() throws Exception {
        CompletableFuture<Boolean> planned = new CompletableFuture<>();
        CompletableFuture<Boolean> asked = loop.ask(master -> {
            loop.host().after(Duration.ofMillis(5), () -> planned.complete(true));
            return true;
        });
        unwritten.take().run();
        assertThat(asked).isCompleted();
        CompletableFuture<Boolean> lull = new Lull(loop, List.of(elsewhere::add)).after(Duration.ofMillis(10));
        unwritten.take().run();

        Runnable other = elsewhere.take();
        assertThat(planned).as("what was due sooner").isCompleted();
        assertThat(lull).as("while another is at work").isNotDone();

        CompletableFuture<Boolean> more = loop.ask(master -> {
            master.putDocument("kind", "key", "{}");
            return true;
        });
        other.run();
        Runnable writing = unwritten.take();
        Runnable idle = unwritten.take();
        assertThat(lull).as("while something is not durable").isNotDone();
        writing.run();
        idle.run();
        assertThat(more).isCompleted();
        assertThat(lull.join()).isTrue();
    }
}
