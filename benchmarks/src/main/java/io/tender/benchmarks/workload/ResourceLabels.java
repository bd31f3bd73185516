package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.core.sorter.SorterKind;
import io.tender.model.FrameworkInfo;
import io.tender.model.Label;
import io.tender.model.Reservation;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** As {@link DeclineOffers}, with labelled dynamic reservations among what is used: objects that do not merge. */
record ResourceLabels(int agents, int frameworks, int rounds) implements Workload {

    static final Family FAMILY = new Family(
            "ResourceLabels",
            "as DeclineOffers, with two labelled reservations used on every agent",
            Family.GRID + ", rounds",
            DeclineOffers.LABELS,
            label -> new ResourceLabels(Family.number(label, 1), Family.number(label, 2), Family.number(label, 3)),
            sizes -> sizes.grid((agents, frameworks) ->
                    new ResourceLabels(agents, frameworks, sizes.rounds().orElse(2 * frameworks))));

    private static final Role ROLE = Role.of("role1");
    private static final String USED = "mem:2014;disk:1024;ports:" + Inputs.fragmentedPorts(16);

    @Override
    public String name() {
        return FAMILY.name();
    }

    @Override
    public String label() {
        return agents + "x" + frameworks + " (" + rounds + " rounds)";
    }

    @Override
    public void run(Candidate candidate, Recorder recorder) {
        List<FrameworkInfo> frameworkList = Inputs.frameworks(frameworks, ROLE);
        List<Agent> agentList = Inputs.agents(
                agents, i -> Resources.parse(Inputs.LARGE_AGENT), frameworkList, ResourceLabels::used, ROLE);
        Bench bench = new Bench(candidate, SorterKind.DRF);

        recorder.time("add frameworks", () -> bench.addFrameworks(frameworkList));
        recorder.time("add agents", () -> bench.addAgents(agentList));
        recorder.expect("offers after adding the agents", agents, bench.offersMade());
        DecliningRounds.play(bench, rounds, agents, frameworks, recorder);
    }

    /**
     * The reserved cpus are no part of the agent's total, so the agents are over-held and all 24 cpus stay free. Both
     * unique labels are in the first set: a slip of the original, kept for the sake of comparison.
     */
    private static Resources used(int agent) {
        Stream<Label> unique = Stream.of("unique_key_1", "unique_key_2").map(key -> Label.of(key, "value_" + agent));
        return Resources.parse(USED)
                .plus(reservedCpus(Stream.concat(commonLabels(), unique)))
                .plus(reservedCpus(commonLabels()));
    }

    private static Stream<Label> commonLabels() {
        return IntStream.rangeClosed(0, 10).mapToObj(n -> Label.of("key" + n, "value" + n));
    }

    private static Resource reservedCpus(Stream<Label> labels) {
        Reservation reservation = Reservation.dynamic(ROLE, "principal1").withLabels(labels.toArray(Label[]::new));
        return Resource.scalar("cpus", 8_000).withReservations(reservation);
    }
}
