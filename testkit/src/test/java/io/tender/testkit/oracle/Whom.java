package io.tender.testkit.oracle;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Role;

/** Whom a step is about: mostly somebody who is there, sometimes nobody, and sometimes the wrong one. */
final class Whom {
    private final World world;
    private final Ledger ledger;
    private final Dice dice;

    Whom(World world, Ledger ledger, Dice dice) {
        this.world = world;
        this.ledger = ledger;
        this.dice = dice;
    }

    AgentId agent() {
        return ledger.agents.isEmpty() || dice.chance(world.strangers)
                ? dice.in(world.agents)
                : dice.in(ledger.agents.keySet());
    }

    FrameworkId framework() {
        return ledger.frameworks.isEmpty() || dice.chance(world.strangers)
                ? dice.in(world.frameworks)
                : dice.in(ledger.frameworks.keySet());
    }

    /** A role the framework has, if there is one, else any. */
    Role roleOf(FrameworkId id) {
        Ledger.Framework framework = ledger.frameworks.get(id);
        boolean own = framework != null && !framework.info.roles().isEmpty() && dice.chance(0.85);
        return own ? dice.in(framework.info.roles()) : dice.in(world.roles);
    }

    /** Whether this is one of the calls that break a rule. */
    boolean errs() {
        return dice.chance(world.mistakes);
    }
}
