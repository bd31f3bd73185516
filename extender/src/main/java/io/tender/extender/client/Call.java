package io.tender.extender.client;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** One question to an extender. Immutable; made by {@link #post} or {@link #get} and refined by the other methods. */
public final class Call<T> {
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");
    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,99}");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x21-\\x7e]{1,255}");
    private static final Pattern CONTENT_TYPE = Pattern.compile("[\\x20-\\x7e]{3,255}");

    private final Verb verb;
    private final HttpMethod method;
    private final String path;
    private final Optional<Endpoint> endpoint;
    private final RequestBody body;
    private final String contentType;
    private final AnswerReader<T> reader;
    private final Set<JsonTolerance> tolerances;
    private final boolean safeToRepeat;
    private final Predicate<ExtenderFailure> repeatedAfter;
    private final Optional<String> idempotencyKey;
    private final Map<String, String> headers;
    private final Optional<Duration> deadline;
    private final Optional<TraceParent> parent;
    private final Optional<String> subject;

    private Call(Draft<T> draft) {
        verb = draft.verb;
        method = draft.method;
        path = draft.path;
        endpoint = draft.endpoint;
        body = draft.body;
        contentType = draft.contentType;
        reader = draft.reader;
        tolerances = draft.tolerances;
        safeToRepeat = draft.safeToRepeat;
        repeatedAfter = draft.repeatedAfter;
        idempotencyKey = draft.idempotencyKey;
        headers = Map.copyOf(draft.headers);
        deadline = draft.deadline;
        parent = draft.parent;
        subject = draft.subject;
    }

    /** A POST of JSON to the extender's endpoint. */
    public static <T> Call<T> post(Verb verb, RequestBody body, AnswerReader<T> reader) {
        return new Call<>(new Draft<>(verb, HttpMethod.POST, body, reader));
    }

    /** A GET of the extender's endpoint; safe to repeat. */
    public static <T> Call<T> get(Verb verb, AnswerReader<T> reader) {
        return new Call<>(new Draft<>(verb, HttpMethod.GET, RequestBody.EMPTY, reader)).safeToRepeat();
    }

    /** With this path added to the extender's endpoint. */
    public Call<T> at(String addedPath) {
        Draft<T> draft = new Draft<>(this);
        draft.path = addedPath;
        return new Call<>(draft);
    }

    /**
     * At a whole address instead of the extender's; credentials and TLS settings go there too. Credentials meant for https
     * are not sent to an http address: such a call fails.
     */
    public Call<T> at(Endpoint wholeEndpoint) {
        Draft<T> draft = new Draft<>(this);
        draft.endpoint = Optional.of(wholeEndpoint);
        return new Call<>(draft);
    }

    /** By another method. A GET is safe to repeat as such; as something else it is only if that is said again. */
    public Call<T> by(HttpMethod otherMethod) {
        Draft<T> draft = new Draft<>(this);
        draft.safeToRepeat = safeToRepeat && (method != HttpMethod.GET || otherMethod == HttpMethod.GET);
        draft.method = otherMethod;
        return new Call<>(draft);
    }

    /** The peer may be asked twice with no harm, so a call that failed on the way may be repeated. */
    public Call<T> safeToRepeat() {
        Draft<T> draft = new Draft<>(this);
        draft.safeToRepeat = true;
        return new Call<>(draft);
    }

    /** Repeats the call after these failures alone, out of those that are worth it. */
    public Call<T> repeatedOnlyAfter(Predicate<ExtenderFailure> which) {
        Draft<T> draft = new Draft<>(this);
        draft.repeatedAfter = which;
        return new Call<>(draft);
    }

    /** Sent as {@code Idempotency-Key}, the same with every repetition, so that the peer can tell them from new calls. */
    public Call<T> idempotencyKey(String key) {
        if (!KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("An idempotency key cannot be sent: got '" + Printable.of(key, 80)
                    + "', expected 1 to 255 printable ASCII characters without blanks");
        }
        Draft<T> draft = new Draft<>(this);
        draft.idempotencyKey = Optional.of(key);
        return new Call<>(draft);
    }

    /** With a header of this call alone, which is no secret; those of the settings and of the client itself go before. */
    public Call<T> header(String name, String value) {
        if (!HEADER_NAME.matcher(name).matches()
                || !HEADER_VALUE.matcher(value).matches()
                || ExtenderSettings.OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    "A header cannot be sent: got '" + Printable.of(name, 80) + ": "
                            + Printable.of(value, 80)
                            + "', expected a name of letters, digits and dashes that the client does not set itself, and 1 to 255 printable ASCII characters");
        }
        Draft<T> draft = new Draft<>(this);
        draft.headers = new TreeMap<>(headers);
        draft.headers.put(name, value);
        return new Call<>(draft);
    }

    /** Instead of {@code application/json}. */
    public Call<T> contentType(String type) {
        if (!CONTENT_TYPE.matcher(type).matches()) {
            throw new IllegalArgumentException("A content type cannot be sent: got '" + Printable.of(type, 80)
                    + "', expected something like application/json");
        }
        Draft<T> draft = new Draft<>(this);
        draft.contentType = type;
        return new Call<>(draft);
    }

    public Call<T> tolerating(JsonTolerance first, JsonTolerance... more) {
        Draft<T> draft = new Draft<>(this);
        draft.tolerances = Set.copyOf(EnumSet.of(first, more));
        return new Call<>(draft);
    }

    /** A deadline for this call alone, instead of the extender's. */
    public Call<T> within(Duration ownDeadline) {
        if (ownDeadline.isNegative() || ownDeadline.isZero()) {
            throw new IllegalArgumentException(
                    "A deadline must lie ahead: got " + ownDeadline + ", expected more than zero");
        }
        Draft<T> draft = new Draft<>(this);
        draft.deadline = Optional.of(ownDeadline);
        return new Call<>(draft);
    }

    /** Continues somebody's trace instead of beginning one. */
    public Call<T> partOf(TraceParent trace) {
        Draft<T> draft = new Draft<>(this);
        draft.parent = Optional.of(trace);
        return new Call<>(draft);
    }

    /** Says what it is about, such as a job, for those who follow calls. */
    public Call<T> about(String what) {
        Draft<T> draft = new Draft<>(this);
        draft.subject = Optional.of(what);
        return new Call<>(draft);
    }

    public Verb verb() {
        return verb;
    }

    public HttpMethod method() {
        return method;
    }

    public RequestBody body() {
        return body;
    }

    public boolean isSafeToRepeat() {
        return safeToRepeat;
    }

    boolean isRepeatedAfter(ExtenderFailure failure) {
        return safeToRepeat && failure.worthRepeating() && repeatedAfter.test(failure);
    }

    Endpoint endpoint(Endpoint usual) {
        return endpoint.orElse(usual).resolve(path);
    }

    String contentType() {
        return contentType;
    }

    AnswerReader<T> reader() {
        return reader;
    }

    Set<JsonTolerance> tolerances() {
        return tolerances;
    }

    Optional<String> idempotencyKey() {
        return idempotencyKey;
    }

    Map<String, String> headers() {
        return headers;
    }

    Optional<Duration> deadline() {
        return deadline;
    }

    Optional<String> subject() {
        return subject;
    }

    Optional<TraceParent> parent() {
        return parent;
    }

    /** The fields while they are still being chosen. */
    private static final class Draft<T> {
        final Verb verb;
        HttpMethod method;
        String path = "";
        Optional<Endpoint> endpoint = Optional.empty();
        RequestBody body;
        String contentType = "application/json";
        AnswerReader<T> reader;
        Set<JsonTolerance> tolerances = Set.of();
        boolean safeToRepeat;
        Predicate<ExtenderFailure> repeatedAfter = failure -> true;
        Optional<String> idempotencyKey = Optional.empty();
        Map<String, String> headers = Map.of();
        Optional<Duration> deadline = Optional.empty();
        Optional<TraceParent> parent = Optional.empty();
        Optional<String> subject = Optional.empty();

        Draft(Verb verb, HttpMethod method, RequestBody body, AnswerReader<T> reader) {
            this.verb = verb;
            this.method = method;
            this.body = body;
            this.reader = reader;
        }

        Draft(Call<T> call) {
            this(call.verb, call.method, call.body, call.reader);
            path = call.path;
            endpoint = call.endpoint;
            contentType = call.contentType;
            tolerances = call.tolerances;
            safeToRepeat = call.safeToRepeat;
            repeatedAfter = call.repeatedAfter;
            idempotencyKey = call.idempotencyKey;
            headers = call.headers;
            deadline = call.deadline;
            parent = call.parent;
            subject = call.subject;
        }
    }
}
