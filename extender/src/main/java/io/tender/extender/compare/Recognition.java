package io.tender.extender.compare;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;

/**
 * Tells what a request asks: by its verb or the end of its path where these are names of the dialect, else by its members and
 * by what was answered. Paths are free text in all dialects, so a request may stay unknown; what could as well be an order to
 * change something is not taken for a question.
 */
public final class Recognition {
    private final Optional<Dialect> dialect;
    private final Map<String, QuestionKind> byPath;

    private Recognition(Optional<Dialect> dialect, Map<String, QuestionKind> byPath) {
        this.dialect = dialect;
        this.byPath = new TreeMap<>(byPath);
    }

    /** By what is there alone. */
    public static Recognition byItself() {
        return new Recognition(Optional.empty(), Map.of());
    }

    /** Takes everything for this dialect. */
    public Recognition in(Dialect known) {
        return new Recognition(Optional.of(known), byPath);
    }

    /** Takes what was sent to this path for this kind of question. */
    public Recognition at(String path, QuestionKind kind) {
        Map<String, QuestionKind> more = new TreeMap<>(byPath);
        more.put(path, kind);
        return new Recognition(dialect, more);
    }

    /** What came of it. */
    public sealed interface Result {
        record Known(AskedQuestion question) implements Result {}

        /** @param why in a line, with what to do */
        record Unknown(String why) implements Result {}
    }

    /**
     * @param verb as it was recorded, which may be anything
     * @param path of the address, without its query
     * @param answer empty if there was none
     */
    public Result of(String verb, String path, byte[] request, byte[] answer) {
        Subject subject;
        try {
            subject = SubjectReader.read(request);
        } catch (JacksonException broken) {
            return new Result.Unknown("the request is no JSON (" + broken.getOriginalMessage() + ")");
        }
        Dialect spoken = dialect.orElseGet(() -> dialect(subject));
        String last = path.substring(path.lastIndexOf('/') + 1);
        QuestionKind given = byPath.get(path);
        Optional<QuestionKind> kind = given != null
                ? Optional.of(given)
                : QuestionKind.named(verb)
                        .filter(named -> suits(named, subject))
                        .or(() -> QuestionKind.named(last).filter(named -> suits(named, subject)))
                        .or(() -> byMembers(subject, answer));
        return kind.<Result>map(known -> new Result.Known(new AskedQuestion(spoken, known, subject)))
                .orElseGet(() -> new Result.Unknown("neither the path '" + path + "' nor the members "
                        + subject.members() + " tell what is asked; name it with --at " + path + "=VERB"));
    }

    private static Dialect dialect(Subject subject) {
        if (subject.has("jobKey") && subject.has("hosts")) {
            return Dialect.AURORA;
        }
        if (subject.has("pod") || subject.has("podName")) {
            return Dialect.KUBE;
        }
        boolean snapshotOfGo =
                subject.members().contains("Jobs") || subject.members().contains("Nodes");
        return subject.goNames() || snapshotOfGo ? Dialect.VOLCANO : Dialect.TENDER;
    }

    /** Whether a request with these members can be what a name says: names are free, and some are used in several ways. */
    private static boolean suits(QuestionKind kind, Subject subject) {
        boolean task = subject.has("task");
        boolean pod = subject.has("pod");
        boolean nodes = subject.has("nodes") || subject.has("nodeNames");
        return switch (kind) {
            case PREDICATE -> task && subject.has("node");
            case BATCH_PREDICATE -> task && subject.has("nodes");
            case PRIORITIZE -> task || (pod && !hasVictims(subject));
            case FILTER -> pod && nodes;
            case PREEMPT -> pod && hasVictims(subject);
            case BIND -> (task && subject.has("node")) || subject.has("podName");
            case PREEMPTABLE, RECLAIMABLE -> subject.has("evictor");
            case JOB_ENQUEUEABLE, JOB_ENQUEUED, JOB_READY -> subject.has("job");
            case QUEUE_OVERUSED -> subject.has("queue");
            case ALLOCATE, DEALLOCATE -> task && !subject.has("node");
            case COMMIT, ABORT -> subject.has("tasks");
            case OFFER_SET -> subject.has("hosts");
            case SORT -> isStanding(subject);
            case ON_SESSION_OPEN, ON_SESSION_CLOSE -> !task && !pod;
        };
    }

    private static boolean isStanding(Subject subject) {
        return subject.has("total") && (subject.has("roles") || subject.has("frameworks"));
    }

    private static boolean hasVictims(Subject subject) {
        return subject.has("nodeNameToVictims") || subject.has("nodeNameToMetaVictims") || subject.has("nodeToVictims");
    }

    private static Optional<QuestionKind> byMembers(Subject subject, byte[] answer) {
        if (subject.has("jobKey") && subject.has("hosts")) {
            return Optional.of(QuestionKind.OFFER_SET);
        }
        if (subject.has("podName")) {
            return Optional.of(QuestionKind.BIND);
        }
        if (subject.has("pod")) {
            return hasVictims(subject) ? Optional.of(QuestionKind.PREEMPT) : filterOrPrioritize(answer);
        }
        if (subject.has("enough")) {
            return Optional.of(QuestionKind.BATCH_PREDICATE);
        }
        if (subject.has("task") && subject.has("nodes")) {
            return Optional.of(QuestionKind.PRIORITIZE);
        }
        if (subject.has("queue")) {
            return Optional.of(QuestionKind.QUEUE_OVERUSED);
        }
        if (isStanding(subject)) {
            return Optional.of(QuestionKind.SORT);
        }
        return subject.has("snapshot") || subject.members().contains("Jobs")
                ? Optional.of(QuestionKind.ON_SESSION_OPEN)
                : Optional.empty();
    }

    /** The two have the same request; scores are a list, and what is left is an object. */
    private static Optional<QuestionKind> filterOrPrioritize(byte[] answer) {
        for (byte character : answer) {
            if (character == '[') {
                return Optional.of(QuestionKind.PRIORITIZE);
            }
            if (character == '{') {
                return Optional.of(QuestionKind.FILTER);
            }
            if (!Character.isWhitespace(character)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }
}
