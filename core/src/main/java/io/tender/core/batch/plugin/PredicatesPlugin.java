package io.tender.core.batch.plugin;

import io.tender.model.Value;
import io.tender.model.batch.HostPort;
import io.tender.model.batch.Node;
import io.tender.model.batch.Taint;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.List;
import java.util.Optional;

/** What Kubernetes asks of a node before a task goes there: labels, taints, ports and neighbours. */
final class PredicatesPlugin implements BatchPlugin {
    private static final List<String> UNSUPPORTED = List.of(
            "predicate.NodeVolumeLimitsEnable",
            "predicate.VolumeZoneEnable",
            "predicate.VolumeBindingEnable",
            "predicate.DynamicResourceAllocationEnable");

    private static final String CACHE = "predicate.CacheEnable";

    private final boolean nodeAffinity;
    private final boolean ports;
    private final boolean taints;
    private final boolean podAffinity;
    private final boolean spread;

    PredicatesPlugin(Arguments arguments) {
        nodeAffinity = arguments.truth("predicate.NodeAffinityEnable", true);
        ports = arguments.truth("predicate.NodePortsEnable", true);
        taints = arguments.truth("predicate.TaintTolerationEnable", true);
        podAffinity = arguments.truth("predicate.PodAffinityEnable", true);
        spread = arguments.truth("predicate.PodTopologySpreadEnable", true);
        arguments.truth(CACHE, true);
        arguments.notice(CACHE, "answers are kept as long as they hold in any case");
        UNSUPPORTED.forEach(name -> Unsupported.refuse(arguments, name));
    }

    @Override
    public Hooks open(SessionView session) {
        Neighbourhood neighbourhood = new Neighbourhood(session);
        Hooks hooks = Hooks.none().predicate(new OwnRules(session));
        if (ports) {
            hooks.predicate(new Ports(neighbourhood));
        }
        if (podAffinity) {
            hooks.predicate(new PodAffinityFilter(neighbourhood));
        }
        if (spread) {
            hooks.predicate(new SpreadFilter(session, neighbourhood));
        }
        return ports || podAffinity || spread ? neighbourhood.followedBy(hooks) : hooks;
    }

    /** What does not depend on the tasks of the node. */
    private final class OwnRules implements Predicate {
        private final SessionView session;
        private Optional<Boolean> anyClosed = Optional.empty();

        OwnRules(SessionView session) {
            this.session = session;
        }

        @Override
        public Reach reach(TaskView task) {
            boolean matters = (nodeAffinity && NodeRules.isPicky(task.template())) || anyClosed();
            return matters ? Reach.MACHINE : Reach.NONE;
        }

        /** Whether any node keeps tasks off; looked up once, since nodes stay as they are during a session. */
        private boolean anyClosed() {
            if (anyClosed.isEmpty()) {
                boolean found = false;
                for (NodeView node : session.nodes()) {
                    found |=
                            node.node().unschedulable() || !node.node().taints().isEmpty();
                }
                anyClosed = Optional.of(found);
            }
            return anyClosed.get();
        }

        @Override
        public Verdict fits(TaskView task, NodeView view) {
            TaskTemplate template = task.template();
            Node node = view.node();
            if (NodeRules.isClosed(template, node)) {
                return Verdict.never("the node takes no new tasks");
            }
            if (nodeAffinity && !NodeRules.isWanted(template, node)) {
                return Verdict.never("the node's labels are not what node selector and affinity ask for");
            }
            if (taints && !node.taints().isEmpty()) {
                Optional<Taint> taint = NodeRules.forbidding(template, node);
                if (taint.isPresent()) {
                    return Verdict.never("the task does not tolerate the node's taint " + taint.get());
                }
            }
            return Verdict.fits();
        }
    }

    private record Ports(Neighbourhood neighbourhood) implements Predicate {
        @Override
        public Reach reach(TaskView task) {
            return task.template().ports().isEmpty() ? Reach.NONE : Reach.NODE;
        }

        @Override
        public Verdict fits(TaskView task, NodeView node) {
            Optional<Value.Ranges> numbers = node.node().ports();
            for (HostPort wanted : task.template().ports()) {
                if (numbers.isPresent() && !numbers.get().contains(Value.Ranges.of(wanted.port(), wanted.port()))) {
                    return Verdict.never(
                            "port " + wanted.port() + " is not among the ports the node has, or somebody else has it");
                }
            }
            for (TaskView other : node.tasks()) {
                if (!other.template().ports().isEmpty() && !neighbourhood.isLeaving(other)) {
                    for (HostPort wanted : task.template().ports()) {
                        for (HostPort taken : other.template().ports()) {
                            // Whoever is given a number has it whole, with every protocol and address.
                            boolean sameNumber = numbers.isPresent() && wanted.port() == taken.port();
                            if (sameNumber || wanted.conflictsWith(taken)) {
                                return Verdict.unschedulable("port " + wanted.port() + "/" + wanted.protocol()
                                        + " is taken by task '" + other.name() + "'");
                            }
                        }
                    }
                }
            }
            return Verdict.fits();
        }
    }
}
