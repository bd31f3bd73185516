package io.tender.benchmarks.workload;

import io.tender.core.sorter.SorterKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A sorter by itself, its clients the nodes of a complete tree. */
record HierarchyFullSort(SorterKind kind, int agents, Tree tree, boolean activated) implements Workload {

    /** The shapes: height with the root, and children of each node. */
    enum Tree {
        FLAT(3, 32),
        MIDDLE(7, 3),
        DEEP(10, 2);

        private final int height;
        private final int branching;

        Tree(int height, int branching) {
            this.height = height;
            this.branching = branching;
        }

        /** Every node but the root; depth first, children before their parent. */
        List<String> clients() {
            List<String> clients = new ArrayList<>();
            collect("", height - 1, clients);
            return clients;
        }

        private void collect(String prefix, int levels, List<String> clients) {
            if (levels == 0) {
                return;
            }
            for (int child = 0; child < branching; child++) {
                String path = prefix + child;
                collect(path + "/", levels - 1, clients);
                clients.add(path);
            }
        }

        static Tree withClients(int count) {
            return Arrays.stream(values())
                    .filter(tree -> tree.clients().size() == count)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "no tree has " + count + " clients: expected 1056, 1092 or 1022"));
        }
    }

    static final Family FAMILY = new Family(
            "HierarchyFullSort",
            "as FullSort, with clients in trees of three shapes (about 1,000 clients each)",
            "agents",
            FullSort.LABELS,
            label -> new HierarchyFullSort(
                    SorterKind.parse(label.group(1)),
                    Family.number(label, 2),
                    Tree.withClients(Family.number(label, 3)),
                    label.group(4).equals("activated")),
            HierarchyFullSort::sized);

    private static List<Workload> sized(Sizes sizes) {
        List<Workload> cases = new ArrayList<>();
        for (boolean activated : new boolean[] {false, true}) {
            for (SorterKind kind : SorterKind.values()) {
                for (int agents : sizes.agents()) {
                    for (Tree tree : Tree.values()) {
                        cases.add(new HierarchyFullSort(kind, agents, tree, activated));
                    }
                }
            }
        }
        return cases;
    }

    @Override
    public String name() {
        return FAMILY.name();
    }

    @Override
    public String label() {
        return FullSort.label(kind, agents, tree.clients().size(), activated);
    }

    @Override
    public void run(Candidate candidate, Recorder recorder) {
        new SorterRun(kind, agents, tree.clients(), activated).play(recorder);
    }
}
