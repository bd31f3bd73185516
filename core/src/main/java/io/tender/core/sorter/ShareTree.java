package io.tender.core.sorter;

import io.tender.core.tally.Tally;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The clients of one sorter with what they hold, kept in order.
 *
 * <p>A charge does not sort anything: it marks the node and its ancestors as displaced, and the next {@link Walk} first
 * moves just those to their new places. A walk therefore sees the order of its beginning while charges go on, and
 * re-offering one agent costs a few binary searches however many clients there are. Only a change of the cluster's
 * totals, which changes every share, sorts everything again.
 */
public final class ShareTree {

    /** Holdings to count beside those charged, by path; for sorters that charge more than what is held. */
    @FunctionalInterface
    public interface Surcharge {
        /** Adds to the sum what the node at this path is charged in addition; own: for the client alone. */
        void addTo(Tally sum, String path, boolean own);
    }

    /** From here on, moving others aside to insert one costs more than finding its place. */
    private static final int MANY = 2048;

    final SorterKind kind;
    final ShareNode root = new ShareNode("", 0, null);
    private final Totals totals;
    private final boolean nested;
    private final Map<String, Double> weights = new HashMap<>();

    /** All nodes by path, inner ones too; those that are virtual are found through their parents. */
    private final Map<String, ShareNode> nodes = new HashMap<>();

    private final NodeSort nodeSort = new NodeSort();
    private final List<ShareNode> displaced = new ArrayList<>();
    private @Nullable Surcharge surcharge;
    private boolean unsorted;
    private long sortedVersion = -1;

    /** Clients that came or went since everything was in its place. */
    private int moves;

    /** Nodes above clients, the root aside. */
    private int innerNodes;

    /** Bumped when the set of active leaves or a weight changes. */
    private long structure;

    /** Bumped when settling may have changed the order. */
    private long settlements;

    /** The order to follow instead of shares. */
    ShareClient @Nullable [] given;

    private @Nullable RelativeWeights relativeWeights;
    private long weightsOf;

    /**
     * @param nested whether a slash in a client's path makes a tree; framework ids are flat
     */
    public ShareTree(SorterKind kind, Totals totals, boolean nested) {
        this.kind = kind;
        this.totals = totals;
        this.nested = nested;
        root.inner = true;
    }

    public void surcharge(Surcharge extra) {
        surcharge = extra;
    }

    /** Makes the next walk compare all clients anew, for instance because a surcharge changed. */
    public void unsettle() {
        unsorted = true;
    }

    /** Whether the order follows shares; otherwise chance. */
    public boolean isByShare() {
        return kind == SorterKind.DRF;
    }

    /** Whether a walk may be restricted to some clients: by share, order follows only where all are siblings. */
    public boolean canWalkSome() {
        return kind == SorterKind.RANDOM || innerNodes == 0 || given != null;
    }

    /**
     * Lets walks follow an order that is given, until {@link #followShares}; what is charged does not change it. Meanwhile no
     * client may come, go, or become active.
     *
     * @param names the first to be served first; of no client, passed over
     * @param byShare all active clients; those without a name come last, in this order
     */
    public void follow(List<String> names, List<ShareClient> byShare) {
        Map<String, ShareClient> known = HashMap.newHashMap(byShare.size());
        byShare.forEach(client -> known.put(client.path, client));
        List<ShareClient> order = new ArrayList<>(byShare.size());
        for (String name : names) {
            ShareClient named = known.remove(name);
            if (named != null) {
                order.add(named);
            }
        }
        byShare.stream().filter(client -> known.containsKey(client.path)).forEach(order::add);
        for (int i = 0; i < order.size(); i++) {
            order.get(i).rank = i;
        }
        given = order.toArray(ShareClient[]::new);
    }

    /** Lets walks follow shares again. */
    public void followShares() {
        given = null;
    }

    /** What the client's share is divided by. */
    public double weight(ShareClient client) {
        return client.node.weight;
    }

    public int activeCount() {
        return root.activeLeaves;
    }

    /** All that the clients hold together. */
    public Tally held() {
        return root.held.sum();
    }

    public Tally held(ShareClient client) {
        return client.node.held.sum();
    }

    /** Adds an inactive client that holds nothing. */
    public ShareClient add(String path, Object owner) {
        ShareNode present = nodes.get(path);
        ShareNode leaf;
        if (present == null) {
            leaf = child(path);
        } else if (present.inner && present.virtual == null) {
            leaf = virtual(present);
        } else {
            throw new IllegalArgumentException("client '" + path + "' is already in the sorter");
        }
        ShareClient client = new ShareClient(path, owner, leaf);
        leaf.client = client;
        structure++;
        return client;
    }

    /** The client that was added with this path, or null. */
    @Nullable
    ShareClient find(String path) {
        ShareNode node = nodes.get(path);
        if (node != null && node.inner) {
            node = node.virtual;
        }
        return node == null ? null : node.client;
    }

    /** A new node, below those that its path names. */
    private ShareNode child(String path) {
        int slash = nested ? path.lastIndexOf('/') : -1;
        if (nested && path.length() == slash + 2 && path.charAt(slash + 1) == '.') {
            throw new IllegalArgumentException("client '" + path + "' is called as only the sorter's own nodes are:"
                    + " expected a last component other than '.'");
        }
        ShareNode parent = slash < 0 ? root : inner(path.substring(0, slash));
        ShareNode node = new ShareNode(path, slash + 1, parent);
        if (!weights.isEmpty()) {
            node.weight = weights.getOrDefault(path, 1.0);
        }
        parent.addChild(node);
        nodes.put(path, node);
        return node;
    }

    /** The node that stands for a client among those below its path. */
    private static ShareNode virtual(ShareNode parent) {
        ShareNode node = new ShareNode(parent.path + "/" + ShareNode.VIRTUAL, parent.path.length() + 1, parent);
        parent.addChild(node);
        parent.virtual = node;
        return node;
    }

    private ShareNode inner(String path) {
        ShareNode node = nodes.get(path);
        if (node == null) {
            node = child(path);
            node.inner = true;
            innerNodes++;
        } else if (!node.inner) {
            // The client that was here moves below, as one among the new children.
            innerNodes++;
            node.inner = true;
            ShareNode virtual = virtual(node);
            ShareClient moved = Objects.requireNonNull(node.client);
            virtual.client = moved;
            virtual.held.addAll(node.held);
            virtual.count = node.count;
            virtual.activeLeaves = node.activeLeaves;
            moved.node = virtual;
            node.client = null;
            if (keepsOrder() && virtual.activeLeaves > 0) {
                place(virtual);
                node.insert(virtual);
            }
            displace(node); // as an inner node it may be surcharged for those below it
        }
        return node;
    }

    /** Removes a client with all it holds. */
    public void remove(ShareClient client) {
        deactivate(client);
        ShareNode leaf = client.node;
        if (!leaf.held.isEmpty()) {
            for (ShareNode node = leaf.parent; node != null; node = node.parent) {
                node.held.subtractAll(leaf.held);
                node.shareOf = ShareNode.UNKNOWN;
                displace(node);
            }
        }
        ShareNode parent = detach(leaf);
        while (parent != root && parent.childCount == 0) {
            innerNodes--;
            parent = detach(parent);
        }
        foldBack(parent);
        structure++;
    }

    /** Takes a node out of the tree; answers its parent. */
    private ShareNode detach(ShareNode node) {
        ShareNode parent = Objects.requireNonNull(node.parent);
        if (parent.virtual != node) {
            nodes.remove(node.path);
        }
        parent.removeChild(node);
        return parent;
    }

    /** An inner node above nothing but its own client becomes that client again. */
    private void foldBack(ShareNode node) {
        ShareNode virtual = node.virtual;
        if (virtual == null || node.childCount > 1) {
            return;
        }
        ShareClient client = Objects.requireNonNull(virtual.client);
        innerNodes--;
        node.dropChildren();
        node.client = client;
        node.held = virtual.held;
        node.shareOf = ShareNode.UNKNOWN;
        node.count = virtual.count;
        client.node = node;
        virtual.displaced = false;
        displace(node);
    }

    public void activate(ShareClient client) {
        if (!client.active) {
            client.active = true;
            addActive(client.node, 1);
        }
    }

    public void deactivate(ShareClient client) {
        if (client.active) {
            client.active = false;
            addActive(client.node, -1);
        }
    }

    private void addActive(ShareNode leaf, int change) {
        structure++;
        if (sortedVersion != totals.version()) {
            unsorted = true; // the next settling compares all of them anyway
        }
        if (keepsOrder() && (change < 0 || root.activeLeaves > MANY) && ++moves > 8 + root.activeLeaves / 4) {
            // A crowd leaves, or joins a larger one: one sort at the end is cheaper than making room for each.
            unsorted = true;
        }
        boolean keepOrder = keepsOrder();
        for (ShareNode node = leaf; node != null; node = node.parent) {
            boolean was = node.activeLeaves > 0;
            node.activeLeaves += change;
            boolean is = node.activeLeaves > 0;
            if (keepOrder && was != is && node.parent != null) {
                if (is) {
                    place(node);
                    node.parent.insert(node);
                } else {
                    node.parent.delete(node);
                }
            }
        }
    }

    /** Sets the weight of a path, whether or not a client is there. */
    public void updateWeight(String path, double weight) {
        weights.put(path, weight);
        ShareNode node = nodes.get(path);
        if (node != null) {
            node.weight = weight;
            displace(node);
        }
        structure++;
    }

    /** Charges what a client was given, which also counts as one more turn. */
    public void charge(ShareClient client, AgentId agent, Resources resources) {
        for (ShareNode node = client.node; node != null; node = node.parent) {
            node.held.add(agent, resources);
            node.count++;
            node.shareOf = ShareNode.UNKNOWN;
            if (kind == SorterKind.DRF && surcharge == null) {
                dominantShare(node); // now, while what it is worked out from is at hand
            }
            displace(node);
        }
    }

    /** Takes back what was charged. */
    public void uncharge(ShareClient client, AgentId agent, Resources resources) {
        for (ShareNode node = client.node; node != null; node = node.parent) {
            node.held.subtract(agent, resources);
            node.shareOf = ShareNode.UNKNOWN;
            displace(node);
        }
    }

    /** Replaces what a client holds on an agent without counting a turn. */
    public void update(ShareClient client, AgentId agent, Resources before, Resources after) {
        for (ShareNode node = client.node; node != null; node = node.parent) {
            node.held.subtract(agent, before);
            node.held.add(agent, after);
            node.shareOf = ShareNode.UNKNOWN;
            displace(node);
        }
    }

    private void displace(ShareNode node) {
        if (!node.displaced && keepsOrder() && node.activeLeaves > 0 && node.parent != null) {
            node.displaced = true;
            displaced.add(node);
        }
    }

    /** Whether the order is maintained step by step; otherwise the next settling gathers it anew. */
    private boolean keepsOrder() {
        return !unsorted && kind == SorterKind.DRF;
    }

    /** The client's dominant share by its weight. */
    public double share(ShareClient client) {
        return share(client.node);
    }

    private double share(ShareNode node) {
        if (surcharge == null) {
            return dominantShare(node) / node.weight;
        }
        Tally sum = new Tally();
        sum.set(node.held.sum());
        ShareClient client = node.client;
        surcharge.addTo(sum, client == null ? node.path : client.path, client != null);
        return totals.dominantShare(sum) / node.weight;
    }

    private double dominantShare(ShareNode node) {
        if (node.shareOf != totals.version()) {
            node.share = totals.dominantShare(node.held.sum());
            node.shareOf = totals.version();
        }
        return node.share;
    }

    private void place(ShareNode node) {
        node.placedShare = share(node);
        node.placedCount = node.count;
        node.displaced = false;
    }

    /** The chances of the active clients, computed again only after one of them or a weight changed. */
    RelativeWeights relativeWeights() {
        RelativeWeights known = relativeWeights;
        if (known == null || weightsOf != structure) {
            known = new RelativeWeights(root);
            relativeWeights = known;
            weightsOf = structure;
        }
        return known;
    }

    /** Changes whenever the order of the clients may have changed; to be asked after {@link #settle}. */
    long edition() {
        return structure + settlements;
    }

    /** Brings everything to its place. */
    void settle() {
        moves = 0;
        if (unsorted || sortedVersion != totals.version() || displaced.size() > 8 + root.activeLeaves / 4) {
            sortAll();
            return;
        }
        if (displaced.isEmpty()) {
            return;
        }
        settlements++;
        for (ShareNode node : displaced) {
            ShareNode parent = node.parent;
            if (!node.displaced || parent == null) {
                continue;
            }
            if (node.activeLeaves > 0) {
                parent.delete(node);
                place(node);
                parent.insert(node);
            } else {
                node.displaced = false;
            }
        }
        displaced.clear();
    }

    private void sortAll() {
        settlements++;
        for (ShareNode node : displaced) {
            node.displaced = false;
        }
        displaced.clear();
        sort(root, unsorted);
        unsorted = false;
        sortedVersion = totals.version();
    }

    private void sort(ShareNode node, boolean regather) {
        if (!node.inner) {
            return;
        }
        if (regather) {
            if (node.order.length < node.childCount) {
                node.order = new ShareNode[node.childCount];
            }
            ShareNode[] order = node.order;
            int ordered = 0;
            for (int i = 0; i < node.childCount; i++) {
                ShareNode child = node.children[i];
                if (child.activeLeaves > 0) {
                    order[ordered++] = child;
                }
            }
            node.ordered = ordered;
        }
        for (int i = 0; i < node.ordered; i++) {
            ShareNode child = node.order[i];
            place(child);
            sort(child, regather);
        }
        nodeSort.sort(node.order, node.ordered);
    }
}
