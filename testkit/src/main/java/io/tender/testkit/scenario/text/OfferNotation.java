package io.tender.testkit.scenario.text;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.testkit.scenario.step.ExpectedInverseOffer;
import io.tender.testkit.scenario.step.ExpectedOffer;
import io.tender.testkit.scenario.step.ExpectedOffer.Amount;
import io.tender.testkit.scenario.step.ExpectedOffer.Receiver;
import io.tender.testkit.scenario.step.OfferRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Offers: {@code f1/role <- a1{cpus:2}}, whether they are expected or something is done with them. */
public final class OfferNotation {

    private static final String FORM = "an offer such as f1/role1 <- a1{cpus:2;mem:1024} or f1 <- a1 all";

    /** The beginning of {@code 2 of a1..a6}. */
    private static final Pattern COUNT = Pattern.compile("[0-9]{1,6}\\s+of\\s.*", Pattern.DOTALL);

    private OfferNotation() {}

    /**
     * What is expected: {@code f1/r <- a1 all, a2{cpus:1}}, {@code f1 or f2 <- 1 of a1, a2}, {@code f1 <- a1 some}.
     *
     * <p>Names of agents that follow each other share the amount behind the last of them; no amount means all.
     */
    public static List<ExpectedOffer> expected(String text) {
        Cursor cursor = new Cursor(text);
        List<Receiver> receivers = new ArrayList<>();
        do {
            receivers.add(receiver(cursor));
        } while (cursor.takeWord("or"));
        cursor.expect("<-", "'<-' and what is offered; " + FORM);
        List<ExpectedOffer> offers = new ArrayList<>();
        boolean more;
        do {
            more = group(cursor, receivers, offers);
        } while (more || cursor.take(","));
        cursor.end("',' and a further agent, or the end");
        return offers;
    }

    /** Reads agents up to an amount; true if it has already stepped over the comma before a further group. */
    private static boolean group(Cursor cursor, List<Receiver> receivers, List<ExpectedOffer> offers) {
        Optional<Integer> chosen = count(cursor);
        List<AgentId> agents = new ArrayList<>();
        Optional<Amount> amount;
        boolean comma;
        do {
            IdNotation.agentRange(cursor, agents);
            amount = amount(cursor);
            comma = amount.isEmpty() && cursor.take(",");
        } while (comma && !cursor.looksAt(COUNT));
        Amount each = amount.orElseGet(Amount.All::new);
        if (chosen.isPresent()) {
            if (chosen.get() > agents.size()) {
                throw cursor.mistake(chosen.get() + " agents or more after 'of', there are " + agents.size());
            }
            offers.add(new ExpectedOffer(receivers, chosen.get(), agents, each));
        } else {
            agents.forEach(agent -> offers.add(new ExpectedOffer(receivers, 1, List.of(agent), each)));
        }
        return comma;
    }

    private static Optional<Integer> count(Cursor cursor) {
        if (!cursor.looksAt(COUNT)) {
            return Optional.empty();
        }
        int number = Integer.parseInt(cursor.name("a number"));
        cursor.takeWord("of");
        return Optional.of(number);
    }

    private static Optional<Amount> amount(Cursor cursor) {
        cursor.skipSpaces();
        if (cursor.peek() == '{') {
            return Optional.of(new Amount.Exactly(IdNotation.braces(cursor)));
        }
        if (cursor.takeWord("all")) {
            return Optional.of(new Amount.All());
        }
        if (cursor.takeWord("some")) {
            return Optional.of(new Amount.Some());
        }
        return Optional.empty();
    }

    private static Receiver receiver(Cursor cursor) {
        FrameworkId framework = new FrameworkId(cursor.name(FORM));
        Optional<Role> role = Optional.empty();
        if (cursor.take("/")) {
            role = Optional.of(IdNotation.role(cursor, "<"));
        }
        return new Receiver(framework, role);
    }

    /** What something is done with: as {@link #expected}, but everything from the right may be left out. */
    public static OfferRef reference(String text) {
        if (text.strip().equals("all")) {
            return OfferRef.all();
        }
        Cursor cursor = new Cursor(text);
        Receiver holder = receiver(cursor);
        List<AgentId> agents = List.of();
        Optional<Resources> resources = Optional.empty();
        if (cursor.take("<-")) {
            agents = IdNotation.agentList(cursor);
            cursor.skipSpaces();
            if (cursor.peek() == '{') {
                resources = Optional.of(IdNotation.braces(cursor));
            } else {
                cursor.takeWord("all");
            }
        }
        cursor.end("the end; " + FORM + ", or just f1");
        return new OfferRef(Optional.of(holder.framework()), holder.role(), agents, resources);
    }

    /** {@code f1 <- a1}, with the time of the maintenance if it matters: {@code f1 <- a1 at 60s for 120s}. */
    public static List<ExpectedInverseOffer> inverse(String text) {
        Cursor cursor = new Cursor(text);
        FrameworkId framework = new FrameworkId(cursor.name("a framework such as f1"));
        cursor.expect("<-", "'<-' and the agents, such as f1 <- a1");
        List<AgentId> agents = IdNotation.agentList(cursor);
        Optional<Unavailability> when = TimeNotation.unavailability(cursor);
        cursor.end("the end, or the time of the maintenance such as 'at 60s for 120s'");
        return agents.stream()
                .map(agent -> new ExpectedInverseOffer(framework, agent, when))
                .toList();
    }
}
