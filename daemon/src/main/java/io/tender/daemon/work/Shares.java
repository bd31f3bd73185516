package io.tender.daemon.work;

import io.tender.daemon.master.AgentView;
import io.tender.daemon.master.FrameworkView;
import io.tender.daemon.master.MasterView;
import io.tender.daemon.master.RoleView;
import io.tender.model.FrameworkId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the roles of a framework and the queues of jobs have of the cluster, for people. */
final class Shares {
    private Shares() {}

    static List<Explanation.Share> of(MasterView view, FrameworkId framework) {
        SortedSet<Role> roles = view.framework(framework)
                .map(FrameworkView::subscription)
                .map(subscription -> subscription.roles())
                .orElse(new TreeSet<>());
        ResourceQuantities all = total(view);
        return view.roles().stream()
                .filter(role -> roles.contains(role.role()))
                .map(role -> new Explanation.Share(
                        "role " + role.role(),
                        held(role, all) / role.weight(),
                        role.weight(),
                        role.allocated().quantities().toString(),
                        role.quota().guarantees().toString(),
                        role.quota().limits().isEmpty()
                                ? ""
                                : role.quota().limits().toString()))
                .toList();
    }

    /** @param used what the tasks of its jobs take */
    static Explanation.Share of(Queue queue, ResourceList used, MasterView view) {
        ResourceList total = TooLarge.empty(view).values().stream().reduce(ResourceList.empty(), ResourceList::plus);
        double share = 0;
        for (int i = 0; i < used.size(); i++) {
            long of = total.millis(used.name(i));
            share = of == 0 ? share : Math.max(share, (double) used.millis(i) / of);
        }
        return new Explanation.Share(
                "queue " + queue.name(),
                share,
                queue.weight(),
                words(used),
                words(queue.guarantee()),
                words(queue.capability(), queue.forbidden()));
    }

    private static String words(ResourceList amounts) {
        return amounts.isEmpty() ? "" : amounts.toString();
    }

    private static String words(ResourceList amounts, Set<String> zeros) {
        return Stream.concat(
                        Stream.of(words(amounts)).filter(words -> !words.isEmpty()),
                        zeros.stream().map(zero -> zero + "=0"))
                .collect(Collectors.joining(" "));
    }

    /** What all agents have together. */
    static ResourceQuantities total(MasterView view) {
        ResourceQuantities total = ResourceQuantities.empty();
        for (AgentView agent : view.agents()) {
            total = total.plus(agent.total().quantities());
        }
        return total;
    }

    /** The part of that resource which a role holds most of, from 0 to 1. */
    static double held(RoleView role, ResourceQuantities total) {
        ResourceQuantities held = role.allocated().quantities();
        double share = 0;
        for (int i = 0; i < held.size(); i++) {
            long of = total.millis(held.name(i));
            share = of == 0 ? share : Math.max(share, (double) held.millis(i) / of);
        }
        return share;
    }
}
