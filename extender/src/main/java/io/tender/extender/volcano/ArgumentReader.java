package io.tender.extender.volcano;

import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.RetrySettings;
import io.tender.spi.batch.Arguments;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the arguments of an extender, and notes all that is wrong with them. */
final class ArgumentReader {
    private static final Duration KUBE_TIMEOUT = Duration.ofSeconds(5);
    /** More tasks than run on one machine; an answer has room for so many about thousands of nodes. */
    private static final int MOST_AHEAD = 1_000;

    private static final String REPLY_SHAPE = "extender.replyShape";
    private static final String EVERY_JOB = "extender.everyJob";
    private static final double MOST_WEIGHT = 1e9;

    private final Arguments arguments;
    private final ClientArguments client;
    private final int problemsBefore;

    ArgumentReader(Arguments arguments) {
        this.arguments = arguments;
        this.client = new ClientArguments(arguments);
        this.problemsBefore = arguments.problems().size();
    }

    /** Empty if something is wrong; the arguments then tell what. */
    Optional<PluginSettings> read(String name) {
        DialectName dialect = choice("extender.dialect", DialectName.DOCUMENTED, DialectName.values());
        return dialect == DialectName.KUBE ? readKube(name) : readVerbs(name, dialect);
    }

    /** The dialect of kube-scheduler has verbs, defaults and rules of its own. */
    private Optional<PluginSettings> readKube(String name) {
        KubeArguments kube = new KubeArguments(arguments);
        Optional<Endpoint> prefix = client.prefix();
        Duration timeout = client.duration(
                "extender.httpTimeout", KUBE_TIMEOUT, ClientArguments.SHORTEST, ClientArguments.LONGEST);
        Map<Question, Endpoint> verbs = verbs(prefix, KubeArguments.verbs());
        Set<Question> ignorable = ignorable(KubeArguments.verbs());
        KubeArguments.Managed managed = kube.managed();
        double weight = weight();
        if (verbs.containsKey(Question.PRIORITIZE) && weight <= 0) {
            arguments.problem("extender.weight", weight, "more than 0 beside extender.prioritizeVerb");
        }
        boolean tolerant = kube.isTolerant();
        KubeSettings settings = kube.settings(tolerant, managed.ignored());
        boolean byList = byList("extender.prioritizeScope", true);
        boolean stateless = arguments.truth("extender.stateless", false);
        if (stateless && (byList || settings.filtersByList())) {
            arguments.problem(
                    "extender.stateless",
                    "true beside extender.filterScope or extender.prioritizeScope list",
                    "node for both: what depends on the list cannot be kept");
        }
        boolean looksAtNodesAlone = looksAtNodesAlone();
        Duration budget = budget(timeout);
        // kube-scheduler asks once and tries the pod again later.
        Optional<ExtenderSettings> asked =
                client.settings(name, prefix, timeout, tolerant ? 0 : RetrySettings.USUAL.most());
        if (asked.isEmpty() || arguments.problems().size() > problemsBefore) {
            return Optional.empty();
        }
        return Optional.of(new PluginSettings(
                asked.get(),
                verbs,
                ignorable,
                managed.names(),
                DialectName.KUBE,
                ReplyShape.ANY,
                weight,
                Optional.empty(),
                equalTasks(),
                settings.filtersByList(),
                byList,
                looksAtNodesAlone,
                0,
                stateless,
                1,
                SnapshotMode.NONE,
                budget,
                false,
                settings));
    }

    /** One with which scores can be multiplied without becoming infinite. */
    private double weight() {
        double weight = arguments.decimal("extender.weight", 1);
        if (Math.abs(weight) > MOST_WEIGHT) {
            arguments.problem("extender.weight", weight, "a number from -1000000000 to 1000000000");
        }
        return weight;
    }

    private Duration budget(Duration timeout) {
        return client.duration(
                "extender.sessionBudget", timeout.multipliedBy(10), ClientArguments.SHORTEST, Duration.ofHours(24));
    }

    private Optional<PluginSettings> readVerbs(String name, DialectName dialect) {
        Optional<Endpoint> prefix = client.prefix();
        Duration timeout = client.duration(
                "extender.httpTimeout", Duration.ofSeconds(1), ClientArguments.SHORTEST, ClientArguments.LONGEST);
        Duration budget = budget(timeout);
        Map<Question, String> labels = Arrays.stream(Question.values())
                .collect(Collectors.toMap(
                        question -> question,
                        Question::label,
                        (first, second) -> first,
                        () -> new EnumMap<>(Question.class)));
        Map<Question, Endpoint> verbs = verbs(prefix, labels);
        Set<Question> ignorable = ignorable(labels);
        List<String> managed = arguments.texts(KubeArguments.MANAGED);
        ReplyShape replyShape = replyShape(dialect);
        double weight = weight();
        Optional<ScoreRange> range = scoreRange();
        boolean stateless = arguments.truth("extender.stateless", false);
        boolean looksAtNodesAlone = looksAtNodesAlone();
        int askAhead = askAhead(verbs, looksAtNodesAlone);
        EqualTasks equalTasks = equalTasks();
        // Who says any of these says that its answers about a node depend on nothing elsewhere.
        boolean bound = stateless || looksAtNodesAlone || askAhead > 0;
        boolean byList = byList("extender.prioritizeScope", !bound);
        // Requests show one node; only who is told of each placement can know what has happened on the others.
        boolean verdictsByList = byList("extender.predicateScope", !bound && verbs.containsKey(Question.ALLOCATE));
        if (verdictsByList && bound) {
            arguments.problem(
                    "extender.predicateScope",
                    "list beside extender.stateless, extender.looksAt node or extender.askAhead",
                    "node: these say that a verdict depends on its node alone");
        }
        boolean everyJob = everyJob(verbs);
        int concurrency = (int) client.number("extender.concurrency", 16, 1, 1_000);
        SnapshotMode snapshot = choice("extender.snapshot", SnapshotMode.FULL, SnapshotMode.values());
        if (snapshot == SnapshotMode.DELTA && dialect == DialectName.VOLCANO) {
            arguments.problem(
                    "extender.snapshot", "delta with the dialect volcano", "full or none: Volcano has no deltas");
        }
        if (stateless && byList) {
            arguments.problem(
                    "extender.stateless",
                    "true beside extender.prioritizeScope list",
                    "one of the two: scores that depend on the list cannot be kept");
        }
        Optional<ExtenderSettings> asked = client.settings(name, prefix, timeout, RetrySettings.USUAL.most());
        if (asked.isEmpty() || arguments.problems().size() > problemsBefore) {
            return Optional.empty();
        }
        return Optional.of(new PluginSettings(
                asked.get(),
                verbs,
                ignorable,
                managed,
                dialect,
                replyShape,
                weight,
                range,
                equalTasks,
                verdictsByList,
                byList,
                looksAtNodesAlone,
                askAhead,
                stateless,
                concurrency,
                snapshot,
                budget,
                everyJob,
                KubeSettings.NONE));
    }

    /** @param labels the questions that the dialect has, by what they are called in arguments */
    private Map<Question, Endpoint> verbs(Optional<Endpoint> prefix, Map<Question, String> labels) {
        Map<Question, Endpoint> verbs = new EnumMap<>(Question.class);
        labels.forEach((question, label) -> {
            String argument = "extender." + label + "Verb";
            String path = arguments.text(argument, "");
            if (!path.isBlank() && prefix.isPresent()) {
                try {
                    verbs.put(question, address(prefix.get(), path.strip()));
                } catch (IllegalArgumentException wrong) {
                    client.problem(argument, "a path that cannot be used", wrong);
                }
            }
        });
        return verbs;
    }

    /** A verb may bring a query of its own, as with the real program. */
    private static Endpoint address(Endpoint prefix, String path) {
        int query = path.indexOf('?');
        return query < 0
                ? prefix.resolve(path)
                : prefix.resolve(path.substring(0, query)).withQuery(path.substring(query + 1));
    }

    private Set<Question> ignorable(Map<Question, String> labels) {
        boolean usual = arguments.truth("extender.ignorable", false);
        Set<Question> ignorable = EnumSet.noneOf(Question.class);
        labels.forEach((question, label) -> {
            if (arguments.truth("extender.ignorable." + label, usual)) {
                ignorable.add(question);
            }
        });
        return ignorable;
    }

    private ReplyShape replyShape(DialectName dialect) {
        Object given = arguments.structure(REPLY_SHAPE).orElse("any");
        // YAML reads 1.10 as the number 1.1, so no number can be trusted to be a version.
        Optional<ReplyShape> shape = given instanceof String text ? ReplyShape.parse(text) : Optional.empty();
        if (shape.isEmpty()) {
            arguments.problem(
                    REPLY_SHAPE,
                    given instanceof String text ? "'" + text + "'" : given,
                    ReplyShape.EXPECTED + (given instanceof String text ? ReplyShape.suggestion(text) : ""));
        } else if (shape.get() != ReplyShape.ANY && dialect != DialectName.VOLCANO) {
            arguments.problem(
                    REPLY_SHAPE,
                    "'" + given + "' with the dialect " + word(dialect),
                    "extender.dialect: volcano beside it, or any");
        }
        return shape.orElse(ReplyShape.ANY);
    }

    private Optional<ScoreRange> scoreRange() {
        String text = arguments.text("extender.scoreRange", "");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Optional<ScoreRange> range = ScoreRange.parse(text);
        if (range.isEmpty()) {
            arguments.problem("extender.scoreRange", "'" + text + "'", ScoreRange.EXPECTED);
        }
        return range;
    }

    private boolean looksAtNodesAlone() {
        String what = arguments.text("extender.looksAt", "tasks");
        if (!what.equals("tasks") && !what.equals("node")) {
            arguments.problem(
                    "extender.looksAt", "'" + what + "'", "tasks (what runs on a node too) or node (what it is)");
        }
        return what.equals("node");
    }

    private int askAhead(Map<Question, Endpoint> verbs, boolean looksAtNodesAlone) {
        int ahead = (int) client.number("extender.askAhead", 0, 0, MOST_AHEAD);
        if (ahead > 0 && !verbs.containsKey(Question.BATCH_PREDICATE)) {
            arguments.problem(
                    "extender.askAhead",
                    ahead + " without extender.batchPredicateVerb",
                    "both: only batchPredicate is asked ahead");
        }
        if (ahead > 0 && looksAtNodesAlone) {
            arguments.problem(
                    "extender.askAhead",
                    ahead + " beside extender.looksAt node",
                    "one of the two: answers that do not depend on tasks hold anyhow");
        }
        return ahead;
    }

    private boolean everyJob(Map<Question, Endpoint> verbs) {
        boolean every = arguments.truth(EVERY_JOB, false);
        if (every && !verbs.containsKey(Question.JOB_ENQUEUEABLE)) {
            arguments.problem(
                    EVERY_JOB,
                    "true without extender.jobEnqueueableVerb",
                    "both: it says about which jobs jobEnqueueable is asked");
        }
        if (!arguments.has(EVERY_JOB)) {
            arguments.notice(
                    "extender.jobEnqueueableVerb",
                    "it is asked about jobs with minResources, and the others are admitted unasked. Volcano's controller"
                            + " writes them for every job: say extender.everyJob: true to be asked about all of them"
                            + " (false: leave it as it is, without this notice)");
        }
        return every;
    }

    private EqualTasks equalTasks() {
        return choice("extender.equalTasks", EqualTasks.JOB, EqualTasks.values());
    }

    private boolean byList(String argument, boolean usual) {
        String scope = arguments.text(argument, usual ? "list" : "node");
        if (!scope.equals("node") && !scope.equals("list")) {
            arguments.problem(argument, "'" + scope + "'", "node or list");
        }
        return scope.equals("list");
    }

    private <E extends Enum<E>> E choice(String name, E usual, E[] values) {
        String text = arguments.text(name, word(usual));
        for (E value : values) {
            if (word(value).equals(text)) {
                return value;
            }
        }
        arguments.problem(
                name,
                "'" + text + "'",
                Arrays.stream(values).map(ArgumentReader::word).collect(Collectors.joining(" or ")));
        return usual;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
