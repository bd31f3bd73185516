package io.tender.testkit.scenario.yaml;

import java.util.List;

/** The words for steps that hold other steps. */
final class Blocks {

    static final String TOGETHER = "together";
    static final String REPEAT = "repeat";

    /** The steps that {@link #REPEAT} repeats. */
    static final String STEPS = "steps";

    static final List<String> WORDS = List.of(TOGETHER, REPEAT);

    static final String TOGETHER_HELP = "queues all these steps before the first is carried out";
    static final String REPEAT_HELP = "the steps beside it, so many times";

    /** Scenarios nest two levels deep at most; more is a file that refers to itself. */
    static final int DEEPEST = 5;

    private Blocks() {}
}
