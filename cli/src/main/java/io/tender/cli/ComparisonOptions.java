package io.tender.cli;

import io.tender.extender.compare.Dialect;
import io.tender.extender.compare.QuestionKind;
import io.tender.extender.compare.Recognition;
import io.tender.toolkit.replay.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What replaying and comparing recordings have in common. */
final class ComparisonOptions {
    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            description = "volcano, tender, kube or aurora; told from the requests unless given")
    private @Nullable String dialect;

    @Option(
            names = "--at",
            paramLabel = "PATH=VERB",
            description = "what is asked at a path whose name does not say it, such as /a1=predicate; repeatable")
    private Map<String, String> paths = new LinkedHashMap<>();

    @Option(names = "--verb", split = ",", paramLabel = "VERB", description = "only these verbs")
    private List<String> verbs = new ArrayList<>();

    @Option(
            names = "--tolerance",
            paramLabel = "N",
            description = "up to which two scores count as equal (default: ${DEFAULT-VALUE})")
    private double tolerance;

    @Option(names = "--limit", paramLabel = "N", description = "only the first N questions")
    private long limit = Selection.MOST;

    @Option(
            names = "--show",
            paramLabel = "N",
            description = "how many changed answers are printed (default: ${DEFAULT-VALUE})")
    private int show = 20;

    @Option(names = "--json", description = "print the report as JSON, with up to 10,000 changed answers")
    private boolean json;

    boolean json() {
        return json;
    }

    int show() {
        return show;
    }

    Selection selection(boolean changes) {
        Recognition recognition = Recognition.byItself();
        if (dialect != null) {
            String name = dialect;
            recognition = recognition.in(Dialect.named(name)
                    .orElseThrow(() -> UserError.usage("There is no dialect '" + name + "'.")
                            .known(Dialect.labels())));
        }
        for (Map.Entry<String, String> path : paths.entrySet()) {
            recognition = recognition.at(path.getKey(), kind(path.getValue()));
        }
        Set<QuestionKind> kinds = EnumSet.noneOf(QuestionKind.class);
        verbs.forEach(verb -> kinds.add(kind(verb)));
        try {
            return new Selection(recognition, kinds, changes, tolerance, limit);
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(String.valueOf(wrong.getMessage())).toDo("correct --limit or --tolerance");
        }
    }

    private static QuestionKind kind(String verb) {
        return QuestionKind.named(verb)
                .orElseThrow(() ->
                        UserError.usage("There is no verb '" + verb + "'.").known(QuestionKind.labels()));
    }

    /** How long the recordings are together. */
    static long bytes(List<Path> files) {
        long bytes = 0;
        for (Path file : files) {
            if (!Files.isRegularFile(file)) {
                throw UserError.usage("There is no recording '" + file + "'.")
                        .expected("a file that 'tender record' or a daemon with 'recording' wrote")
                        .toDo("name an existing file");
            }
            try {
                bytes += Files.size(file);
            } catch (IOException broken) {
                throw UserError.environment("'" + file + "' cannot be read.")
                        .got(broken)
                        .toDo("name a recording that this user may read");
            }
        }
        return bytes;
    }
}
