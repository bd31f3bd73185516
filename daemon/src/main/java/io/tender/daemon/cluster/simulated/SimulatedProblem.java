package io.tender.daemon.cluster.simulated;

import java.io.Serializable;

/** One thing that is wrong with a description, and where. */
public record SimulatedProblem(String file, int line, int column, String problem, String got, String expected)
        implements Serializable {
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + problem + "\n  got:      " + got + "\n  expected: " + expected;
    }
}
