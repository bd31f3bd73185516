package io.tender.model.service;

/**
 * The program on the machine that runs a task, and what it needs for itself.
 *
 * @param name what the launch names
 * @param overhead what every task costs on top of what it asks for
 */
public record Executor(String name, ResourceBundle overhead) {

    /** The task is run as it is, and costs nothing more. */
    public static final Executor NONE = new Executor("none", ResourceBundle.empty());

    /** Aurora's executor, with the overhead Aurora assumes unless told otherwise. */
    public static final Executor AURORA = new Executor("AuroraExecutor", ResourceBundle.of(250, 128, 0));
}
