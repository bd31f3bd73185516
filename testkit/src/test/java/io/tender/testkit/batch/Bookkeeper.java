package io.tender.testkit.batch;

import io.tender.core.batch.Decision;
import io.tender.core.batch.SessionResult;
import io.tender.testkit.services.LoopbackHttp;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * An extender that keeps books of what it is told and binds, and compares them with what sessions decide. Now and then it
 * refuses, is deaf to a message, or hears it and its answer is lost.
 *
 * <ul>
 *   <li>Of every task whose tentative placement it heard of in a session it hears exactly one outcome of that session: a
 *       commit if the session decided to bind the task, an abort otherwise; and of no others.
 *   <li>A message with a key that it knows is the same message.
 *   <li>A session binds no task that it refused to bind, or of which its answer was lost; what it bound is not bound again by
 *       the scheduler.
 * </ul>
 */
final class Bookkeeper implements AutoCloseable {
    private static final Pattern KEY = Pattern.compile("(?i)\r\nidempotency-key: *([^\r]+)");
    private static final List<String> VERBS = List.of("allocateFunc", "deallocateFunc", "bind", "commit", "abort");

    private final LoopbackHttp server = new LoopbackHttp("bookkeeper", this::handle);
    private final Random random;
    private final Map<String, Books> sessions = new TreeMap<>();

    /** What sessions have bound so far. */
    private final Set<String> bindings = new TreeSet<>();

    private final Map<String, String> keys = new LinkedHashMap<>();
    private final List<String> broken = new ArrayList<>();
    private boolean moody = true;
    private int outcomes;
    private int refusals;
    private int lost;

    /** Of one session. */
    private static final class Books {
        final TreeSet<String> placed = new TreeSet<>();
        final TreeSet<String> evicted = new TreeSet<>();
        /** Messages about these it was deaf to: they may be among the outcomes without having been placed. */
        final TreeSet<String> missed = new TreeSet<>();

        final TreeMap<String, String> bound = new TreeMap<>();
        final TreeMap<String, String> outcomes = new TreeMap<>();
    }

    private enum Mood {
        ANSWERS,
        REFUSES,
        /** Does what it is told, and nobody hears of it. */
        LOSES_THE_ANSWER,
        /** As if nothing had come. */
        IS_DEAF
    }

    Bookkeeper(long seed) {
        random = new Random(seed);
    }

    /** Its part of the settings: whatever fails must not be passed over, or the books would not be complete. */
    String conf() {
        StringBuilder conf = new StringBuilder("""
                  - name: extender
                    as: bookkeeper
                    arguments:
                      extender.urlPrefix: http://127.0.0.1:%d
                      extender.httpTimeout: 30s
                      extender.retries: 1
                      extender.breaker: false
                      extender.ignorable: false
                """.formatted(server.port()));
        VERBS.forEach(verb -> conf.append("      extender.%sVerb: %s\n".formatted(verb, verb)));
        return conf.toString();
    }

    /** Answers everything from now on. */
    synchronized void behave() {
        moody = false;
    }

    private boolean handle(LoopbackHttp.Request request, Socket connection) throws IOException {
        String answer = heard(request);
        if (answer.isEmpty()) {
            return false;
        }
        LoopbackHttp.answer(connection.getOutputStream(), 200, "", answer.getBytes(StandardCharsets.UTF_8));
        return true;
    }

    /** What it says; nothing if it hangs up. */
    private synchronized String heard(LoopbackHttp.Request request) {
        String verb = request.path().substring(1);
        // JSON is YAML.
        Map<?, ?> body = (Map<?, ?>)
                Objects.requireNonNull(new Load(LoadSettings.builder().build()).loadFromString(request.body()));
        Books books = sessions.computeIfAbsent(String.valueOf(body.get("sessionId")), unused -> new Books());
        Mood mood = mood(verb);
        if (mood == Mood.IS_DEAF) {
            lost++;
            books.missed.addAll(tasks(body));
            return "";
        }
        boolean repeated = isKnown(request, verb);
        if (repeated && mood == Mood.REFUSES) {
            // What was done is done; only its answer was lost.
            mood = Mood.ANSWERS;
        }
        if (verb.equals("bind")) {
            books.bound.put(tasks(body).getFirst(), mood.name());
        } else if (!repeated) {
            tasks(body).forEach(task -> note(books, verb, task));
        }
        lost += mood == Mood.LOSES_THE_ANSWER ? 1 : 0;
        refusals += mood == Mood.REFUSES ? 1 : 0;
        return switch (mood) {
            case ANSWERS -> "{\"errorMessage\":\"\"}";
            case REFUSES -> "{\"errorMessage\":\"not today\"}";
            default -> "";
        };
    }

    private void note(Books books, String verb, String task) {
        switch (verb) {
            case "allocateFunc" -> allocated(books, task);
            case "deallocateFunc" -> deallocated(books, task);
            default -> outcome(books, task, verb);
        }
    }

    private Mood mood(String verb) {
        int dice = moody ? random.nextInt(40) : 40;
        boolean canRefuse = verb.equals("allocateFunc") || verb.equals("bind");
        return switch (dice) {
            case 0, 1 -> canRefuse ? Mood.REFUSES : Mood.ANSWERS;
            case 2, 3 -> Mood.LOSES_THE_ANSWER;
            case 4, 5 -> Mood.IS_DEAF;
            default -> Mood.ANSWERS;
        };
    }

    private boolean isKnown(LoopbackHttp.Request request, String verb) {
        Matcher key = KEY.matcher(request.head());
        if (!key.find()) {
            broken.add(verb + " came without a key: " + request.head());
            return false;
        }
        String before = keys.putIfAbsent(key.group(1), verb + request.body());
        if (before != null && !before.equals(verb + request.body())) {
            broken.add("key " + key.group(1) + " stands for " + before + " and for " + verb + request.body());
        }
        return before != null;
    }

    private static List<String> tasks(Map<?, ?> body) {
        List<?> tasks =
                body.get("tasks") instanceof List<?> list ? list : List.of(Objects.requireNonNull(body.get("task")));
        return tasks.stream()
                .map(task -> String.valueOf(((Map<?, ?>) task).get("uid")))
                .toList();
    }

    /** A task whose eviction is undone is said to have been placed too, and is nobody's tentative placement. */
    private static void allocated(Books books, String task) {
        if (!books.evicted.remove(task)) {
            books.placed.add(task);
        }
    }

    private static void deallocated(Books books, String task) {
        if (!books.placed.contains(task)) {
            books.evicted.add(task);
        }
    }

    private void outcome(Books books, String task, String verb) {
        outcomes++;
        if (verb.equals("abort") && !books.placed.contains(task) && bindings.remove(task)) {
            // Decided by an earlier session, and nothing came of it; the next session tells.
            return;
        }
        String before = books.outcomes.put(task, verb);
        if (before != null) {
            broken.add("of task " + task + " both " + before + " and " + verb + " were told");
        }
    }

    /** Compares with what a session has decided. */
    synchronized void ended(SessionResult result) {
        Books books = sessions.getOrDefault(result.cycle().id(), new Books());
        TreeSet<String> bound = new TreeSet<>();
        for (Decision.Bind bind : result.binds()) {
            String task = bind.task().value();
            bound.add(task);
            bindings.add(task);
            String answered = books.bound.getOrDefault(task, "nobody asked");
            if (!answered.equals(Mood.ANSWERS.name()) || !bind.bound()) {
                broken.add(result.cycle().id() + " binds " + task + ", of which the extender said: " + answered
                        + (bind.bound() ? "" : ", and the scheduler is to bind it itself"));
            }
        }
        books.outcomes.forEach((task, verb) -> {
            if (bound.contains(task) != verb.equals("commit")) {
                broken.add(result.cycle().id() + " tells " + verb + " of " + task + ", it binds " + bound);
            }
        });
    }

    /** What is not as it should be, and would not be put right by a later message. */
    synchronized List<String> broken() {
        return List.copyOf(broken);
    }

    /** The same once everything has been told. */
    synchronized List<String> unsettled() {
        List<String> unsettled = new ArrayList<>(broken);
        sessions.forEach((id, books) -> {
            TreeSet<String> untold = new TreeSet<>(books.placed);
            untold.removeAll(books.outcomes.keySet());
            // Where it was deaf to an eviction, what it heard of its undoing looks like a placement.
            untold.removeAll(books.missed);
            TreeSet<String> unplaced = new TreeSet<>(books.outcomes.keySet());
            unplaced.removeAll(books.placed);
            unplaced.removeAll(books.missed);
            if (!untold.isEmpty() || !unplaced.isEmpty()) {
                unsettled.add(id + ": no outcome was told of " + untold + ", but one of " + unplaced
                        + ", which were not placed");
            }
        });
        return unsettled;
    }

    /** How much there was to keep books of. */
    synchronized Figures figures() {
        return new Figures(outcomes, refusals, lost);
    }

    record Figures(int outcomes, int refusals, int lost) {}

    @Override
    public void close() {
        server.close();
    }
}
