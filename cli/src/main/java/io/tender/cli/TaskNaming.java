package io.tender.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The words by which a person names one thing and perhaps one task of it; commands mix them in. */
final class TaskNaming {
    @Parameters(index = "0", paramLabel = "KIND", description = Naming.KIND)
    private String kind;

    @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = Naming.NAME)
    private @Nullable String name;

    @Parameters(index = "2", arity = "0..1", paramLabel = "TASK", description = "the same as --task TASK")
    private @Nullable String last;

    @Option(
            names = "--task",
            paramLabel = "TASK",
            description = "only this task of a job, such as worker-0, or this instance of a service, such as 0")
    private @Nullable String option;

    Thing thing() {
        return Thing.of(kind, isOneWord() ? null : name);
    }

    /** What was named has tasks. */
    Thing work() {
        return Thing.workOf(kind, isOneWord() ? null : name);
    }

    /** The task that is meant, or null if none was named. */
    @Nullable
    String task() {
        String word = isOneWord() ? name : last;
        if (isOneWord() && last != null) {
            throw UserError.usage("There is a word too many.")
                    .got("'" + kind + " " + name + " " + last + "'")
                    .expected("'" + kind + " TASK', or 'KIND NAME TASK'")
                    .toDo("leave one away");
        }
        if (word != null && option != null) {
            throw UserError.usage("The task is named twice.")
                    .got("'" + word + "', and --task " + option)
                    .expected("one of them")
                    .toDo("leave one away");
        }
        return word == null ? option : word;
    }

    /** What has the task, as it was typed. */
    String words() {
        return isOneWord() || name == null ? kind : kind + " " + name;
    }

    private boolean isOneWord() {
        return kind.indexOf('/') >= 0;
    }
}
