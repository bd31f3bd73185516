package io.tender.benchmarks.report;

import java.io.IOException;
import java.nio.file.Path;

/** Figures for people. */
public interface Tables {
    /** For a terminal. */
    String text();

    /** Replaces the tables between their markers in a document. */
    void writeInto(Path document) throws IOException;
}
