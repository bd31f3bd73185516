package io.tender.extender.volcano;

import java.util.List;
import java.util.Optional;

/** What kube-scheduler demands of all its extenders together: one that binds, and each managed resource once. */
final class KubeRules {
    private KubeRules() {}

    /**
     * What one adds that is not allowed beside others.
     *
     * @param others that decide too, of any dialect; those of other dialects have other rules
     */
    static Optional<String> broken(PluginSettings one, List<PluginSettings> others) {
        return others.stream()
                .filter(other -> one.isKube() && other.isKube())
                .flatMap(other -> broken(one, other).stream())
                .findFirst();
    }

    private static Optional<String> broken(PluginSettings one, PluginSettings other) {
        if (one.asks(Question.BIND) && other.asks(Question.BIND)) {
            return Optional.of("extender.bindVerb beside that of '" + other.name()
                    + "', expected one bindVerb among all extenders of the dialect kube");
        }
        // Also if both say the same of ignoredByScheduler: kube-scheduler asks one extender about a resource.
        return one.managed().stream()
                .filter(other.managed()::contains)
                .findFirst()
                .map(name -> KubeArguments.MANAGED + " with '" + name + "', which '" + other.name()
                        + "' manages, expected each resource once among all extenders of the dialect kube");
    }
}
