package io.tender.testkit.scenario;

import io.tender.testkit.scenario.step.Place;
import io.tender.testkit.scenario.step.Step;
import java.util.List;

/**
 * Something that was said to be so, and how to find out.
 *
 * @param name a sentence, unique in its file
 * @param place where it begins
 */
public record Scenario(String name, Place place, Subject subject, List<Step> steps) {

    public Scenario {
        steps = List.copyOf(steps);
    }
}
