package io.tender.extender.server;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** kube-scheduler's extender protocol, v1: names of members in any case, nulls, whole nodes or their names alone. */
final class KubeCodec implements Codec {
    private static final SortedMap<String, Question.Kind> VERBS =
            Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(
                    "filter", Question.Kind.FIT,
                    "prioritize", Question.Kind.RANK,
                    "preempt", Question.Kind.PREEMPT,
                    "bind", Question.Kind.BIND)));

    private final Optional<Function<String, Agent>> lookup;
    private final SeenNames named = new SeenNames();
    private final SeenAgents agents = new SeenAgents(NodeReading::read);

    /** Where only names are sent, agents are known by their names alone. */
    KubeCodec() {
        this.lookup = Optional.empty();
    }

    /** @param lookup finds an agent of which only the name was sent */
    KubeCodec(Function<String, Agent> lookup) {
        this.lookup = Optional.of(lookup);
    }

    @Override
    public SortedMap<String, Question.Kind> verbs() {
        return VERBS;
    }

    @Override
    public Asked read(String verb, byte[] body) throws Unreadable {
        Cursor cursor = new Cursor(body);
        if (!cursor.enterObject()) {
            throw new Unreadable("Got null; expected an object");
        }
        Asked asked = switch (verb) {
            case "filter", "prioritize" -> args(verb, cursor);
            case "preempt" -> preemption(cursor);
            case "bind" -> binding(cursor);
            default -> throw new Unreadable("Got the verb '" + verb + "'; expected one of " + VERBS.keySet());
        };
        cursor.expectEnd();
        return asked;
    }

    private Asked args(String verb, Cursor cursor) throws Unreadable {
        @Nullable Task task = null;
        @Nullable AgentList whole = null;
        @Nullable AgentList named = null;
        for (String name = cursor.member(); !name.isEmpty(); name = cursor.member()) {
            switch (name) {
                case "pod" -> task = pod(cursor);
                case "nodes" -> whole = nodes(cursor);
                case "nodenames" -> named = this.named.list(cursor).orElse(null);
                default -> cursor.skip();
            }
        }
        if (task == null) {
            throw new Unreadable("Got no 'Pod'; expected an object of that name");
        }
        boolean byName = named != null;
        AgentList sent = named != null ? named : whole != null ? whole : AgentList.NONE;
        List<Agent> all = byName ? lookedUp(sent.agents()) : sent.agents();
        return verb.equals("filter")
                ? new KubeAsked(Question.Fit.of(task, all), sent, byName)
                : new KubeAsked(new Question.Rank(task, all), sent, byName);
    }

    private static Task pod(Cursor cursor) throws Unreadable {
        if (!cursor.isObject()) {
            throw cursor.instead("a Pod");
        }
        return PodReading.read(cursor);
    }

    /** A NodeList; null if null stands there, which is how names are told from none at all. */
    private @Nullable AgentList nodes(Cursor cursor) throws Unreadable {
        if (!cursor.enterObject()) {
            return null;
        }
        AgentList items = AgentList.NONE;
        for (String name = cursor.member(); !name.isEmpty(); name = cursor.member()) {
            if (name.equals("items")) {
                items = agents.list(cursor);
            } else {
                cursor.skip();
            }
        }
        return items;
    }

    private List<Agent> lookedUp(List<Agent> named) {
        return lookup.map(found ->
                        named.stream().map(agent -> found.apply(agent.name())).toList())
                .orElse(named);
    }

    private static Asked preemption(Cursor cursor) throws Unreadable {
        @Nullable Task task = null;
        List<Candidate> candidates = List.of();
        for (String name = cursor.member(); !name.isEmpty(); name = cursor.member()) {
            switch (name) {
                case "pod" -> task = pod(cursor);
                // Kubernetes 1.16 and earlier had the third name.
                case "nodenametovictims", "nodenametometavictims", "nodetovictims" -> {
                    List<Candidate> read = candidates(cursor);
                    candidates = read.isEmpty() ? candidates : read;
                }
                default -> cursor.skip();
            }
        }
        if (task == null) {
            throw new Unreadable("Got no 'Pod'; expected an object of that name");
        }
        return new KubeAsked(new Question.Preempt(task, candidates), AgentList.NONE, false);
    }

    private static List<Candidate> candidates(Cursor in) throws Unreadable {
        List<Candidate> all = new ArrayList<>();
        if (in.opensObject()) {
            while (in.hasMember()) {
                String node = in.name();
                all.add(candidate(node, in));
            }
        }
        return all;
    }

    private static Candidate candidate(String node, Cursor in) throws Unreadable {
        List<Task> victims = new ArrayList<>();
        long violations = 0;
        if (in.opensObject()) {
            for (String key = in.member(); !key.isEmpty(); key = in.member()) {
                switch (key) {
                    case "pods" -> {
                        if (in.opensList()) {
                            while (in.item()) {
                                victims.add(PodReading.read(in)); // whole, or its UID alone
                            }
                        }
                    }
                    case "numpdbviolations" -> violations = in.whole();
                    default -> in.skip();
                }
            }
        }
        return new Candidate(node, victims, violations);
    }

    private Asked binding(Cursor cursor) throws Unreadable {
        String pod = "";
        String namespace = "";
        String uid = "";
        String node = "";
        for (String name = cursor.member(); !name.isEmpty(); name = cursor.member()) {
            switch (name) {
                case "podname" -> pod = cursor.text();
                case "podnamespace" -> namespace = cursor.text();
                case "poduid" -> uid = cursor.text();
                case "node" -> node = cursor.text();
                default -> cursor.skip();
            }
        }
        if (pod.isEmpty() || node.isEmpty()) {
            throw new Unreadable("Got no '" + (pod.isEmpty() ? "PodName" : "Node") + "'; expected a name");
        }
        return new KubeAsked(
                new Question.Bind(Task.of(namespace, pod, uid).on(node), agent(node)), AgentList.NONE, false);
    }

    private Agent agent(String name) {
        return lookup.map(found -> found.apply(name)).orElseGet(() -> Agent.named(name));
    }
}
