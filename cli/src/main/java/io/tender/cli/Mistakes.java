package io.tender.cli;

import io.tender.model.Suggestion;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns everything that goes wrong into words for the user and an exit code. */
final class Mistakes implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private static final Pattern NO_NUMBER =
            Pattern.compile("(?<what>.*?): (?<value>'.*') is not an? (?<type>int|long|double)", Pattern.DOTALL);

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
            return value(String.valueOf(mistake.getMessage()));
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

    /** What picocli says of a value names the types of the program. */
    private static UserError value(String message) {
        Matcher wrong = NO_NUMBER.matcher(message);
        return wrong.matches()
                ? UserError.usage(wrong.group("what") + ".")
                        .got(wrong.group("value"))
                        .expected(wrong.group("type").equals("double") ? "a number" : "a whole number")
                : UserError.usage(message);
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
