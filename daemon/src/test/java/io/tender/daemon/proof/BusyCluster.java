package io.tender.daemon.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A daemon with real and simulated agents, those who keep it busy, and those who check that it keeps its promises. */
final class BusyCluster implements AutoCloseable {
    private static final int AGENTS = 5;

    private final MarkedProcesses marked = new MarkedProcesses();
    private final Findings findings = new Findings();
    private final TaskPrograms programs;
    private final DaemonProcess daemon;
    private final List<FrameworkLoad> frameworks;
    private final WorkLoad work;
    private final OperatorLoad operator;

    /** @param store what the settings say of the store, such as {@code store: data} */
    BusyCluster(Path folder, String store, SplittableRandom random) throws IOException {
        programs = new TaskPrograms(folder.resolve("runs"), marked.mark());
        daemon = new DaemonProcess(folder, settings(store), marked);
        frameworks = List.of(
                new FrameworkLoad("red", random.split(), programs, findings),
                new FrameworkLoad("blue", random.split(), programs, findings));
        work = new WorkLoad(random.split(), programs);
        operator = new OperatorLoad(
                random.split(), frameworks.stream().map(FrameworkLoad::role).toList());
    }

    private static String settings(String store) {
        return """
                listen: 127.0.0.1:0
                %s
                snapshotEvery: 300
                allocator: {options: {allocationInterval: 50ms}}
                agents:
                  local:
                    hostname: real
                    workFolder: agent
                    resources: "cpus:8;mem:4096;disk:4096"
                    attributes: "kind:real"
                    limits: none
                  simulated:
                    agents:
                    - {count: 3, name: "sim-{n}", resources: "cpus:4;mem:4096;disk:4096"}
                    - {count: 1, name: %s, resources: "cpus:4;mem:4096;disk:4096"}
                    tasks: {runsFor: {distribution: exponential, mean: 2secs}, startTakes: 1ms, killTakes: 1ms, failing: 0.1}
                services:
                  min_offer_hold_time: 100ms
                  offer_hold_jitter_window: 50ms
                  offer_filter_duration: 50ms
                  initial_schedule_penalty: 50ms
                  max_schedule_penalty: 200ms
                batch: {schedulePeriod: 50ms, offerHold: 200ms, offerRefusal: 100ms}
                """.formatted(store, OperatorLoad.QUIET_AGENT);
    }

    DaemonProcess daemon() {
        return daemon;
    }

    Findings findings() {
        return findings;
    }

    private List<Ledger> ledgers() {
        List<Ledger> ledgers = new ArrayList<>(work.ledgers());
        ledgers.addAll(operator.ledgers());
        frameworks.forEach(framework -> ledgers.add(framework.holdings()));
        return ledgers;
    }

    /** Whether something of every kind was acknowledged, so that there is something to lose. */
    boolean hasPromisedAll() {
        return ledgers().stream().allMatch(ledger -> ledger.acknowledgements() > 0);
    }

    /** What was promised so far, in words; nobody is at work meanwhile. */
    String summary() {
        return "tasks: %d asked for, %d of them certain to be launched, %d heard of, %d to be killed, %d over; acknowledged: %s"
                .formatted(
                        count(task -> true),
                        count(task -> task.promised),
                        count(task -> task.heardOf),
                        count(task -> task.killPromised),
                        count(task -> task.over),
                        ledgers().stream().map(Ledger::summary).collect(Collectors.joining(", ")));
    }

    private long count(Predicate<ProofTask> which) {
        return frameworks.stream()
                .mapToLong(framework -> framework.count(which))
                .sum();
    }

    /** @param calm whether nobody takes back what is offered to frameworks */
    void setCalm(boolean calm) {
        frameworks.forEach(framework -> framework.setCalm(calm));
        operator.setCalm(calm);
    }

    /** All at work at the same time, until told to stop or the daemon is gone. */
    final class Busy {
        private final AtomicBoolean enough = new AtomicBoolean();
        private final List<Thread> threads = new ArrayList<>();

        private Busy(Calls calls) {
            List<Load> all = new ArrayList<>(frameworks);
            all.add(work);
            all.add(operator);
            all.forEach(load -> threads.add(Thread.ofVirtual().start(() -> run(load, calls))));
        }

        private void run(Load load, Calls calls) {
            try {
                load.run(calls, enough::get);
            } catch (IOException gone) {
                // The daemon was killed, and there is nobody to keep busy.
                return;
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error broken) {
                findings.add(load.getClass().getSimpleName() + " broke off: " + broken);
            }
        }

        void end() throws InterruptedException {
            enough.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    Busy busy(Calls calls) {
        return new Busy(calls);
    }

    /** What was acknowledged is there, and the books are in order; nobody is at work meanwhile. */
    void audit(Calls calls) throws IOException, InterruptedException {
        Audit audit = new Audit(calls, findings);
        audit.awaitAgents(AGENTS);
        operator.compare(calls).forEach(findings::add);
        work.compare(calls).forEach(findings::add);
        for (FrameworkLoad framework : frameworks) {
            framework
                    .holdings()
                    .compare(Holding.of(framework.role(), calls.ask("GET_AGENTS")))
                    .forEach(findings::add);
            if (framework.id().isPresent()) {
                audit.frameworkIsThere(framework.id().get());
            }
        }
        audit.accounts();
        audit.allocatorAgrees();
        audit.starts(programs);
        work.compareStarts().forEach(findings::add);
        audit.processes(marked);
    }

    /** What was asked for comes true: jobs and services have as many processes as they should, and what was killed is dead. */
    void settle(Calls calls) throws IOException, InterruptedException {
        for (FrameworkLoad framework : frameworks) {
            framework.awaitKills(calls);
        }
        SortedMap<String, Integer> wanted = work.wanted();
        TreeMap<String, Integer> running = new TreeMap<>();
        Patience.until(() -> "processes of jobs and services: got " + running + ", expected " + wanted, () -> {
            running.clear();
            Set<String> alive = new HashSet<>(marked.tasks().values());
            programs.starts().forEach((name, tasks) -> {
                int count = (int) tasks.stream().filter(alive::contains).count();
                if (count > 0 && !name.startsWith("task-")) {
                    running.put(name, count);
                }
            });
            return running.equals(wanted);
        });
    }

    /** Ends all work: nothing runs any more, and the daemon stops when it is told to. */
    void wind(Calls calls) throws IOException, InterruptedException {
        work.deleteAll(calls);
        for (FrameworkLoad framework : frameworks) {
            framework.tearDown(calls);
        }
        Patience.until(() -> "no process to be left", () -> marked.tasks().isEmpty());
        new Audit(calls, findings).accounts();
        assertThat(daemon.stop()).as(daemon.log()).isZero();
    }

    /** Fails if any promise was broken. */
    void check() {
        assertThat(findings.all())
                .as(() -> "broken promises; the daemon's log:\n" + daemon.log())
                .isEmpty();
    }

    @Override
    public void close() throws IOException {
        daemon.close();
    }
}
