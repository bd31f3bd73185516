package io.tender.extender.shadow;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Which extenders are in use, for whoever wants to see them. Used from many threads. */
public final class ExtenderBoard {
    private final List<Entry> entries = new CopyOnWriteArrayList<>();
    private final Stops stops = new Stops();

    /** Somebody who asks an extender. */
    public interface Entry {
        ExtenderReport report();

        /** Lets a stopped canary decide again; false if it was not stopped. */
        boolean resume();
    }

    /** One that decides, and never was a canary. */
    public static Entry deciding(Supplier<ExtenderReport> report) {
        return new Entry() {
            @Override
            public ExtenderReport report() {
                return report.get();
            }

            @Override
            public boolean resume() {
                return false;
            }
        };
    }

    /** Which canaries were stopped. */
    public Stops stops() {
        return stops;
    }

    /** Puts one up. */
    public void add(Entry entry) {
        entries.add(entry);
    }

    /** Takes one down. */
    public void remove(Entry entry) {
        entries.remove(entry);
    }

    /** All of them, by name. Of two with the same name, as while settings are exchanged, the newer is told. */
    public SortedMap<String, ExtenderReport> reports() {
        SortedMap<String, ExtenderReport> reports = new TreeMap<>();
        entries.forEach(entry -> {
            ExtenderReport report = entry.report();
            reports.put(report.name(), report);
        });
        return reports;
    }

    /** Lets a stopped canary decide again; empty if there is no such extender, false if it was not stopped. */
    public Optional<Boolean> resume(String name) {
        return entries.reversed().stream()
                .filter(entry -> entry.report().name().equals(name))
                .findFirst()
                .map(Entry::resume);
    }
}
