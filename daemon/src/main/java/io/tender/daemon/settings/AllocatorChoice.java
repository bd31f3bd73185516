package io.tender.daemon.settings;

import io.tender.model.Domain;
import io.tender.model.ResourceQuantities;
import io.tender.spi.AllocatorOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Which allocator divides the cluster, and how.
 *
 * @param parameters a module's own settings, also those of a sorter that is a module
 */
public record AllocatorChoice(
        String name,
        String roleSorter,
        String frameworkSorter,
        SortedMap<String, String> parameters,
        AllocatorOptions options) {
    private static final String AMOUNTS = "amounts such as cpus:0.01 or cpus:1;mem:128";

    public AllocatorChoice {
        parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    }

    static AllocatorChoice read(Section section, Optional<Domain> domain) {
        Map<String, String> sorters = new TreeMap<>(Map.of("drf", "drf", "random", "random", "http", "http"));
        AllocatorChoice choice = new AllocatorChoice(
                section.text("name", "hierarchical"),
                section.oneOf("roleSorter", sorters).orElse("drf"),
                section.oneOf("frameworkSorter", sorters).orElse("drf"),
                new TreeMap<>(section.texts("parameters")),
                options(section.section("options"), domain));
        section.done();
        return choice;
    }

    private static AllocatorOptions options(Section section, Optional<Domain> domain) {
        AllocatorOptions usual = AllocatorOptions.masterDefaults();
        List<ResourceQuantities> given = section.each("minAllocatable", AMOUNTS, ResourceQuantities::parse);
        List<ResourceQuantities> least = section.has("minAllocatable") ? given : usual.minAllocatable();
        AllocatorOptions options = new AllocatorOptions(
                section.time("allocationInterval", usual.allocationInterval()),
                new TreeSet<>(section.each("fairnessExcludedNames", "names of resources", Function.identity())),
                section.truth("filterGpuResources", usual.filterGpuResources()),
                domain,
                least,
                section.count("maxCompletedFrameworks", 0, usual.maxCompletedFrameworks()),
                section.truth("publishPerFrameworkMetrics", usual.publishPerFrameworkMetrics()),
                section.time("recoveryTimeout", Duration.ofMinutes(10)),
                section.fraction("agentRecoveryFactor", usual.agentRecoveryFactor()),
                new AllocatorOptions.Extensions(
                        section.truth("allocateWhenFreed", false),
                        section.truth("nestedQuota", false),
                        section.truth("honourRequests", false),
                        section.truth("chargeUnusedReservations", false),
                        new TreeSet<>(section.each("scarceNames", "names of resources", Function.identity()))));
        section.done();
        return options;
    }
}
