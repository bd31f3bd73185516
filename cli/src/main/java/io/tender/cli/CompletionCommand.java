package io.tender.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the script that lets a shell complete commands and options. */
@Command(
        name = "completion",
        description = {
            "Prints a completion script for bash and zsh.",
            "",
            "For this shell:    source <(tender completion)",
            "For every shell:   add that line to ~/.bashrc or ~/.zshrc"
        })
final class CompletionCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine()
                .getOut()
                .print(AutoComplete.bash(spec.root().name(), spec.root().commandLine()));
        spec.commandLine().getOut().flush();
    }
}
