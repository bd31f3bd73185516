package io.tender.daemon.cluster.local;

import io.tender.model.Resources;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What holds a task to the resources it was given. */
interface Enforcement {
    /** One word, for the agent's attribute {@code limits}. */
    String word();

    /** What is enforced and what is not, for people. */
    String words();

    /** Gets ready for a task; returns the lines of shell with which its first process puts itself under the limits. */
    List<String> prepare(TaskFolder task, Resources resources) throws IOException;

    /** Ends all there is of a task at once, where one can. */
    void endAll(TaskFolder task) throws IOException;

    /** Whether no process of a task is left under its limits, as far as one can tell. */
    boolean isEmpty(TaskFolder task) throws IOException;

    /** Which limit ended the task; empty if none is known to have. */
    Optional<String> exceeded(TaskFolder task) throws IOException;

    /** The task is over and nothing is left of it. */
    void forget(TaskFolder task) throws IOException;
}
