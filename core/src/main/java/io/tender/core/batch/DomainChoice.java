package io.tender.core.batch;

import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.HyperNodeOrder;
import io.tender.spi.batch.HyperNodeView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Which domains are tried, in which order, and how good they are. */
final class DomainChoice {
    private final Session session;

    DomainChoice(Session session) {
        this.session = session;
    }

    /** Lists of domains for a job: all of a list are compared, the next list is for when none of them will do. */
    List<List<SessionDomain>> forJob(SessionJob job) {
        SessionDomain top = session.domains().top();
        return gradients(HookKind.HYPER_NODE_GRADIENT, top, hook -> hook.domains(job, top));
    }

    List<List<SessionDomain>> forSubJob(SessionSubJob subJob, SessionDomain within) {
        List<List<SessionDomain>> allowed =
                gradients(HookKind.SUB_JOB_GRADIENT, within, hook -> hook.domains(subJob, within));
        List<List<SessionDomain>> lists = new ArrayList<>();
        // What was freed for it comes first, if it may still go there.
        subJob.nominatedHyperNode()
                .flatMap(session.domains()::find)
                .filter(domain -> allowed.stream().anyMatch(list -> list.contains(domain)))
                .ifPresent(domain -> lists.add(List.of(domain)));
        lists.addAll(allowed);
        return lists;
    }

    private <H> List<List<SessionDomain>> gradients(
            HookKind<H> kind, SessionDomain within, Function<H, List<List<HyperNodeView>>> ask) {
        for (Voice<H> voice : session.choir().of(kind)) {
            try {
                List<List<SessionDomain>> lists = new ArrayList<>();
                for (List<HyperNodeView> list : ask.apply(voice.hook())) {
                    lists.add(list.stream()
                            .flatMap(view -> session.domains().find(view.name()).stream())
                            .toList());
                }
                return lists;
            } catch (RuntimeException thrown) {
                session.choir().fault(voice, kind, thrown);
            }
        }
        return List.of(List.of(within));
    }

    /**
     * What plugins think of the domains of a list for a sub-group, added up. To be asked before the sub-group is tried in any of
     * them: what its tasks want shows only as long as they wait.
     */
    Map<String, Double> scores(SessionSubJob subJob, List<SessionDomain> among) {
        Map<String, Double> sums = new HashMap<>();
        for (Voice<HyperNodeOrder> voice : session.choir().of(HookKind.HYPER_NODE_ORDER)) {
            try {
                voice.hook().score(subJob, List.copyOf(among)).forEach((name, score) -> {
                    if (Double.isFinite(score)) {
                        sums.merge(name, score, Double::sum);
                    }
                });
            } catch (RuntimeException thrown) {
                session.choir().fault(voice, HookKind.HYPER_NODE_ORDER, thrown);
            }
        }
        return sums;
    }
}
