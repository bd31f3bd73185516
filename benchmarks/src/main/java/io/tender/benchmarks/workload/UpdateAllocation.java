package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.benchmarks.workload.Recorder.Sample;
import io.tender.core.sorter.SorterKind;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.Label;
import io.tender.model.Operation;
import io.tender.model.Reservation;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;

/** One agent with four labelled reservations for each of many roles; one framework unreserves and reserves its four. */
record UpdateAllocation(int roles) implements Workload {

    static final Family FAMILY = new Family(
            "UpdateAllocation",
            "one agent, 4 labelled reservations per role; unreserves and reserves four of them 20 times (mean of 20)",
            "frameworks (as roles)",
            Pattern.compile("(\\d+) roles"),
            label -> new UpdateAllocation(Family.number(label, 1)),
            sizes -> sizes.frameworks().stream()
                    .map(roles -> (Workload) new UpdateAllocation(roles))
                    .toList());

    private static final int TURNS = 20;
    private static final int NAME_LENGTH = 36;

    /** What each role's framework holds. */
    private record Share(Role role, FrameworkInfo framework, Resources reserved) {}

    @Override
    public String name() {
        return FAMILY.name();
    }

    @Override
    public String label() {
        return roles + " roles";
    }

    @Override
    public void run(Candidate candidate, Recorder recorder) {
        Random random = new Random(roles);
        List<Share> shares = new ArrayList<>();
        Resources total = Resources.empty();
        Map<FrameworkId, Resources> used = new HashMap<>();
        for (int i = 0; i < roles; i++) {
            Role role = Role.of("role-" + letters(random));
            Resources reserved = reserved(role, random);
            FrameworkInfo framework = Inputs.framework("framework" + (i + 1), role);
            shares.add(new Share(role, framework, reserved));
            total = total.plus(reserved);
            used.put(framework.id(), reserved.allocate(role));
        }
        Agent agent = new Agent(Inputs.info("agent1"), total, used);
        Bench bench = new Bench(candidate, SorterKind.DRF);
        bench.addFrameworks(shares.stream().map(Share::framework).toList());
        bench.addAgents(List.of(agent));
        recorder.expect("offers of a full agent", 0, bench.offersMade());
        recorder.fact("resource objects on the agent", total.size());
        play(bench, agent, shares.getFirst(), recorder);
    }

    private static void play(Bench bench, Agent agent, Share share, Recorder recorder) {
        Resources reserved = share.reserved().allocate(share.role());
        Resources unreserved = reserved.toUnreserved();
        Sample unreserving = new Sample(0, 0);
        Sample reserving = new Sample(0, 0);
        for (int turn = 0; turn < TURNS; turn++) {
            unreserving = sum(
                    unreserving,
                    Sample.of(
                            () -> apply(bench, agent, share.framework(), reserved, new Operation.Unreserve(reserved))));
            reserving = sum(
                    reserving,
                    Sample.of(() -> apply(
                            bench,
                            agent,
                            share.framework(),
                            unreserved,
                            new Operation.Reserve(reserved, Optional.empty()))));
        }
        recorder.add("unreserve", mean(unreserving));
        recorder.add("reserve", mean(reserving));
        // Whatever went wrong with the books on the way would now be refused.
        bench.allocator().recoverResources(share.framework().id(), agent.id(), reserved, Optional.empty(), false);
        bench.tick();
        recorder.expect(
                "offers after giving the four objects back",
                1,
                bench.takeOffers().size());
    }

    private static void apply(
            Bench bench, Agent agent, FrameworkInfo framework, Resources offered, Operation operation) {
        bench.allocator().updateAllocation(framework.id(), agent.id(), offered, operation.conversions());
        bench.settle();
    }

    private static Sample sum(Sample a, Sample b) {
        return new Sample(a.nanos() + b.nanos(), a.bytes() + b.bytes());
    }

    private static Sample mean(Sample sum) {
        return new Sample(sum.nanos() / TURNS, sum.bytes() / TURNS);
    }

    private static Resources reserved(Role role, Random random) {
        Resource[] four = {
            Resource.scalar("cpus", 100_000),
            Resource.scalar("mem", 100_000),
            Resource.scalar("disk", 100_000),
            Resource.ranges("ports", 2, 2)
        };
        for (int i = 0; i < four.length; i++) {
            Reservation reservation = Reservation.dynamic(role).withLabels(Label.of("Label", letters(random)));
            four[i] = four[i].withReservations(reservation);
        }
        return Resources.of(four);
    }

    private static String letters(Random random) {
        return random.ints(NAME_LENGTH, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
