package io.tender.core.services;

import io.tender.model.service.Constraint;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.ResourceKind;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.Veto;
import io.tender.model.service.Veto.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;

/**
 * Says whether a task of one config may be placed on an offer, and why not.
 *
 * <p>Checked in this order, and the first group with an objection ends it: dedicated, maintenance, unavailability,
 * constraints (values before limits), resources. Made once per group; a look at an offer compares a few numbers and
 * builds nothing.
 */
final class SchedulingFilter {
    private static final int DEDICATED_SCORE = 1_000_000;
    private static final int MAINTENANCE_SCORE = 100_000;
    private static final int CONSTRAINT_SCORE = 10_000;
    private static final int RESOURCE_SCORE = 1_000;

    private static final ResourceKind[] KINDS = ResourceKind.values();

    private final ResourceBundle request;
    private final boolean revocable;
    private final boolean revocableRam;
    private final long thresholdMillis;
    private final boolean wantsDedicated;
    private final Constraint.Values[] values;
    private final Constraint.Limit[] limits;
    private final List<String> limited;

    SchedulingFilter(TaskConfig config, ServiceSettings settings) {
        this.request = config.request();
        this.revocable = config.tier().revocable();
        this.revocableRam = revocable && settings.enableRevocableRam();
        this.thresholdMillis = settings.unavailabilityThresholdMillis();
        this.wantsDedicated = config.constraints().stream()
                .anyMatch(constraint -> constraint.attribute().equals(HostAttributes.DEDICATED));
        this.values = config.constraints().stream()
                .filter(Constraint.Values.class::isInstance)
                .map(Constraint.Values.class::cast)
                .toArray(Constraint.Values[]::new);
        this.limits = config.constraints().stream()
                .filter(Constraint.Limit.class::isInstance)
                .map(Constraint.Limit.class::cast)
                .toArray(Constraint.Limit[]::new);
        this.limited = List.of(limits).stream()
                .map(Constraint.Limit::attribute)
                .distinct()
                .toList();
    }

    ResourceBundle request() {
        return request;
    }

    /**
     * Whether what fits the one fits the other, whichever job they are of. One with limits is like no other: what it counts
     * changes from task to task.
     */
    boolean isLike(SchedulingFilter other) {
        return limits.length == 0
                && other.limits.length == 0
                && request.equals(other.request)
                && revocable == other.revocable
                && revocableRam == other.revocableRam
                && wantsDedicated == other.wantsDedicated
                && Arrays.equals(values, other.values);
    }

    /** The attributes whose counts the limits ask for. */
    List<String> limited() {
        return limited;
    }

    /** What of an offer this config can use. */
    ResourceBundle usable(HostOffer offer) {
        if (!revocable) {
            return offer.firm();
        }
        ResourceBundle usable = offer.firm().withCpuMillis(offer.revocable().cpuMillis());
        return revocableRam ? usable.withRamMillis(offer.revocable().ramMillis()) : usable;
    }

    /** The verdict on an offer as it is. */
    int check(HostOffer offer, LimitCounts.OfJob counts, long nowMillis) {
        if (isEmpty(offer)) {
            return Verdict.of(Reason.EMPTY);
        }
        return check(offer, usable(offer), counts, nowMillis);
    }

    private static boolean isEmpty(HostOffer offer) {
        return (offer.firm().cpuMillis() == 0 && offer.revocable().cpuMillis() == 0)
                || (offer.firm().ramMillis() == 0 && offer.revocable().ramMillis() == 0);
    }

    /** The verdict on the machine of an offer with other resources than it offers. */
    int check(HostOffer offer, ResourceBundle available, LimitCounts.OfJob counts, long nowMillis) {
        int verdict = checkHost(offer, nowMillis);
        verdict = verdict != Verdict.FITS ? verdict : checkConstraints(offer.attributes(), counts);
        return verdict != Verdict.FITS ? verdict : checkResources(available);
    }

    private int checkHost(HostOffer offer, long nowMillis) {
        if (!wantsDedicated && offer.isDedicated()) {
            return Verdict.of(Reason.DEDICATED);
        }
        switch (offer.mode()) {
            case DRAINING -> {
                return Verdict.of(Reason.DRAINING);
            }
            case DRAINED -> {
                return Verdict.of(Reason.DRAINED);
            }
            case NONE, SCHEDULED -> {}
        }
        if (offer.unavailability().isPresent()
                && nowMillis > offer.unavailability().get().start().toEpochMilli() - thresholdMillis) {
            return Verdict.of(Reason.UNAVAILABLE);
        }
        return Verdict.FITS;
    }

    private int checkConstraints(HostAttributes attributes, LimitCounts.OfJob counts) {
        for (int i = 0; i < values.length; i++) {
            if (!satisfied(values[i], attributes)) {
                return Verdict.of(Reason.CONSTRAINT, i);
            }
        }
        for (int i = 0; i < limits.length; i++) {
            SortedSet<String> there = attributes.valuesOf(limits[i].attribute());
            if (there.isEmpty()) {
                return Verdict.of(Reason.LIMIT_WITHOUT_ATTRIBUTE, i);
            }
            for (String value : there) {
                if (counts.count(limits[i].attribute(), value) >= limits[i].limit()) {
                    return Verdict.of(Reason.LIMIT, i);
                }
            }
        }
        return Verdict.FITS;
    }

    private static boolean satisfied(Constraint.Values wanted, HostAttributes attributes) {
        for (String value : attributes.valuesOf(wanted.attribute())) {
            if (wanted.values().contains(value)) {
                return !wanted.negated();
            }
        }
        return wanted.negated();
    }

    private int checkResources(ResourceBundle available) {
        if (available.contains(request)) {
            return Verdict.FITS;
        }
        int shortOf = 0;
        for (int i = 0; i < KINDS.length; i++) {
            if (KINDS[i].in(available) < KINDS[i].in(request)) {
                shortOf |= 1 << i;
            }
        }
        return Verdict.of(Reason.INSUFFICIENT, shortOf);
    }

    /** How far an offer is from fitting. */
    int score(int verdict, ResourceBundle available) {
        return switch (Verdict.reason(verdict)) {
            case DEDICATED -> DEDICATED_SCORE;
            case DRAINING, DRAINED, UNAVAILABLE -> MAINTENANCE_SCORE;
            case CONSTRAINT, LIMIT, LIMIT_WITHOUT_ATTRIBUTE -> CONSTRAINT_SCORE;
            case EMPTY -> 2 * RESOURCE_SCORE;
            case RESERVED_BY_PREEMPTION, RESERVED_BY_UPDATE, LEFT_OUT, NOT_BOUND -> 1;
            case INSUFFICIENT -> {
                int sum = 0;
                for (int i = 0; i < KINDS.length; i++) {
                    sum += (Verdict.detail(verdict) >> i & 1) == 0 ? 0 : shortage(KINDS[i], available);
                }
                yield sum;
            }
        };
    }

    private int shortage(ResourceKind kind, ResourceBundle available) {
        // Amounts are in thousandths already, which is the factor the score asks for.
        long score = (kind.in(request) - kind.in(available)) / kind.range();
        return (int) Math.max(1, Math.min(RESOURCE_SCORE, score));
    }

    /** The verdict in words. */
    List<Veto> vetoes(int verdict, ResourceBundle available) {
        if (verdict == Verdict.FITS) {
            return List.of();
        }
        Reason reason = Verdict.reason(verdict);
        if (reason != Reason.INSUFFICIENT) {
            return List.of(new Veto(reason, subject(verdict), score(verdict, available), Veto.FILTER));
        }
        List<Veto> vetoes = new ArrayList<>();
        for (int i = 0; i < KINDS.length; i++) {
            if ((Verdict.detail(verdict) >> i & 1) != 0) {
                vetoes.add(new Veto(reason, KINDS[i].label(), shortage(KINDS[i], available), Veto.FILTER));
            }
        }
        return vetoes;
    }

    /** What the verdict is about: an attribute, resources, or nothing. */
    String subject(int verdict) {
        int detail = Verdict.detail(verdict);
        return switch (Verdict.reason(verdict)) {
            case CONSTRAINT -> values[detail].attribute();
            case LIMIT, LIMIT_WITHOUT_ATTRIBUTE -> limits[detail].attribute();
            case INSUFFICIENT -> {
                List<String> labels = new ArrayList<>();
                for (int i = 0; i < KINDS.length; i++) {
                    if ((detail >> i & 1) != 0) {
                        labels.add(KINDS[i].label());
                    }
                }
                yield String.join(", ", labels);
            }
            default -> "";
        };
    }
}
