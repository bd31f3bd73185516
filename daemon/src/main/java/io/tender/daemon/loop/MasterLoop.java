package io.tender.daemon.loop;

import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.cluster.ClusterListener;
import io.tender.daemon.cluster.ExecutorMessage;
import io.tender.daemon.cluster.TaskReport;
import io.tender.daemon.master.Effects;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.MasterRefusal;
import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.runtime.ActorClock;
import io.tender.runtime.Mailbox;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.Chance;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that hosts the master, its allocator and the schedulers beside it.
 *
 * <p>What a turn changes goes to the journal when the turn has ended, and what others are to notice of it happens once it
 * is durable. A turn that fails in a way nobody foresaw ends it all: half of it must not be kept, so the process has to
 * start again from what is durable.
 */
public final class MasterLoop implements ClusterListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MasterLoop.class);

    private final Mailbox mailbox;
    private final Commits commits;
    private final Outbox outbox;
    private final Consumer<Throwable> onFatal;
    private @Nullable Master master;
    private boolean failed;

    /**
     * @param onFatal told once of a turn that failed; nothing is done any more after it
     * @param mostWaiting how many calls from outside may wait
     */
    public MasterLoop(ActorClock clock, Chance chance, Commits commits, Consumer<Throwable> onFatal, int mostWaiting) {
        this.commits = commits;
        this.outbox = new Outbox(commits);
        this.onFatal = onFatal;
        this.mailbox = new Mailbox("master", clock, chance, this::fail, mostWaiting);
        this.mailbox.afterEachTurn(this::ended);
    }

    /**
     * The parts of a snapshot of what is true now: to be asked for on the loop's thread, between turns or when the records
     * of a turn are submitted. The parts are encoded when they are looked at, on whichever thread does that.
     */
    public List<byte[]> snapshot() {
        return outbox.encode(hosted().snapshot());
    }

    /** Whose turns the master, its allocator and its schedulers take. */
    public AllocatorHost host() {
        return mailbox;
    }

    public Effects effects() {
        return outbox;
    }

    /** Begins with a master that has recovered; {@code first} is its first turn. */
    public void start(Master hosted, Runnable first) {
        master = hosted;
        mailbox.enqueue(first);
        mailbox.start();
    }

    private Master hosted() {
        Master there = master;
        if (there == null) {
            throw new IllegalStateException("The loop has no master yet: call start first");
        }
        return there;
    }

    private void fail(Throwable failure) {
        outbox.discard();
        if (!failed) {
            failed = true;
            onFatal.accept(failure);
        }
    }

    private void ended() {
        if (failed) {
            outbox.discard();
            return;
        }
        outbox.flush();
    }

    /**
     * Asks the master something on a turn of its own.
     *
     * @return the answer, once what the call has changed is durable; it fails with {@link MasterRefusal}, of kind BUSY if
     *     too many are waiting already
     */
    public <T> CompletableFuture<T> ask(Function<Master, T> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        if (isFailing()) {
            answer.completeExceptionally(new MasterRefusal(
                    MasterRefusal.Kind.BUSY,
                    "Nothing can be made durable at present, so nothing was done: ask again in a moment."));
        } else if (!commits.hasRoom()) {
            answer.completeExceptionally(new MasterRefusal(
                    MasterRefusal.Kind.BUSY, "Too much is waiting to become durable: ask again in a moment."));
        } else if (!mailbox.tryPost(() -> answer(call, answer), () -> answer.completeExceptionally(stopping()))) {
            answer.completeExceptionally(tooMany());
        }
        return answer;
    }

    /**
     * Asks the master something that changes nothing, on a turn of its own. Should the answer fail, that is between its author
     * and the one who asked: nothing is half done, so everybody else is served on.
     *
     * @return what is durable; or, while the journal fails, what {@link #glance} returns, since nobody knows when it will be
     */
    public <T> CompletableFuture<T> look(Function<Master, T> question) {
        return isFailing() ? glance(question) : ask(master -> answered(question, master));
    }

    /** As {@link #look}, but what it sees may not be durable yet: the answer comes at once, and promises nothing. */
    public <T> CompletableFuture<T> glance(Function<Master, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Runnable turn = () -> {
            try {
                answer.complete(answered(question, hosted()));
            } catch (MasterRefusal | BrokenRule refusal) {
                answer.completeExceptionally(refusal);
            }
        };
        if (!mailbox.tryPost(turn, () -> answer.completeExceptionally(stopping()))) {
            answer.completeExceptionally(tooMany());
        }
        return answer;
    }

    /** Whether nothing becomes durable at present. */
    public boolean isFailing() {
        return commits.isFailing();
    }

    private static <T> T answered(Function<Master, T> question, Master master) {
        try {
            return question.apply(master);
        } catch (MasterRefusal | BrokenRule refusal) {
            throw refusal;
        } catch (RuntimeException broken) {
            LOG.error("A question could not be answered", broken);
            throw new MasterRefusal(MasterRefusal.Kind.BROKEN, "This could not be answered: " + broken);
        }
    }

    private static MasterRefusal stopping() {
        return new MasterRefusal(MasterRefusal.Kind.BUSY, "The master is stopping: ask again once it is back.");
    }

    private static MasterRefusal tooMany() {
        return new MasterRefusal(
                MasterRefusal.Kind.BUSY, "Too many calls are waiting for the master: ask again in a moment.");
    }

    private <T> void answer(Function<Master, T> call, CompletableFuture<T> answer) {
        try {
            T result = call.apply(hosted());
            outbox.afterwards(() -> answer.complete(result));
        } catch (MasterRefusal | BrokenRule refusal) {
            outbox.afterwards(() -> answer.completeExceptionally(refusal));
        } catch (IllegalArgumentException | ArithmeticException | AllocatorRefusal unforeseen) {
            answer.completeExceptionally(
                    outbox.isEmpty()
                            ? new MasterRefusal(
                                    MasterRefusal.Kind.INVALID, "This cannot be done: " + unforeseen.getMessage())
                            : unforeseen);
            if (!outbox.isEmpty()) {
                throw unforeseen;
            }
            // Nothing had been changed yet, so nothing is half done: what was asked for was wrong in a way nobody
            // checks.
            LOG.error("A call was refused by an error instead of a check", unforeseen);
        } catch (RuntimeException | Error failure) {
            answer.completeExceptionally(failure);
            throw failure;
        }
    }

    /** As {@link #ask}, for calls whose own answer comes later. */
    @SuppressWarnings("FutureReturnValueIgnored") // the inner future is what is returned
    public <T> CompletableFuture<T> askLater(Function<Master, CompletableFuture<T>> call) {
        return ask(call).thenCompose(Function.identity());
    }

    /** Tells the master what it must not miss, however busy it is: what can end only as often as it was begun. */
    public void tell(Consumer<Master> news) {
        mailbox.enqueue(() -> news.accept(hosted()));
    }

    // What agents report. None of it may be lost, except reports of tasks, which are said again.

    @Override
    public void joined(AgentReport agent) {
        mailbox.enqueue(() -> {
            try {
                hosted().joined(agent);
            } catch (MasterRefusal refusal) {
                LOG.warn("Agent {} may not join: {}", agent.agent().id(), refusal.getMessage());
            }
        });
    }

    @Override
    public void unreachable(AgentId agent, String why) {
        mailbox.enqueue(() -> hosted().unreachable(agent, why));
    }

    @Override
    public void left(AgentId agent, String why) {
        mailbox.enqueue(() -> hosted().left(agent, why));
    }

    @Override
    public void report(TaskReport report) {
        if (!mailbox.tryPost(() -> hosted().report(report), () -> {})) {
            LOG.debug("No room for a report of task {}; its agent will say it again", report.key());
        }
    }

    @Override
    public void message(ExecutorMessage words) {
        if (!mailbox.tryPost(() -> hosted().message(words), () -> {})) {
            LOG.debug("No room for the words of executor {}; they are lost", words.executor());
        }
    }

    /** True once no turn waits and none is due, and all that was changed until then is durable. */
    public CompletableFuture<Boolean> idle() {
        CompletableFuture<Boolean> idle = new CompletableFuture<>();
        mailbox.whenIdle(
                () -> outbox.afterwards(() -> idle.complete(true)), () -> idle.completeExceptionally(stopping()));
        return idle;
    }

    /** How many turns wait. */
    public int waiting() {
        return mailbox.waiting();
    }

    /** Ends the thread after the turn it is in; what still waits is dropped, and its callers are told. */
    @Override
    public void close() {
        mailbox.close();
    }
}
