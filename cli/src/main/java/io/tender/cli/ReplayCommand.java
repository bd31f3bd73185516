package io.tender.cli;

import io.tender.toolkit.replay.Replay;
import io.tender.toolkit.replay.Selection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks a service the questions of a recording and says what it decides otherwise. */
@Command(
        name = "replay",
        description = {
            "Asks a service the questions of a recording and says what it decides otherwise.",
            "",
            "  tender replay gpu.jsonl --against http://127.0.0.1:9090       a new version, on a port of its own",
            "  tender replay gpu.jsonl --against http://gpu:8080 --verb prioritize --tolerance 0.5",
            "  tender replay gpu.jsonl.1 gpu.jsonl --against http://gpu:8080 --json",
            "",
            "Recordings of 'tender record' and of a daemon's clients will do. Verbs that change something (bind, commit,",
            "allocateFunc, …) are left out unless --allow-changes is given. The exit code is 1 if an answer changed.",
            "docs/recording.md says what counts as a change."
        })
final class ReplayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "the files of a recording, the oldest first")
    private List<Path> files;

    @Option(
            names = "--against",
            required = true,
            paramLabel = "URL",
            description = {
                "the service; without a path the recorded paths are used, with one it takes the place of the folder",
                "that all of them have in common"
            })
    private String against;

    @Option(names = "--allow-changes", description = "also ask what may change something at the service")
    private boolean allowChanges;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "questions at once; only 1 keeps their order (default: ${DEFAULT-VALUE})")
    private int concurrency = 1;

    @Option(
            names = "--timeout",
            paramLabel = "MS",
            description = "for each question, in milliseconds (default: ${DEFAULT-VALUE})")
    private long timeoutMillis = 10_000;

    @Mixin
    private TlsOptions tls = new TlsOptions();

    @Option(names = "--token-file", paramLabel = "FILE", description = "a bearer token for the service")
    private @Nullable Path tokenFile;

    @Mixin
    private ComparisonOptions options;

    @Override
    public Integer call() {
        long bytes = ComparisonOptions.bytes(files);
        Selection selection = options.selection(allowChanges);
        try {
            Replay.Service service = new Replay.Service(
                    against,
                    Duration.ofMillis(timeoutMillis),
                    concurrency,
                    tls.settings(),
                    Optional.ofNullable(tokenFile));
            Replay replay = new Replay(files, selection, service);
            return new ComparisonRun(spec, options).run("replay", bytes, replay::run);
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(String.valueOf(wrong.getMessage()));
        }
    }
}
