package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds out which verbs a service serves, without asking anything that could change it unless that is allowed. */
final class ServedVerbs {
    private ServedVerbs() {}

    static List<VerbState> find(Service service) {
        CheckPlan plan = service.plan();
        List<VerbState> states = new ArrayList<>();
        for (Verb verb : plan.dialect().verbs()) {
            states.add(state(service, plan, verb));
        }
        return states;
    }

    private static VerbState state(Service service, CheckPlan plan, Verb verb) {
        Map<Verb, String> named = plan.verbs();
        if (plan.dialect().asksAtAddress()) {
            return new VerbState(verb, named.getOrDefault(verb, ""), true, "the address itself");
        }
        if (!named.isEmpty()) {
            return named.containsKey(verb)
                    ? new VerbState(verb, named.getOrDefault(verb, ""), true, "named")
                    : new VerbState(verb, "", false, "not among the verbs named");
        }
        if (plan.dialect().mayChange(verb) && !plan.allowChanges()) {
            return new VerbState(
                    verb,
                    verb.value(),
                    false,
                    "not asked, it may change something (--allow-changes, or name it in --verbs)");
        }
        return probed(service, verb);
    }

    private static VerbState probed(Service service, Verb verb) {
        byte[] body = Service.bytes(service.dialogue().question(verb, Scene.of(0)));
        try {
            int status = service.tryAsking(service.request(verb.value(), body))
                    .answer()
                    .status();
            return status == 404 || status == 405 || status == 501
                    ? new VerbState(verb, verb.value(), false, "not served: " + status)
                    : new VerbState(verb, verb.value(), true, "found by asking: " + status);
        } catch (NoAnswer none) {
            return new VerbState(verb, verb.value(), true, "asked in vain: " + none.getMessage());
        } catch (Ended outOfTime) {
            return new VerbState(verb, verb.value(), false, "the time for all checks was over");
        }
    }
}
