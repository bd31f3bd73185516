package io.tender.extender.volcano;

import io.tender.extender.json.Json;
import io.tender.model.batch.NetworkTopology;
import io.tender.model.batch.NodeAffinity;
import io.tender.model.batch.PodAffinity;
import io.tender.model.batch.Requirement;
import io.tender.model.batch.Selector;
import io.tender.model.batch.SpreadConstraint;
import io.tender.model.batch.TaskTemplate;
import java.util.List;

/** Where a pod wants to be and beside whom, as its specification says it. */
final class KubeAffinity {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private KubeAffinity() {}

    static void write(Json json, TaskTemplate template) {
        NodeAffinity nodes = template.nodeAffinity();
        PodAffinity pods = template.podAffinity();
        boolean anyNodes = !nodes.required().isEmpty() || !nodes.preferred().isEmpty();
        if (!anyNodes && pods.isEmpty()) {
            return;
        }
        json.begin("affinity");
        if (anyNodes) {
            nodes(json, nodes);
        }
        pods(json, "podAffinity", pods.required(), pods.preferred());
        pods(json, "podAntiAffinity", pods.requiredAnti(), pods.preferredAnti());
        json.end();
    }

    private static void nodes(Json json, NodeAffinity nodes) {
        json.begin("nodeAffinity");
        if (!nodes.required().isEmpty()) {
            json.begin(REQUIRED);
            json.<Selector>list("nodeSelectorTerms", nodes.required(), KubeAffinity::term);
            json.end();
        }
        if (!nodes.preferred().isEmpty()) {
            json.<NodeAffinity.Preferred>list(PREFERRED, nodes.preferred(), (out, wish) -> {
                out.begin().put("weight", wish.weight()).begin("preference");
                out.<Requirement>list("matchExpressions", wish.selector().requirements(), KubeAffinity::requirement);
                out.end().end();
            });
        }
        json.end();
    }

    private static void term(Json json, Selector selector) {
        json.begin();
        json.<Requirement>list("matchExpressions", selector.requirements(), KubeAffinity::requirement);
        json.end();
    }

    private static void pods(
            Json json, String name, List<PodAffinity.Term> required, List<PodAffinity.Preferred> preferred) {
        if (required.isEmpty() && preferred.isEmpty()) {
            return;
        }
        json.begin(name);
        if (!required.isEmpty()) {
            json.<PodAffinity.Term>list(REQUIRED, required, (out, term) -> {
                out.begin();
                members(out, term);
                out.end();
            });
        }
        if (!preferred.isEmpty()) {
            json.<PodAffinity.Preferred>list(PREFERRED, preferred, (out, wish) -> {
                out.begin().put("weight", wish.weight()).begin("podAffinityTerm");
                members(out, wish.term());
                out.end().end();
            });
        }
        json.end();
    }

    private static void members(Json json, PodAffinity.Term term) {
        selector(json, term.selector());
        if (!term.namespaces().isEmpty()) {
            json.texts("namespaces", term.namespaces());
        }
        json.put("topologyKey", term.topologyKey());
    }

    private static void selector(Json json, Selector selector) {
        json.begin("labelSelector");
        json.<Requirement>list("matchExpressions", selector.requirements(), KubeAffinity::requirement);
        json.end();
    }

    private static void requirement(Json json, Requirement requirement) {
        json.begin().put("key", requirement.key()).put("operator", operator(requirement.operator()));
        if (!requirement.values().isEmpty()) {
            json.texts("values", requirement.values());
        }
        json.end();
    }

    private static String operator(Requirement.Operator operator) {
        return switch (operator) {
            case IN -> "In";
            case NOT_IN -> "NotIn";
            case EXISTS -> "Exists";
            case DOES_NOT_EXIST -> "DoesNotExist";
            case GT -> "Gt";
            case LT -> "Lt";
        };
    }

    static void spread(Json json, List<SpreadConstraint> constraints) {
        if (constraints.isEmpty()) {
            return;
        }
        json.<SpreadConstraint>list("topologySpreadConstraints", constraints, (out, constraint) -> {
            out.begin()
                    .put("maxSkew", constraint.maxSkew())
                    .put("topologyKey", constraint.topologyKey())
                    .put("whenUnsatisfiable", constraint.required() ? "DoNotSchedule" : "ScheduleAnyway");
            selector(out, constraint.selector());
            out.end();
        });
    }

    static void topology(Json json, String name, NetworkTopology topology) {
        json.begin(name).put("mode", topology.hard() ? "hard" : "soft");
        topology.highestTier().ifPresent(tier -> json.put("highestTierAllowed", tier));
        topology.highestTierName().ifPresent(tier -> json.put("highestTierName", tier));
        json.end();
    }
}
