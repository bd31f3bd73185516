package io.tender.daemon.work;

import io.tender.model.batch.DisruptionBudget;
import io.tender.model.batch.HyperNode;
import io.tender.model.batch.NamespaceQuota;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Reads HyperNodes of Volcano's, and ResourceQuotas, PodDisruptionBudgets and PriorityClasses of Kubernetes'. */
final class SessionReader {
    private static final int HIGHEST_TIER = 1000;
    private static final int MOST_MEMBERS = 100_000;
    private static final String NUMBER_OR_PERCENT = "a whole number, or a percentage such as 50%";
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern PERCENT = Pattern.compile("(100|[0-9]{1,2})%");

    /** What of a quota counts tasks; all else it may count is nothing that jobs ask for. */
    private static final Pattern UNCOUNTED = Pattern.compile(
            "count/.*|limits\\..*|services(\\..*)?|configmaps|secrets|replicationcontrollers|resourcequotas"
                    + "|persistentvolumeclaims|(requests\\.)?storage|.*\\.storageclass\\.storage\\.k8s\\.io/.*");

    private static final Map<String, Boolean> IS_NODE = new TreeMap<>(Map.of("Node", true, "HyperNode", false));
    private static final Map<String, Boolean> POLICIES =
            new TreeMap<>(Map.of(PriorityClass.PREEMPTS, true, PriorityClass.NEVER, false));

    private SessionReader() {}

    /** All that a document has besides its name; what a status says is passed over. */
    private static Optional<Fields> spec(Fields document, String what, String expected) {
        document.required("spec", expected);
        Optional<Fields> within = document.within("spec", what);
        document.get("status");
        document.done();
        return within;
    }

    // Hyper nodes

    /** Who belongs to a hyper node. */
    private static final class Members {
        final TreeSet<String> nodes = new TreeSet<>();
        final TreeSet<String> domains = new TreeSet<>();
        final List<String> nodePatterns = new ArrayList<>();
        final List<Selector> nodeLabels = new ArrayList<>();
        final List<String> domainPatterns = new ArrayList<>();
    }

    static Optional<HyperNodeDocument> hyperNode(Fields document, Metadata metadata) {
        return spec(document, "A hyper node", "spec: with a tier").map(spec -> {
            spec.required("tier", "a whole number; 1 is the closest");
            int tier = spec.number("tier", 1, 0, HIGHEST_TIER);
            String tierName = spec.text("tierName", "");
            Members members = new Members();
            List<Boolean> read = spec.each("members", "A member", member -> {
                member(member, metadata.name(), members);
                return Optional.of(true);
            });
            if (read.size() > MOST_MEMBERS) {
                spec.part().problem("A hyper node has too many members.", read.size() + "", "at most " + MOST_MEMBERS);
            }
            spec.done();
            return new HyperNodeDocument(
                    new HyperNode(
                            metadata.name(), tier, tierName, List.copyOf(members.nodes), List.copyOf(members.domains)),
                    members.nodePatterns,
                    members.nodeLabels,
                    members.domainPatterns);
        });
    }

    private static void member(Fields member, String self, Members members) {
        member.required("type", "Node or HyperNode");
        member.required("selector", "selector: with exactMatch, regexMatch or labelMatch");
        boolean node = member.oneOf("type", IS_NODE).orElse(true);
        member.within("selector", "The selector of a member").ifPresent(selector -> {
            Optional<Fields> exact = selector.within("exactMatch", "An exact match");
            Optional<Fields> regex = selector.within("regexMatch", "A match by pattern");
            boolean labels = selector.get("labelMatch").isPresent();
            int given = (exact.isPresent() ? 1 : 0) + (regex.isPresent() ? 1 : 0) + (labels ? 1 : 0);
            if (given != 1) {
                selector.part()
                        .problem(
                                "The selector of a member must say one thing.",
                                given + " of exactMatch, regexMatch and labelMatch",
                                "one of them");
            }
            exact.ifPresent(match -> exact(match, node, self, members));
            regex.ifPresent(match -> regex(match, node, members));
            if (labels) {
                labels(selector, node, members);
            }
            selector.done();
        });
        member.done();
    }

    private static void exact(Fields match, boolean node, String self, Members members) {
        match.required("name", "the name of a " + (node ? "node: its host name" : "hyper node"));
        match.text("name").ifPresent(name -> {
            if (!node && name.equals(self)) {
                match.part().problem("A hyper node cannot be a member of itself.", "'" + name + "'", "another one");
            }
            (node ? members.nodes : members.domains).add(name);
        });
        match.done();
    }

    private static void regex(Fields match, boolean node, Members members) {
        match.required("pattern", "a regular expression such as ^rack1-");
        match.get("pattern")
                .ifPresent(at -> at.text("'pattern'")
                        .flatMap(pattern -> Fields.attempt(at, () -> {
                            HyperNodeDocument.pattern(pattern);
                            return pattern;
                        }))
                        .ifPresent(pattern -> (node ? members.nodePatterns : members.domainPatterns).add(pattern)));
        match.done();
    }

    private static void labels(Fields selector, boolean node, Members members) {
        Selector wanted = AffinityReader.selector(selector, "labelMatch");
        if (!node) {
            selector.get("labelMatch")
                    .ifPresent(at -> at.problem(
                            "Hyper nodes are not found by labels.", "labelMatch", "exactMatch or regexMatch"));
        }
        members.nodeLabels.add(wanted);
    }

    // Quotas

    static Optional<QuotaDocument> quota(Fields document, Metadata metadata) {
        return spec(document, "A resource quota", "spec: with hard").map(spec -> {
            spec.required("hard", "amounts by resource, such as cpu: 10");
            TreeSet<String> none = new TreeSet<>();
            ResourceList hard = spec.resources("hard").orElse(ResourceList.empty());
            TreeMap<String, Long> counted = new TreeMap<>();
            spec.get("hard")
                    .ifPresent(at -> at.entries("'hard'").keySet().forEach(name -> {
                        if (UNCOUNTED.matcher(name).matches()) {
                            spec.notice(
                                    "'" + name + "' of a quota has no effect: jobs have tasks and what those request");
                        } else if (hard.has(name)) {
                            counted.put(name, hard.millis(name));
                        } else {
                            none.add(name);
                        }
                    }));
            spec.refuse("a quota is about all jobs of its namespace", "scopes", "scopeSelector");
            spec.done();
            return new QuotaDocument(new NamespaceQuota(
                    metadata.namespace(), metadata.name(), ResourceList.of(counted), ResourceList.empty(), none));
        });
    }

    // Budgets

    static Optional<BudgetDocument> budget(Fields document, Metadata metadata) {
        return spec(document, "A disruption budget", "spec: with a selector, and minAvailable or maxUnavailable")
                .map(spec -> {
                    spec.required("selector", "selector: with matchLabels; {} for all tasks of the namespace");
                    Selector selector = AffinityReader.selector(spec, "selector");
                    String least = numberOrPercent(spec, "minAvailable");
                    String most = numberOrPercent(spec, "maxUnavailable");
                    boolean both = spec.get("minAvailable").isPresent()
                            && spec.get("maxUnavailable").isPresent();
                    boolean neither = spec.get("minAvailable").isEmpty()
                            && spec.get("maxUnavailable").isEmpty();
                    if (both || neither) {
                        spec.part()
                                .problem(
                                        "A disruption budget must say one thing.",
                                        (both ? "both" : "neither") + " of minAvailable and maxUnavailable",
                                        "one of them");
                    }
                    spec.ignore("only tasks that run count as healthy", "unhealthyPodEvictionPolicy");
                    spec.done();
                    return new BudgetDocument(
                            new DisruptionBudget(metadata.namespace(), metadata.name(), selector, least, most));
                });
    }

    /** As it is written, without what does not matter; empty if it is not there or cannot be read. */
    private static String numberOrPercent(Fields spec, String name) {
        return spec.get(name)
                .flatMap(at -> at.word("'" + name + "'", NUMBER_OR_PERCENT).flatMap(word -> {
                    boolean percent = PERCENT.matcher(word).matches();
                    if (!percent && !NUMBER.matcher(word).matches()) {
                        at.problem("'" + name + "' cannot be this.", "'" + word + "'", NUMBER_OR_PERCENT);
                        return Optional.empty();
                    }
                    int number = Integer.parseInt(percent ? word.substring(0, word.length() - 1) : word);
                    return Optional.of(number + (percent ? "%" : ""));
                }))
                .orElse("");
    }

    // Priority classes

    static Optional<PriorityClassDocument> priorityClass(Fields document, Metadata metadata) {
        document.required("value", "a whole number; more is more important");
        int value = document.number("value", 0, -PriorityClass.MOST, PriorityClass.MOST);
        boolean usual = document.truth("globalDefault", false);
        boolean preempts = document.oneOf("preemptionPolicy", POLICIES).orElse(true);
        document.text("description");
        document.done();
        if (!PriorityClass.isName(metadata.name())) {
            document.part()
                    .problem(
                            "A priority class cannot be called this.",
                            "'" + metadata.name() + "'",
                            "another name: those that begin with system- are taken");
        }
        return Optional.of(new PriorityClassDocument(new PriorityClass(metadata.name(), value, usual, preempts)));
    }
}
