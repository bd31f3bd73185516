package io.tender.extender.volcano;

import io.tender.extender.client.BreakerSettings;
import io.tender.extender.client.BulkheadSettings;
import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderName;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.HttpVersion;
import io.tender.extender.client.RecordingSettings;
import io.tender.extender.client.RetrySettings;
import io.tender.extender.client.Secret;
import io.tender.extender.client.SizeLimits;
import io.tender.extender.client.TlsSettings;
import io.tender.model.batch.GoDuration;
import io.tender.spi.batch.Arguments;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the arguments of an extender, and notes all that is wrong with them. */
final class ArgumentReader {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    /** A snapshot of a few thousand nodes with their tasks, in the words of the real program, has that size. */
    private static final long USUAL_REQUEST_BYTES = 128L << 20;

    /** More tasks than run on one machine; an answer has room for so many about thousands of nodes. */
    private static final int MOST_AHEAD = 1_000;

    private static final Pattern TRAILING_SLASHES = Pattern.compile("/+$");

    private final Arguments arguments;
    private final int problemsBefore;

    ArgumentReader(Arguments arguments) {
        this.arguments = arguments;
        this.problemsBefore = arguments.problems().size();
    }

    /** Empty if something is wrong; the arguments then tell what. */
    Optional<PluginSettings> read(String name) {
        Optional<Endpoint> prefix = prefix();
        Duration timeout = duration("extender.httpTimeout", Duration.ofSeconds(1), SHORTEST, LONGEST);
        Duration budget = duration("extender.sessionBudget", timeout.multipliedBy(10), SHORTEST, Duration.ofHours(24));
        Map<Question, Endpoint> verbs = verbs(prefix);
        Set<Question> ignorable = ignorable();
        List<String> managed = arguments.texts("extender.managedResources");
        DialectName dialect = choice("extender.dialect", DialectName.DOCUMENTED, DialectName.values());
        double weight = arguments.decimal("extender.weight", 1);
        Optional<ScoreRange> range = scoreRange();
        boolean byList = byList();
        boolean stateless = arguments.truth("extender.stateless", false);
        boolean looksAtNodesAlone = looksAtNodesAlone();
        int askAhead = askAhead(verbs, looksAtNodesAlone);
        int concurrency = (int) number("extender.concurrency", 16, 1, 1_000);
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
        Optional<ExtenderSettings> client = client(name, prefix, timeout);
        if (client.isEmpty() || arguments.problems().size() > problemsBefore) {
            return Optional.empty();
        }
        return Optional.of(new PluginSettings(
                client.get(),
                verbs,
                ignorable,
                managed,
                dialect,
                weight,
                range,
                byList,
                looksAtNodesAlone,
                askAhead,
                stateless,
                concurrency,
                snapshot,
                budget));
    }

    private Optional<Endpoint> prefix() {
        String text = arguments.text("extender.urlPrefix", "");
        if (text.isBlank()) {
            arguments.problem(
                    "extender.urlPrefix", "nothing", "the address of the extender, such as http://host:8080/path");
            return Optional.empty();
        }
        try {
            return Optional.of(
                    Endpoint.parse(TRAILING_SLASHES.matcher(text.strip()).replaceAll("")));
        } catch (IllegalArgumentException wrong) {
            problem("extender.urlPrefix", "an address that cannot be used", wrong);
            return Optional.empty();
        }
    }

    private Map<Question, Endpoint> verbs(Optional<Endpoint> prefix) {
        Map<Question, Endpoint> verbs = new EnumMap<>(Question.class);
        for (Question question : Question.values()) {
            String path = arguments.text(question.argument(), "");
            if (!path.isBlank() && prefix.isPresent()) {
                try {
                    verbs.put(question, address(prefix.get(), path.strip()));
                } catch (IllegalArgumentException wrong) {
                    problem(question.argument(), "a path that cannot be used", wrong);
                }
            }
        }
        return verbs;
    }

    /** A verb may bring a query of its own, as with the real program. */
    private static Endpoint address(Endpoint prefix, String path) {
        int query = path.indexOf('?');
        return query < 0
                ? prefix.resolve(path)
                : prefix.resolve(path.substring(0, query)).withQuery(path.substring(query + 1));
    }

    private Set<Question> ignorable() {
        boolean usual = arguments.truth("extender.ignorable", false);
        Set<Question> ignorable = EnumSet.noneOf(Question.class);
        for (Question question : Question.values()) {
            if (arguments.truth("extender.ignorable." + question.label(), usual)) {
                ignorable.add(question);
            }
        }
        return ignorable;
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
        int ahead = (int) number("extender.askAhead", 0, 0, MOST_AHEAD);
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

    private boolean byList() {
        String scope = arguments.text("extender.prioritizeScope", "node");
        if (!scope.equals("node") && !scope.equals("list")) {
            arguments.problem("extender.prioritizeScope", "'" + scope + "'", "node or list");
        }
        return scope.equals("list");
    }

    private Optional<ExtenderSettings> client(String name, Optional<Endpoint> endpoint, Duration timeout) {
        // Read in any case, so that no name counts as unknown and all mistakes are told at once.
        int retries = (int) number("extender.retries", RetrySettings.USUAL.most(), 0, 100);
        BreakerSettings breaker = breaker();
        int inFlight = (int) number("extender.maxInFlight", BulkheadSettings.USUAL.inFlight(), 1, 10_000);
        int queued = (int) number("extender.maxQueued", BulkheadSettings.USUAL.queued(), 0, 100_000);
        SizeLimits limits = SizeLimits.USUAL
                .withAnswerBytes(number("extender.maxResponseBytes", SizeLimits.USUAL.answerBytes(), 1, 1 << 30))
                .withRequestBytes(number("extender.maxRequestBytes", USUAL_REQUEST_BYTES, 1, 1 << 30));
        String http = arguments.text("extender.http", "1.1");
        if (!http.equals("1.1") && !http.equals("2")) {
            arguments.problem("extender.http", "'" + http + "'", "\"1.1\" or \"2\"");
        }
        TlsSettings tls = tls();
        Optional<Path> token = path("extender.tokenFile");
        Optional<Path> recording = path("extender.recordingFile");
        Map<String, Secret> headers = headers();
        if (endpoint.isEmpty()) {
            return Optional.empty();
        }
        // Pauses that let several repetitions fit into the timeout, however short it is.
        long pause = Math.clamp(timeout.toMillis() / 50, 1, 20);
        try {
            return Optional.of(new ExtenderSettings(
                    new ExtenderName(name),
                    endpoint.get(),
                    timeout,
                    new RetrySettings(retries, Duration.ofMillis(pause), Duration.ofMillis(500)),
                    breaker,
                    new BulkheadSettings(inFlight, queued),
                    limits,
                    Duration.ofSeconds(30),
                    http.equals("2") ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1,
                    tls,
                    token,
                    headers,
                    recording.map(RecordingSettings::into)));
        } catch (IllegalArgumentException wrong) {
            problem("extender.urlPrefix", "settings that do not go together", wrong);
            return Optional.empty();
        }
    }

    private BreakerSettings breaker() {
        BreakerSettings usual = BreakerSettings.USUAL;
        boolean enabled = arguments.truth("extender.breaker", usual.enabled());
        int window = (int) number("extender.breaker.window", usual.window(), 1, 1_000);
        int fewest = (int) number("extender.breaker.minCalls", Math.min(usual.fewestCalls(), window), 1, window);
        int percent = (int) number("extender.breaker.failurePercent", usual.failurePercent(), 1, 100);
        Duration open = duration("extender.breaker.openTime", usual.firstOpen(), SHORTEST, LONGEST);
        Duration longest = usual.longestOpen().compareTo(open) < 0 ? open : usual.longestOpen();
        Duration most = duration("extender.breaker.maxOpenTime", longest, open, Duration.ofHours(24));
        return new BreakerSettings(enabled, window, fewest, percent, open, most, usual.probes());
    }

    private TlsSettings tls() {
        Optional<Path> authorities = path("extender.tls.ca");
        Optional<Path> certificate = path("extender.tls.certificate");
        Optional<Path> key = path("extender.tls.key");
        boolean checked = arguments.truth("extender.tls.checkHostName", true);
        if (certificate.isPresent() != key.isPresent()) {
            arguments.problem(
                    certificate.isPresent() ? "extender.tls.key" : "extender.tls.certificate",
                    "nothing",
                    "both extender.tls.certificate and extender.tls.key, or neither");
        }
        Optional<TlsSettings.Identity> identity = certificate.isPresent() && key.isPresent()
                ? Optional.of(new TlsSettings.Identity.Pem(certificate.get(), key.get()))
                : Optional.empty();
        return new TlsSettings(authorities, identity, checked);
    }

    private Map<String, Secret> headers() {
        String prefix = "extender.headers.";
        Map<String, Secret> headers = new TreeMap<>();
        for (String name : arguments.namesUnder(prefix)) {
            Object value = arguments.structure(name).orElse("");
            if (value instanceof String text) {
                headers.put(name.substring(prefix.length()), Secret.of(text));
            } else {
                // The value may be a key that lost its quotes: it is not shown.
                arguments.problem(name, "a value that is no text", "a text in quotes");
            }
        }
        return headers;
    }

    private Optional<Path> path(String name) {
        String text = arguments.text(name, "");
        return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
    }

    private Duration duration(String name, Duration usual, Duration least, Duration most) {
        String text = arguments.text(name, "");
        if (text.isEmpty()) {
            return usual;
        }
        Optional<Duration> value =
                GoDuration.parse(text).filter(given -> given.compareTo(least) >= 0 && given.compareTo(most) <= 0);
        if (value.isEmpty()) {
            arguments.problem(
                    name,
                    "'" + text + "'",
                    GoDuration.EXPECTED + ", from " + least.toMillis() + "ms to " + most.toHours()
                            + "h: nothing waits without a deadline");
        }
        return value.orElse(usual);
    }

    private long number(String name, long usual, long least, long most) {
        Optional<Object> given = arguments.structure(name);
        if (given.isEmpty()) {
            return usual;
        }
        if ((given.get() instanceof Integer || given.get() instanceof Long)
                && ((Number) given.get()).longValue() >= least
                && ((Number) given.get()).longValue() <= most) {
            return ((Number) given.get()).longValue();
        }
        arguments.problem(name, given.get(), "a whole number from " + least + " to " + most);
        return usual;
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

    /** Somebody else's message has lines of its own. */
    private void problem(String name, String got, IllegalArgumentException wrong) {
        arguments.problem(name, got, String.valueOf(wrong.getMessage()).replaceAll("\\s*\\n\\s*", " "));
    }
}
