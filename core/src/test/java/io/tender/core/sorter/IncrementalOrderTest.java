package io.tender.core.sorter;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.spi.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order that is kept step by step, against one that is worked out from nothing each time. */
class IncrementalOrderTest {

    private static final List<String> PATHS = List.of("a", "a/b", "a/b/c", "a/d", "b", "b/x", "c/y/z", "c/y", "d", "é");
    private static final AgentId AGENT = new AgentId("agent");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
    void equals_a_full_sort_after_every_step(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Sorter sorter = Sorter.create(SorterKind.DRF, Set.of("gpus"), Chance.seeded(seed));
        FullSort naive = new FullSort();
        AgentId agent = AGENT;
        sorter.addAgent(agent, ResourceQuantities.parse("cpus:100;mem:100;gpus:1"));
        for (int step = 0; step < 3_000; step++) {
            String path = PATHS.get(random.nextInt(PATHS.size()));
            switch (random.nextInt(9)) {
                case 0 -> {
                    if (!sorter.contains(path)) {
                        sorter.add(path);
                        naive.add(path);
                    }
                }
                case 1 -> {
                    if (sorter.contains(path) && random.nextInt(3) == 0) {
                        sorter.remove(path);
                        naive.remove(path);
                    }
                }
                case 2, 3 -> {
                    if (sorter.contains(path)) {
                        sorter.activate(path);
                        naive.clients.get(path).active = true;
                    }
                }
                case 4 -> {
                    if (sorter.contains(path)) {
                        sorter.deactivate(path);
                        naive.clients.get(path).active = false;
                    }
                }
                case 5, 6 -> {
                    if (sorter.contains(path)) {
                        Resources some = Resources.parse(
                                "cpus:" + (1 + random.nextInt(4)) + ";mem:" + (1 + random.nextInt(9)) + ";gpus:1");
                        sorter.allocated(path, agent, some);
                        naive.charge(path, some);
                    }
                }
                case 7 -> {
                    if (sorter.contains(path) && sorter.allocation(path).containsKey(agent)) {
                        Resources held = sorter.allocation(path).get(agent);
                        sorter.unallocated(path, agent, held);
                        naive.clients.get(path).held = Resources.empty();
                    }
                }
                default -> {
                    if (random.nextInt(4) == 0) {
                        agent = new AgentId("agent" + step);
                        ResourceQuantities more = ResourceQuantities.parse("cpus:" + (1 + random.nextInt(50)));
                        sorter.addAgent(agent, more);
                        naive.total = naive.total.plus(more);
                        agent = AGENT;
                    } else {
                        double weight = 1 + random.nextInt(3);
                        sorter.updateWeight(path, weight);
                        naive.weights.put(path, weight);
                    }
                }
            }
            assertThat(sorter.sort()).as("seed %d, step %d", seed, step).isEqualTo(naive.sort());
        }
    }

    /** The rules of the order, word for word and slowly. */
    private static final class FullSort {
        ResourceQuantities total = ResourceQuantities.parse("cpus:100;mem:100");
        final TreeMap<String, Client> clients = new TreeMap<>();
        final Map<String, Double> weights = new TreeMap<>();
        final Map<String, Long> innerCounts = new TreeMap<>();

        static final class Client {
            Resources held = Resources.empty();
            long count;
            boolean active;
        }

        void add(String path) {
            clients.put(path, new Client());
            for (String above : above(path)) {
                innerCounts.putIfAbsent(above, clients.containsKey(above) ? clients.get(above).count : 0L);
            }
        }

        void remove(String path) {
            clients.remove(path);
            innerCounts.keySet().removeIf(inner -> clients.keySet().stream().noneMatch(c -> c.startsWith(inner + "/")));
        }

        void charge(String path, Resources resources) {
            Client client = clients.get(path);
            client.held = client.held.plus(resources);
            client.count++;
            innerCounts.computeIfPresent(path, (inner, count) -> count + 1);
            above(path).forEach(above -> innerCounts.merge(above, 1L, Long::sum));
        }

        private static List<String> above(String path) {
            List<String> above = new ArrayList<>();
            for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
                above.add(path.substring(0, slash));
            }
            return above;
        }

        List<String> sort() {
            List<String> order = new ArrayList<>();
            visit("", order);
            return order;
        }

        private record Entry(String component, String path, boolean leaf, double share, long count) {}

        private void visit(String parent, List<String> order) {
            String prefix = parent.isEmpty() ? "" : parent + "/";
            TreeMap<String, Entry> entries = new TreeMap<>();
            if (clients.containsKey(parent)) {
                entries.put(
                        ".",
                        new Entry(".", parent, true, share(clients.get(parent).held, 1), clients.get(parent).count));
            }
            for (String path : clients.keySet()) {
                if (path.startsWith(prefix) && !path.equals(parent)) {
                    String component = path.substring(prefix.length()).split("/", -1)[0];
                    String full = prefix + component;
                    boolean inner = innerCounts.containsKey(full);
                    Resources held = Resources.empty();
                    for (Map.Entry<String, Client> each : clients.entrySet()) {
                        if (each.getKey().equals(full) || each.getKey().startsWith(full + "/")) {
                            held = held.plus(each.getValue().held);
                        }
                    }
                    long count = inner ? innerCounts.get(full) : clients.get(full).count;
                    double weight = weights.getOrDefault(full, 1.0);
                    entries.put(component, new Entry(component, full, !inner, share(held, weight), count));
                }
            }
            entries.values().stream()
                    .sorted((x, y) -> {
                        int byShare = Double.compare(x.share(), y.share());
                        int byCount = Long.compare(x.count(), y.count());
                        return byShare != 0
                                ? byShare
                                : byCount != 0 ? byCount : x.component().compareTo(y.component());
                    })
                    .forEach(entry -> {
                        if (!entry.leaf()) {
                            visit(entry.path(), order);
                        } else if (clients.get(entry.path()).active) {
                            order.add(entry.path());
                        }
                    });
        }

        private double share(Resources held, double weight) {
            double share = 0;
            for (int i = 0; i < total.size(); i++) {
                long amount = held.quantities().millis(total.name(i));
                share = Math.max(share, (double) amount / (double) total.millis(i));
            }
            return share / weight;
        }
    }
}
