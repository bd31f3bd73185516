package io.tender.examples.extender;

import static io.tender.extender.server.Scores.scoreEach;
import static io.tender.extender.server.Verdict.fits;
import static io.tender.extender.server.Verdict.never;

import io.tender.extender.server.ExtenderServer;

/** Keeps tasks that ask for it on machines with an SSD, and prefers machines with little to do. */
public final class SsdFirst {
    private SsdFirst() {}

    static ExtenderServer.Builder extender() {
        return ExtenderServer.builder()
                .predicate((task, agent) ->
                        !task.has("needs-ssd") || agent.has("ssd") ? fits() : never("agent has no 'ssd' label"))
                .prioritize((task, agents) -> scoreEach(agents, agent -> 100 - agent.load()));
    }

    public static void main(String[] args) {
        ExtenderServer server = extender().listen(args.length > 0 ? Integer.parseInt(args[0]) : 8888);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(server::close));
        System.out.println(server.address());
    }
}
