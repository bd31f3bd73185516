package io.tender.testkit.scenario.yaml;

import io.tender.testkit.scenario.ServiceSetup;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of a service scheduler and its offer set, under the names of their flags. */
final class ServiceFields {

    /** A time-out is real: a scenario must not be able to take long. */
    private static final long LONGEST_TIMEOUT_MILLIS = 5_000;

    private static final String ANYWHERE = "http://127.0.0.1:9090/";

    private ServiceFields() {}

    static ServiceSetup read(YamlValue document) {
        ServiceSetup setup = ServiceSetup.defaults()
                .withSeed(document.get("seed").map(YamlValue::seed).orElse(1L))
                .withStrict(document.get("strict").map(YamlValue::flag).orElse(true));
        Optional<YamlValue> settings = document.get("services");
        if (settings.isEmpty()) {
            return setup;
        }
        for (YamlValue.Entry entry : settings.get().entries()) {
            String name = entry.key().oneOf(ServiceSetup.names(), "setting of services");
            if (name.equals("offer_set_module")) {
                entry.value().oneOf(ServiceSetup.offerSets(), "offer set of a scenario");
            }
            setup = setup.with(name, entry.value().text());
        }
        requireUsable(setup, settings.get());
        return setup;
    }

    /** A setting that is wrong by itself is pointed at; those that only do not go together are told as a whole. */
    private static void requireUsable(ServiceSetup setup, YamlValue settings) {
        Optional<String> wrong = problem(setup);
        if (wrong.isEmpty()) {
            return;
        }
        for (YamlValue.Entry entry : settings.entries()) {
            String text = entry.value().text();
            Optional<String> own = problem(ServiceSetup.defaults().with(entry.name(), text));
            if (own.isPresent() && own.equals(wrong)) {
                throw entry.value().problem(own.get(), "'" + text + "'", "a value that the setting can have");
            }
        }
        throw settings.problem(wrong.get(), "these settings together", "settings that go together");
    }

    private static Optional<String> problem(ServiceSetup setup) {
        try {
            setup.scheduler();
            Duration timeout = setup.asksKube()
                    ? setup.kube(ANYWHERE).timeout()
                    : setup.http(ANYWHERE).timeout();
            return timeout.toMillis() > LONGEST_TIMEOUT_MILLIS
                    ? Optional.of("the time-out is too long: this time really passes, so 5secs is the most")
                    : Optional.empty();
        } catch (IllegalArgumentException wrong) {
            List<String> lines = String.valueOf(wrong.getMessage())
                    .lines()
                    .map(String::strip)
                    .toList();
            return Optional.of(lines.size() > 1 ? lines.get(1) : lines.getFirst());
        }
    }
}
