package io.tender.testkit.scenario.yaml;

/** Ends the reading of one part of a file; the parts beside it are read on, so that all problems are told at once. */
final class ProblemException extends RuntimeException {

    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.text(), null, false, false);
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
