package io.tender.cli.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The services that have a say in the show, each a program of its own; those that are ours are started side by side.
 *
 * @param offerSet where offers are ordered; empty if nobody could be found to do it
 * @param extender where sessions are extended; empty likewise
 * @param shadow where an extender with another policy looks on; empty if the extender is a stranger's, too
 * @param notes why somebody is missing
 */
record Cast(
        Optional<String> offerSet,
        Optional<String> extender,
        Optional<String> shadow,
        List<String> notes,
        List<ExampleProgram> programs)
        implements AutoCloseable {
    static final String OFFER_SET = "io.tender.examples.offerset.EmptiestFirst";
    static final String EXTENDER = "io.tender.examples.extender.RackSpreadService";
    static final String FRAMEWORK = "io.tender.examples.framework.ShortTasks";

    Cast {
        notes = List.copyOf(notes);
        programs = List.copyOf(programs);
    }

    static Cast of(ShowPlan plan) {
        List<String> notes = new ArrayList<>();
        List<ExampleProgram> programs = new ArrayList<>();
        Optional<CompletableFuture<ExampleProgram>> first = unless(plan.offerSet(), OFFER_SET);
        Optional<CompletableFuture<ExampleProgram>> second = unless(plan.extender(), EXTENDER);
        Optional<CompletableFuture<ExampleProgram>> third = unless(plan.extender(), EXTENDER, "--together");
        Optional<String> offerSet = plan.offerSet()
                .or(() -> first.flatMap(
                        starting -> address(starting, "offers are tried in native order", programs, notes)));
        Optional<String> extender = plan.extender()
                .or(() -> second.flatMap(
                        starting -> address(starting, "gangs are placed without an extender", programs, notes)));
        Optional<String> shadow =
                third.flatMap(starting -> address(starting, "nobody looks on as a shadow", programs, notes));
        return new Cast(offerSet, extender, shadow.filter(any -> extender.isPresent()), notes, programs);
    }

    private static Optional<CompletableFuture<ExampleProgram>> unless(
            Optional<String> given, String example, String... more) {
        return given.isPresent()
                ? Optional.empty()
                : Optional.of(CompletableFuture.supplyAsync(() -> started(example, more)));
    }

    private static ExampleProgram started(String example, String... more) {
        try {
            List<String> command = new ArrayList<>(ExampleProgram.service(example));
            command.addAll(List.of(more));
            return ExampleProgram.start(command);
        } catch (ExampleProgram.NotStarted why) {
            throw new CompletionException(why);
        }
    }

    private static Optional<String> address(
            CompletableFuture<ExampleProgram> starting,
            String otherwise,
            List<ExampleProgram> programs,
            List<String> notes) {
        try {
            ExampleProgram program = starting.join();
            programs.add(program);
            return Optional.of(program.said());
        } catch (CompletionException failed) {
            Throwable why = failed.getCause() == null ? failed : failed.getCause();
            notes.add("An example could not be started, so " + otherwise + ". " + why.getMessage());
            return Optional.empty();
        }
    }

    /** Ours answer in a millisecond; only a machine that is much too busy takes longer, and nobody is to blame for that. */
    private static Duration patience(Optional<String> stranger) {
        return Duration.ofSeconds(stranger.isPresent() ? 2 : 10);
    }

    /** The settings of a daemon with all of them. Paths begin in the folder of the show. */
    String settings(ShowPlan plan) {
        StringBuilder text = new StringBuilder("""
                listen: 127.0.0.1:0
                store: store
                allocator: {options: {allocationInterval: 250ms}}
                agents:
                  local:
                    enabled: %s
                    workFolder: agent
                    resources: "cpus:2;mem:512;disk:256"
                    attributes: "kind:real"
                  simulated:
                    agents:
                    - {count: %d, name: "agent-{n}", resources: "cpus:8;mem:16384;disk:10000", attributes: "kind:simulated", racks: 8}
                    tasks:
                      runsFor: {distribution: exponential, mean: 3secs, least: 500ms, most: 10secs}
                      startTakes: 50ms
                      killTakes: 50ms
                batch:
                  schedulePeriod: 250ms
                  offerHold: 500ms
                  offerRefusal: 250ms
                  confFile: volcano-scheduler.conf
                services:
                  min_offer_hold_time: 1secs
                  offer_hold_jitter_window: 100ms
                  offer_filter_duration: 250ms
                  initial_schedule_penalty: 100ms
                  max_schedule_penalty: 1secs
                  max_tasks_per_offer: 2
                """.formatted(plan.real(), plan.agents()));
        offerSet.ifPresent(url -> {
            text.append("  offer_set_module: http\n");
            OfferSetFlags.of(url, patience(plan.offerSet()))
                    .forEach((name, value) -> text.append("  %s: \"%s\"%n".formatted(name, value)));
        });
        return text.toString();
    }

    String sessions(ShowPlan plan) {
        String alone = extender.map(url -> SessionSettings.extended(url, plan.verbs(), patience(plan.extender())))
                .orElseGet(SessionSettings::alone);
        return shadow.map(url -> alone + SessionSettings.shadow(url, patience(plan.extender())))
                .orElse(alone);
    }

    @Override
    public void close() {
        programs.forEach(ExampleProgram::close);
    }
}
