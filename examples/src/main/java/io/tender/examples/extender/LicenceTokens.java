package io.tender.examples.extender;

import static io.tender.extender.server.Verdict.fits;
import static io.tender.extender.server.Verdict.never;
import static io.tender.extender.server.Verdict.notNow;

import io.tender.extender.server.Agent;
import io.tender.extender.server.ExtenderServer;
import io.tender.extender.server.Ledger;
import io.tender.extender.server.Policy;
import io.tender.extender.server.Snapshot;
import io.tender.extender.server.Task;
import io.tender.extender.server.Tenure;
import io.tender.extender.server.Verdict;
import io.tender.model.batch.ResourceList;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Lends licences, of which there are so many of each kind for the whole cluster, to tasks that name one by their label {@code
 * licence}. A question changes nothing, however often it is asked; a licence is taken when a task is placed, kept when the
 * placement becomes real, and comes back when it comes to nothing or the task is gone. What is lent is in a file, so a restart
 * forgets nobody.
 *
 * <p>For batch sessions, of Tender or Volcano, with {@code onSessionOpen}. kube-scheduler does not tell of placements, and what it
 * says of a binding does not name the licence.
 */
public final class LicenceTokens implements Policy {
    private static final String LICENCE = "licence";
    private static final ResourceList ONE = ResourceList.of("licences", 1000);

    private final Map<String, Integer> licences;
    private final Ledger ledger;
    private final Tenure tenure;

    LicenceTokens(Map<String, Integer> licences, Ledger ledger) {
        this.licences = new TreeMap<>(licences);
        this.ledger = ledger;
        this.tenure = new Tenure(ledger, this::allocated);
        licences.forEach((kind, count) -> ledger.capacity(kind, ONE.times(count)));
    }

    @Override
    public Verdict predicate(Task task, Agent agent) {
        Optional<String> kind = task.label(LICENCE);
        if (kind.isEmpty() || ledger.holding(task.key()).isPresent()) {
            return fits();
        }
        if (!licences.containsKey(kind.get())) {
            return never("there are no licences of '" + kind.get() + "'");
        }
        return ledger.free(kind.get()).covers(ONE) ? fits() : notNow("all licences of '" + kind.get() + "' are lent");
    }

    /** Answers may be old by now, and several tasks may have heard the same one: this is where it is decided. */
    @Override
    public Optional<String> allocated(Task task) {
        return task.label(LICENCE)
                .flatMap(kind -> ledger.reserve(task.key(), kind, ONE).refusal());
    }

    @Override
    public void deallocated(Task task) {
        tenure.undo(task);
    }

    @Override
    public void committed(List<Task> tasks) {
        tasks.forEach(tenure::confirm);
    }

    @Override
    public void aborted(List<Task> tasks) {
        tasks.forEach(tenure::undo);
    }

    @Override
    public boolean sessionOpened(Snapshot snapshot) {
        return tenure.follow(snapshot);
    }

    /** {@code LicenceTokens --port 9193}: three of {@code solver}, one of {@code renderer}. */
    public static void main(String[] args) throws IOException {
        Ledger ledger =
                Ledger.journaled(Path.of("licences.ledger"), InstantSource.system(), Duration.ofMinutes(1), 10_000);
        Examples.serve(
                ExtenderServer.builder().policy(new LicenceTokens(Map.of("solver", 3, "renderer", 1), ledger)),
                args,
                9193);
    }
}
