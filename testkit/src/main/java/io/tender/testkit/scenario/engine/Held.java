package io.tender.testkit.scenario.engine;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.testkit.scenario.step.OfferRef;
import io.tender.testkit.scenario.step.Source;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a reference such as {@code f1 <- a1} means at this moment. */
record Held(Holding holding, Resources resources) {

    FrameworkId framework() {
        return holding.framework();
    }

    AgentId agent() {
        return holding.agent();
    }

    Role role() {
        return holding.role();
    }

    /** The resources as the allocator wants them: with their role. */
    Resources allocated() {
        return resources.allocate(holding.role());
    }

    /**
     * Finds what is meant among holdings. A reference that says everything itself needs nobody to hold it, since late
     * and wrong calls are worth testing too; any other must find something.
     */
    static List<Held> find(OfferRef ref, SortedMap<Holding, Resources> holdings, Source step, String kind) {
        if (ref.isComplete()) {
            return ref.agents().stream()
                    .map(agent -> new Held(
                            new Holding(
                                    ref.framework().orElseThrow(), ref.role().orElseThrow(), agent),
                            ref.resources().orElseThrow()))
                    .toList();
        }
        TreeMap<Holding, Resources> found = new TreeMap<>();
        for (Map.Entry<Holding, Resources> entry : holdings.entrySet()) {
            Holding holding = entry.getKey();
            if (ref.matches(holding.framework(), holding.role(), holding.agent())) {
                found.put(holding, entry.getValue());
            }
        }
        if (found.isEmpty()) {
            throw Stage.failed(
                    step,
                    "there is nothing " + kind + " that '" + ref + "' could mean",
                    "one of the holdings below, or a reference that says all: f1/role <- a1{cpus:1}",
                    list(holdings));
        }
        if (ref.resources().isPresent()) {
            return List.of(part(ref, found, step));
        }
        return found.entrySet().stream()
                .map(entry -> new Held(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Held part(OfferRef ref, SortedMap<Holding, Resources> found, Source step) {
        if (found.size() > 1) {
            throw Stage.failed(
                    step,
                    "'" + ref + "' could mean several holdings",
                    "a role and one agent: f1/role <- a1{...}",
                    list(found));
        }
        return new Held(found.firstKey(), ref.resources().orElseThrow());
    }

    private static String list(SortedMap<Holding, Resources> holdings) {
        if (holdings.isEmpty()) {
            return "nothing at all";
        }
        StringBuilder text = new StringBuilder();
        holdings.forEach((holding, resources) -> text.append(text.isEmpty() ? "" : "\n")
                .append(holding)
                .append('{')
                .append(resources)
                .append('}'));
        return text.toString();
    }
}
