package io.tender.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;

/** The algebra as the specification tells it: a list, searched from end to end, without any cleverness. */
final class NaiveResources {
    /** An object, and how many copies there are if it is shared. */
    record Held(Resource resource, int copies) {}

    private final List<Held> held = new ArrayList<>();

    static NaiveResources of(Resources resources) {
        NaiveResources naive = new NaiveResources();
        for (Resource resource : resources) {
            int copies = resource.isShared() ? resources.copies(resource) : 1;
            naive.add(new Held(resource, copies));
        }
        return naive;
    }

    private NaiveResources copy() {
        NaiveResources copy = new NaiveResources();
        copy.held.addAll(held);
        return copy;
    }

    Resources toResources() {
        List<Resource> all = new ArrayList<>();
        held.forEach(it -> {
            for (int i = 0; i < it.copies; i++) {
                all.add(it.resource);
            }
        });
        return Resources.of(all);
    }

    NaiveResources plus(NaiveResources other) {
        NaiveResources sum = copy();
        other.held.forEach(sum::add);
        return sum;
    }

    private void add(Held added) {
        for (int i = 0; i < held.size(); i++) {
            Held mine = held.get(i);
            if (!sameKind(mine.resource, added.resource)) {
                continue;
            }
            if (mine.resource.isShared()) {
                if (mine.resource.value().equals(added.resource.value())) {
                    held.set(i, new Held(mine.resource, mine.copies + added.copies));
                    return;
                }
            } else if (!indivisible(mine.resource)) {
                held.set(i, new Held(withSum(mine.resource, added.resource), 1));
                return;
            }
        }
        if (!added.resource.isEmpty()) {
            held.add(added);
        }
    }

    NaiveResources minus(NaiveResources other) {
        NaiveResources left = copy();
        other.held.forEach(left::subtract);
        return left;
    }

    private void subtract(Held taken) {
        for (int i = 0; i < held.size(); i++) {
            Held mine = held.get(i);
            if (!sameKind(mine.resource, taken.resource)) {
                continue;
            }
            boolean identical = mine.resource.value().equals(taken.resource.value());
            if (mine.resource.isShared()) {
                if (identical) {
                    replace(i, new Held(mine.resource, mine.copies - taken.copies));
                    return;
                }
            } else if (indivisible(mine.resource)) {
                if (identical) {
                    held.remove(i);
                    return;
                }
            } else {
                Optional<Resource> left = withDifference(mine.resource, taken.resource);
                replace(i, new Held(left.orElse(mine.resource), left.isPresent() ? 1 : 0));
                return;
            }
        }
    }

    private void replace(int index, Held changed) {
        if (changed.copies <= 0) {
            held.remove(index);
        } else {
            held.set(index, changed);
        }
    }

    boolean contains(NaiveResources other) {
        NaiveResources remaining = copy();
        for (Held wanted : other.held) {
            if (remaining.held.stream().noneMatch(mine -> contains(mine, wanted))) {
                return false;
            }
            if (wanted.resource.isPersistentVolume()) {
                remaining.subtract(wanted);
            }
        }
        return true;
    }

    private static boolean contains(Held mine, Held wanted) {
        if (!sameKind(mine.resource, wanted.resource)) {
            return false;
        }
        if (mine.resource.isShared() || indivisible(mine.resource)) {
            return mine.resource.value().equals(wanted.resource.value()) && mine.copies >= wanted.copies;
        }
        return numbers(mine.resource).containsAll(numbers(wanted.resource))
                && mine.resource.millis() >= wanted.resource.millis();
    }

    /** Whether all but the amount is the same; volumes and their creators do not count. */
    private static boolean sameKind(Resource a, Resource b) {
        return a.name().equals(b.name())
                && a.value().getClass() == b.value().getClass()
                && a.allocation().equals(b.allocation())
                && a.reservations().equals(b.reservations())
                && a.isRevocable() == b.isRevocable()
                && a.isShared() == b.isShared()
                && a.providerId().equals(b.providerId())
                && a.disk().isPresent() == b.disk().isPresent()
                && a.disk().flatMap(Disk::source).equals(b.disk().flatMap(Disk::source))
                && Objects.equals(persistenceId(a), persistenceId(b));
    }

    private static Optional<String> persistenceId(Resource resource) {
        return resource.disk().flatMap(Disk::persistence).map(Disk.Persistence::id);
    }

    private static boolean indivisible(Resource resource) {
        if (resource.isPersistentVolume()) {
            return true;
        }
        Optional<Disk.Source> source = resource.disk().flatMap(Disk::source);
        return source.isPresent()
                && switch (source.get().type()) {
                    case PATH -> false;
                    case MOUNT, BLOCK -> true;
                    case RAW -> source.get().id().isPresent();
                };
    }

    private static SortedSet<String> numbers(Resource resource) {
        TreeSet<String> numbers = new TreeSet<>();
        if (resource.value() instanceof Value.Ranges ranges) {
            for (int i = 0; i < ranges.size(); i++) {
                for (long n = ranges.begin(i); n <= ranges.end(i); n++) {
                    numbers.add(Long.toString(n));
                }
            }
        } else if (resource.value() instanceof Value.Items items) {
            numbers.addAll(items.items());
        }
        return numbers;
    }

    private static Resource withSum(Resource a, Resource b) {
        if (a.isScalar()) {
            return a.withMillis(a.millis() + b.millis());
        }
        SortedSet<String> sum = numbers(a);
        sum.addAll(numbers(b));
        return withNumbers(a, sum);
    }

    private static Optional<Resource> withDifference(Resource a, Resource b) {
        if (a.isScalar()) {
            long left = a.millis() - b.millis();
            return left > 0 ? Optional.of(a.withMillis(left)) : Optional.empty();
        }
        SortedSet<String> left = numbers(a);
        left.removeAll(numbers(b));
        return left.isEmpty() ? Optional.empty() : Optional.of(withNumbers(a, left));
    }

    private static Resource withNumbers(Resource resource, SortedSet<String> numbers) {
        if (resource.value() instanceof Value.Items) {
            return resource.withValue(Value.Items.of(numbers));
        }
        long[] pairs = numbers.stream()
                .mapToLong(Long::parseLong)
                .flatMap(n -> LongStream.of(n, n))
                .toArray();
        return resource.withValue(Value.Ranges.ofBounds(pairs));
    }
}
