package io.tender.core.batch.plugin;

import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.SessionData;
import io.tender.spi.batch.SessionView;
import java.util.Set;

/** Scores nodes as Kubernetes does, each score times its weight. */
final class NodeOrderPlugin implements BatchPlugin {
    private final ResourceScore.Weights resources;
    private final int nodeAffinity;
    private final int podAffinity;
    private final int taintToleration;
    private final int topologySpread;
    private final boolean wantsImages;

    NodeOrderPlugin(Arguments arguments) {
        resources = new ResourceScore.Weights(
                ResourceWeights.weight(arguments, "leastrequested.weight", 1),
                ResourceWeights.weight(arguments, "mostrequested.weight", 0),
                ResourceWeights.weight(arguments, "balancedresource.weight", 1),
                ResourceWeights.weight(arguments, "imagelocality.weight", 1));
        nodeAffinity = ResourceWeights.weight(arguments, "nodeaffinity.weight", 2);
        podAffinity = ResourceWeights.weight(arguments, "podaffinity.weight", 2);
        taintToleration = ResourceWeights.weight(arguments, "tainttoleration.weight", 3);
        topologySpread = ResourceWeights.weight(arguments, "podtopologyspread.weight", 2);
        wantsImages = arguments.has("imagelocality.weight") && resources.images() > 0;
    }

    /** Images count a little unless something is said; who gives them a weight means them. */
    @Override
    public Set<SessionData> needs() {
        return wantsImages ? Set.of(SessionData.IMAGES) : Set.of();
    }

    @Override
    public Hooks open(SessionView session) {
        Hooks hooks = Hooks.none();
        if (!resources.isNothing()) {
            hooks.nodeOrder(new ResourceScore(session, resources));
        }
        if (nodeAffinity > 0) {
            hooks.batchNodeOrder(new WantedNodes(nodeAffinity));
        }
        if (taintToleration > 0) {
            hooks.batchNodeOrder(new DislikedNodes(session, taintToleration));
        }
        if (podAffinity > 0 || topologySpread > 0) {
            Neighbourhood neighbourhood = new Neighbourhood(session);
            if (podAffinity > 0) {
                hooks.batchNodeOrder(new WantedNeighbours(neighbourhood, podAffinity));
            }
            if (topologySpread > 0) {
                hooks.batchNodeOrder(new EvenSpread(session, neighbourhood, topologySpread));
            }
            neighbourhood.followedBy(hooks);
        }
        return hooks;
    }
}
