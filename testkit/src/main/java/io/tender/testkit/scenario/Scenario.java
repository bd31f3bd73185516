package io.tender.testkit.scenario;

import io.tender.testkit.scenario.step.Place;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import java.util.List;

/**
 * Something that was said to be so, and how to find out.
 *
 * @param name a sentence, unique in its file
 * @param place where it begins
 * @param opening where its allocator is named, or else where it begins; told if the subject cannot be made
 */
public record Scenario(String name, Place place, Source opening, Subject subject, List<Step> steps) {

    public Scenario {
        steps = List.copyOf(steps);
    }
}
