package io.tender.runtime.yaml;

/** One mistake in the settings, and where it stands. */
public record YamlProblem(String file, int line, int column, String problem, String got, String expected) {

    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + problem
                + (got.isEmpty() ? "" : "\n  got:      " + got)
                + (expected.isEmpty() ? "" : "\n  expected: " + expected);
    }
}
