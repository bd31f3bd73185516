package io.tender.examples;

import io.tender.model.AgentInfo;
import io.tender.spi.policy.AllocationPolicy;
import io.tender.spi.policy.Claim;
import io.tender.spi.policy.Round;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Offers each free agent whole to the next claim in turn, however much that one already holds. */
final class RoundRobin implements AllocationPolicy {

    private final int agentsPerTurn;

    /** Whose turn it is, or was last; kept by name, because claims come and go between runs. */
    private Optional<Claim> current = Optional.empty();

    private int givenThisTurn;

    RoundRobin(int agentsPerTurn) {
        this.agentsPerTurn = agentsPerTurn;
    }

    @Override
    public void allocate(Round round) {
        List<Claim> claims = round.claims();
        for (AgentInfo agent : round.agents()) {
            for (Claim claim : inTurn(claims)) {
                if (round.offer(agent.id(), claim)) {
                    note(claim);
                    break;
                }
            }
        }
    }

    /** All claims, beginning with the one whose turn it is. */
    private List<Claim> inTurn(List<Claim> claims) {
        List<Claim> order = new ArrayList<>(claims);
        current.ifPresent(last -> {
            boolean goesOn = givenThisTurn < agentsPerTurn;
            long before = claims.stream()
                    .filter(claim -> goesOn ? claim.compareTo(last) < 0 : claim.compareTo(last) <= 0)
                    .count();
            Collections.rotate(order, (int) -before);
        });
        return order;
    }

    private void note(Claim claim) {
        boolean sameTurn = current.filter(claim::equals).isPresent() && givenThisTurn < agentsPerTurn;
        givenThisTurn = sameTurn ? givenThisTurn + 1 : 1;
        current = Optional.of(claim);
    }
}
