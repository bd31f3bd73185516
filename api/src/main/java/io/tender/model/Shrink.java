package io.tender.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;

/**
 * Cuts resources down to so much of each name.
 *
 * <p>Objects of one name are visited in a drawn order, lest the same one always be cut; each is reduced to what is left
 * of the target. Indivisible disks are taken whole or left out.
 */
final class Shrink {
    /** Objects of one name, and where they stand in the canonical order of all. */
    private record Candidate(Resource resource, int index, long drawn) {}

    private final Resources all;
    private final LongUnaryOperator draw;
    private final List<Resource> kept = new ArrayList<>();
    private boolean cut;

    private Shrink(Resources all, LongUnaryOperator draw) {
        this.all = all;
        this.draw = draw;
    }

    static Resources toQuantities(Resources all, ResourceQuantities target, LongUnaryOperator draw) {
        Shrink shrink = new Shrink(all, draw);
        shrink.run(name -> OptionalLong.of(target.millis(name)));
        return shrink.result();
    }

    static Resources toLimits(Resources all, ResourceLimits limits, LongUnaryOperator draw) {
        Shrink shrink = new Shrink(all, draw);
        shrink.run(limits::limit);
        return shrink.result();
    }

    private interface Targets {
        /** How much of that name at most; empty for all of it. */
        OptionalLong of(String name);
    }

    private void run(Targets targets) {
        Resource[] objects = all.objects();
        int from = 0;
        while (from < objects.length) {
            int until = from + 1;
            while (until < objects.length && objects[until].name().equals(objects[from].name())) {
                until++;
            }
            OptionalLong target = targets.of(objects[from].name());
            if (target.isPresent()) {
                shrink(objects, from, until, target.getAsLong());
            } else {
                kept.addAll(List.of(objects).subList(from, until));
            }
            from = until;
        }
    }

    private void shrink(Resource[] objects, int from, int until, long target) {
        List<Candidate> candidates = new ArrayList<>();
        long sum = 0;
        for (int i = from; i < until; i++) {
            if (objects[i].isScalar()) {
                candidates.add(new Candidate(objects[i], i, 0));
                sum = Math.addExact(sum, objects[i].millis());
            } else {
                cut = true;
            }
        }
        if (candidates.size() > 1 && target < sum) {
            candidates.replaceAll(it -> new Candidate(it.resource, it.index, draw.applyAsLong(it.index)));
            candidates.sort(Comparator.comparingLong(Candidate::drawn).thenComparingInt(Candidate::index));
        }
        long left = target;
        for (Candidate candidate : candidates) {
            left -= take(candidate.resource, left);
        }
    }

    private long take(Resource resource, long left) {
        if (resource.millis() <= left) {
            kept.add(resource);
            return resource.millis();
        }
        cut = true;
        if (left == 0 || !resource.key.isDivisible()) {
            return 0;
        }
        kept.add(resource.withMillis(left));
        return left;
    }

    private Resources result() {
        return cut ? all.ofObjects(kept) : all;
    }
}
