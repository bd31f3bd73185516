package io.tender.daemon.cluster.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A description of agents that cannot be used; it holds everything that is wrong with it. */
public final class SimulatedFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ArrayList<SimulatedProblem> problems;

    SimulatedFileException(List<SimulatedProblem> problems) {
        super(problems.stream().map(SimulatedProblem::toString).collect(Collectors.joining("\n")));
        this.problems = new ArrayList<>(problems);
    }

    public List<SimulatedProblem> problems() {
        return List.copyOf(problems);
    }
}
