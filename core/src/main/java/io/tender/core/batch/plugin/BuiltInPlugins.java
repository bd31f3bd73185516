package io.tender.core.batch.plugin;

import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.PluginSetup;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** The plugins that need no jar of their own, and those of Volcano that are left out, with the reason. */
public final class BuiltInPlugins {

    private record Factory(String name, String description, BiFunction<Arguments, PluginSetup, BatchPlugin> maker)
            implements BatchPluginFactory {
        @Override
        public BatchPlugin create(Arguments arguments, PluginSetup setup) {
            return maker.apply(arguments, setup);
        }
    }

    private static final List<BatchPluginFactory> FACTORIES = List.of(
            new Factory(
                    "binpack",
                    "fills the fullest node that still fits",
                    (arguments, setup) -> new BinpackPlugin(arguments)),
            new Factory("capacity", "holds queues to given shares, singly or in a hierarchy", CapacityPlugin::new),
            new Factory(
                    "cdp",
                    "leaves tasks alone for a while after they were placed",
                    (arguments, setup) -> new CdpPlugin()),
            new Factory(
                    "conformance",
                    "never evicts what the cluster itself needs",
                    (arguments, setup) -> new ConformancePlugin()),
            new Factory(
                    "drf",
                    "dominant resource fairness between jobs, and between queues of a hierarchy",
                    (arguments, setup) -> new DrfPlugin(setup)),
            new Factory("gang", "starts jobs whole or not at all", (arguments, setup) -> new GangPlugin()),
            new Factory(
                    "network-topology-aware",
                    "keeps the tasks of a job close together in the network",
                    (arguments, setup) -> new NetworkTopologyPlugin(arguments)),
            new Factory("nodegroup", "gives queues their own groups of nodes", NodeGroupPlugin::new),
            new Factory(
                    "nodeorder",
                    "scores nodes as Kubernetes does",
                    (arguments, setup) -> new NodeOrderPlugin(arguments)),
            new Factory(
                    "overcommit",
                    "admits jobs while they fit the cluster times a factor",
                    (arguments, setup) -> new OvercommitPlugin(arguments)),
            new Factory("pdb", "keeps disruption budgets when evicting", (arguments, setup) -> new PdbPlugin()),
            new Factory(
                    "predicates",
                    "checks labels, taints, ports and neighbours as Kubernetes does",
                    (arguments, setup) -> new PredicatesPlugin(arguments)),
            new Factory(
                    "priority",
                    "higher priority goes first, and evicts what is lower",
                    (arguments, setup) -> new PriorityPlugin()),
            new Factory(
                    "proportion",
                    "shares the cluster between queues by weight",
                    (arguments, setup) -> new ProportionPlugin()),
            new Factory(
                    "rescheduling",
                    "moves tasks off nodes that are too busy",
                    (arguments, setup) -> new ReschedulingPlugin(arguments)),
            new Factory(
                    "resource-strategy-fit",
                    "spreads or packs each resource as the settings say",
                    (arguments, setup) -> new ResourceStrategyFitPlugin(arguments)),
            new Factory(
                    "resourcequota",
                    "admits jobs that fit the quotas of their namespace",
                    (arguments, setup) -> new ResourceQuotaPlugin()),
            new Factory("sla", "serves the earliest deadline first", (arguments, setup) -> new SlaPlugin(arguments)),
            new Factory(
                    "task-topology",
                    "keeps roles of a job together or apart",
                    (arguments, setup) -> new TaskTopologyPlugin(arguments)),
            new Factory("tdm", "uses time-shared nodes in their hours", (arguments, setup) -> new TdmPlugin(arguments)),
            new Factory("usage", "looks at what nodes really use", (arguments, setup) -> new UsagePlugin(arguments)));

    private static final SortedMap<String, String> LEFT_OUT = Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(
            "numa-aware",
            "it needs the topology of cores and memory that only a node's kubelet knows",
            "deviceshare",
            "it needs the shares of devices that only a node's device plugin and kubelet know",
            "volumebinding",
            "it needs the volumes that only Kubernetes' controllers and kubelets know")));

    private BuiltInPlugins() {}

    /** All of them, by name. */
    public static List<BatchPluginFactory> factories() {
        return FACTORIES;
    }

    /** Names somebody may bring along from Volcano, and why there is no such plugin here. */
    public static SortedMap<String, String> leftOut() {
        return LEFT_OUT;
    }
}
