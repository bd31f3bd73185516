package io.tender.benchmarks.workload;

import io.tender.core.sorter.SorterKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A sorter by itself, all clients on one level. */
record FullSort(SorterKind kind, int agents, int clients, boolean activated) implements Workload {

    static final Pattern LABELS = Pattern.compile("(drf|random) (\\d+)x(\\d+) (inactive|activated)");

    static final Family FAMILY = new Family(
            "FullSort",
            "a sorter by itself: add, charge, sort twice, uncharge, remove",
            "agents, frameworks (as clients)",
            LABELS,
            label -> new FullSort(
                    SorterKind.parse(label.group(1)),
                    Family.number(label, 2),
                    Family.number(label, 3),
                    label.group(4).equals("activated")),
            FullSort::sized);

    private static List<Workload> sized(Sizes sizes) {
        List<Workload> cases = new ArrayList<>();
        for (boolean activated : new boolean[] {false, true}) {
            for (SorterKind kind : SorterKind.values()) {
                cases.addAll(sizes.grid((agents, clients) -> new FullSort(kind, agents, clients, activated)));
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
        return label(kind, agents, clients, activated);
    }

    static String label(SorterKind kind, int agents, int clients, boolean activated) {
        return kind.name().toLowerCase(Locale.ROOT) + " " + agents + "x" + clients
                + (activated ? " activated" : " inactive");
    }

    @Override
    public void run(Candidate candidate, Recorder recorder) {
        List<String> names =
                IntStream.range(0, clients).mapToObj(Integer::toString).toList();
        new SorterRun(kind, agents, names, activated).play(recorder);
    }
}
