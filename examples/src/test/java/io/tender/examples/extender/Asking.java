package io.tender.examples.extender;

import io.tender.extender.server.ExtenderServer;
import io.tender.testkit.scenario.BatchLanguage;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Scenarios in which batch sessions ask an extender that is really there. */
final class Asking {
    private Asking() {}

    /** @param verbs what it is asked, each at the path of its name; {@code under} is what else YAML says under batch */
    static BatchLanguage scenario(ExtenderServer extender, String verbs, String under) {
        String arguments = Stream.of(verbs.split(" "))
                .map(verb -> "        extender." + verb + "Verb: " + verb + "\n")
                .collect(Collectors.joining());
        return BatchLanguage.batch("""
                conf: |
                  actions: "enqueue, allocate"
                  tiers:
                  - plugins:
                    - name: priority
                    - name: gang
                    - name: predicates
                    - name: extender
                      arguments:
                        extender.urlPrefix: %s/tender
                        extender.httpTimeout: 10s
                """.formatted(extender.address()) + arguments + under);
    }
}
