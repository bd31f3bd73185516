package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.spi.AllocatorOptions;
import io.tender.testkit.scenario.text.ConditionNotation;
import io.tender.testkit.scenario.text.Durations;
import io.tender.testkit.scenario.text.ResourceNotation;
import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** The options of an allocator, those beyond Mesos among them. */
final class OptionFields {

    static final List<Field> ALL = List.of(
            optional("allocationInterval", text("1s"), "the time between periodic runs"),
            optional("fairnessExcludedNames", texts("gpus"), "resource names that do not count in shares"),
            optional(
                    "filterGpuResources", new Shape.Flag(), "whether GPU agents are kept for GPU_RESOURCES frameworks"),
            optional("domain", text("region/zone"), "where the master stands, or none"),
            optional("minAllocatable", text("cpus:0.01|mem:32"), "the least worth offering, or 'anything'"),
            optional("maxCompletedFrameworks", new Shape.Count(), "how many removed frameworks' metrics are kept"),
            optional("publishPerFrameworkMetrics", new Shape.Flag(), "whether there are metrics per framework"),
            optional("recoveryTimeout", text("10m"), "how long a recovering allocator holds back at most"),
            optional("agentRecoveryFactor", text("0.8"), "the part of the expected agents that ends the hold-back"),
            optional("allocateWhenFreed", new Shape.Flag(), "a run as soon as something is freed"),
            optional("nestedQuota", new Shape.Flag(), "quota on nested roles"),
            optional("honourRequests", new Shape.Flag(), "requests set a demand"),
            optional("chargeUnusedReservations", new Shape.Flag(), "unused reservations count in shares"),
            optional("scarceNames", texts("gpus"), "names kept for those who ask for them"));

    private OptionFields() {}

    /** The options as one entry changes them. */
    static AllocatorOptions read(YamlValue.Entry entry, AllocatorOptions before) {
        String name = entry.key().oneOf(ALL.stream().map(Field::name).toList(), "option");
        // The record checks its values itself; what it says is pointed at here.
        return entry.value().isText()
                ? entry.value().read(text -> change(name, before, entry.value()))
                : change(name, before, entry.value());
    }

    private static AllocatorOptions change(String name, AllocatorOptions options, YamlValue value) {
        return switch (name) {
            case "allocationInterval" -> options.withAllocationInterval(value.read(Durations::duration));
            case "fairnessExcludedNames" -> options.withFairnessExcludedNames(names(value));
            case "filterGpuResources" -> options.withFilterGpuResources(value.flag());
            case "domain" -> options.withDomain(AgentVerbs.domain(value));
            case "minAllocatable" -> options.withMinAllocatable(value.read(ResourceNotation::minima));
            case "maxCompletedFrameworks" -> options.withMaxCompletedFrameworks(value.count());
            case "publishPerFrameworkMetrics" -> options.withPublishPerFrameworkMetrics(value.flag());
            case "recoveryTimeout" -> options.withRecoveryTimeout(value.read(Durations::duration));
            case "agentRecoveryFactor" -> options.withAgentRecoveryFactor(value.read(ConditionNotation::number));
            case "allocateWhenFreed" ->
                extended(options, AllocatorOptions.Extensions::withAllocateWhenFreed, value.flag());
            case "nestedQuota" -> extended(options, AllocatorOptions.Extensions::withNestedQuota, value.flag());
            case "honourRequests" -> extended(options, AllocatorOptions.Extensions::withHonourRequests, value.flag());
            case "chargeUnusedReservations" ->
                extended(options, AllocatorOptions.Extensions::withChargeUnusedReservations, value.flag());
            case "scarceNames" -> extended(options, AllocatorOptions.Extensions::withScarceNames, names(value));
            default -> throw new IllegalStateException("an option without a reader: " + name);
        };
    }

    private static SortedSet<String> names(YamlValue value) {
        return new TreeSet<>(value.texts());
    }

    private static <T> AllocatorOptions extended(
            AllocatorOptions options,
            BiFunction<AllocatorOptions.Extensions, T, AllocatorOptions.Extensions> change,
            T value) {
        return options.withExtensions(change.apply(options.extensions(), value));
    }
}
