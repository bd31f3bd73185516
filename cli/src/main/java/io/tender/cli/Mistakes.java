package io.tender.cli;

import io.tender.model.Suggestion;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns everything that goes wrong into words for the user and an exit code. */
final class Mistakes implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final Map<String, String> environment;

    Mistakes(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public int handleParseException(ParameterException mistake, String[] args) {
        CommandLine command = mistake.getCommandLine();
        return tell(inOurWords(mistake).toDo("see '" + command.getCommandSpec().qualifiedName() + " --help'"), command);
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof UserError error) {
            return tell(error, command);
        }
        if (environment.containsKey("TENDER_DEBUG")) {
            failure.printStackTrace(command.getErr());
        }
        return tell(
                UserError.environment("tender stopped on an error it did not expect.")
                        .got(failure.toString())
                        .toDo("set TENDER_DEBUG=1 to see where, and report it"),
                command);
    }

    private static UserError inOurWords(ParameterException mistake) {
        if (!(mistake instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return UserError.usage(String.valueOf(mistake.getMessage()));
        }
        CommandLine command = mistake.getCommandLine();
        String argument = unmatched.getUnmatched().getFirst();
        if (unmatched.isUnknownOption()) {
            return UserError.usage("'%s' has no option '%s'.%s"
                    .formatted(command.getCommandSpec().qualifiedName(), argument, suggestion(unmatched)));
        }
        if (command.getSubcommands().isEmpty()) {
            return UserError.usage("'%s' takes no argument '%s'."
                    .formatted(command.getCommandSpec().qualifiedName(), argument));
        }
        // picocli's own suggestions know nothing of swapped letters and leave out what was meant.
        Set<String> known = command.getSubcommands().keySet();
        return UserError.usage("'%s' has no command '%s'.%s"
                        .formatted(
                                command.getCommandSpec().qualifiedName(),
                                argument,
                                Suggestion.sentence(argument, known)))
                .known(known);
    }

    private static String suggestion(UnmatchedArgumentException unmatched) {
        // Of picocli's suggestions, which are generous, only those that a slip of the fingers leads to.
        return Suggestion.sentence(unmatched.getUnmatched().getFirst(), unmatched.getSuggestions());
    }

    private static int tell(UserError error, CommandLine command) {
        command.getErr().println(command.getColorScheme().errorText(error.text()));
        command.getErr().flush();
        return error.exitCode();
    }
}
