package io.tender.daemon.fuzz;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Some hundred requests to one daemon. Every one is answered in time, none with a 500; who is refused is told why, and
 * has changed nothing; and the daemon lives on.
 */
final class FuzzRound {
    /** Things happen by themselves too: what is a request's doing comes with it every time. */
    private static final int OFTEN = 3;

    private final long seed;
    private final int requests;
    private final Map<String, Integer> tally = new TreeMap<>();

    FuzzRound(long seed, int requests) {
        this.seed = seed;
        this.requests = requests;
    }

    /** Plays it in a new world, and counts the answers by status. */
    Map<String, Integer> run(Path folder) throws Exception {
        try (FuzzWorld world = new FuzzWorld(folder)) {
            FuzzWorld.Picture before = world.settled();
            for (int i = 0; i < requests; i++) {
                before = world.reconnected() ? world.settled() : before;
                before = request(world, i, before);
            }
            for (String path : List.of("/healthz", "/readyz")) {
                HttpReply well =
                        HttpReply.to(HttpMessage.of("at the end", "GET", path, List.of(), new byte[0]), world.port());
                if (well.status() != 200) {
                    throw new AssertionError("seed " + seed + ": at the end " + path + " says " + well.text());
                }
            }
            return tally;
        }
    }

    private FuzzWorld.Picture request(FuzzWorld world, int number, FuzzWorld.Picture first) throws Exception {
        FuzzWorld.Picture before = first;
        for (int time = 1; ; time++) {
            HttpMessage message = message(world, new Dice(seed * 1_000_003 + number));
            Optional<String> refused = send(world, message, number);
            if (refused.isEmpty()) {
                return world.settled();
            }
            FuzzWorld.Picture after = world.picture();
            if (after.equals(before)) {
                return after;
            }
            if (time == OFTEN) {
                throw new AssertionError(
                        refused.get() + "and yet something changes each time:\n" + before.difference(after));
            }
            tally.merge("changes", 1, Integer::sum);
            world.reconnected();
            before = world.quiet();
        }
    }

    private static HttpMessage message(FuzzWorld world, Dice dice) throws Exception {
        Words words = world.words();
        int kind = dice.below(100);
        HttpMessage message;
        if (kind < 40) {
            message = new CallFuzz(dice, words).scheduler();
        } else if (kind < 65) {
            message = new CallFuzz(dice, words).operator();
        } else if (kind < 85) {
            message = new RestFuzz(dice, words, world.description()).request();
        } else {
            message = new DocumentFuzz(dice).apply();
        }
        return new HttpFuzz(dice).spoil(message);
    }

    /** Sends it and looks at the answer: words for a failure if nothing may have come of it, empty if something may. */
    private Optional<String> send(FuzzWorld world, HttpMessage message, int number) {
        String told = "seed " + seed + ", request " + number + " (" + message.what() + "):\n  "
                + message.curl(world.address()) + "\n  ";
        HttpReply reply;
        try {
            reply = HttpReply.to(message, world.port());
        } catch (SocketTimeoutException late) {
            throw new AssertionError(told + "was not answered in time", late);
        } catch (IOException broken) {
            throw new AssertionError(told + "was answered by half: " + broken.getMessage(), broken);
        }
        tally.merge(reply.status() + (reply.stream() ? " stream" : ""), 1, Integer::sum);
        String answered = told + "was answered " + reply.head() + reply.text() + "\n  ";
        if (world.isOver()) {
            throw new AssertionError(answered + "and the daemon has ended: " + world.ending());
        }
        check(message, reply, answered);
        return reply.refuses() || message.method().equals("GET") ? Optional.of(answered) : Optional.empty();
    }

    private static void check(HttpMessage message, HttpReply reply, String answered) {
        int status = reply.status();
        if (status == 0 && message.sound()) {
            throw new AssertionError(answered + "that is no answer");
        }
        if (status >= 500 && status != 501 && status != 503) {
            throw new AssertionError(answered + "that is a failure of ours");
        }
        if (status == 503 && !reply.head().contains("Retry-After")) {
            throw new AssertionError(answered + "without saying when to come again");
        }
        if (status >= 400 && reply.text().isEmpty()) {
            throw new AssertionError(answered + "without a word why");
        }
        if (status >= 400 && reply.text().startsWith("{\"status\"") && !helps(reply.text())) {
            throw new AssertionError(answered + "without what was got, what was expected and what to do");
        }
        if (reply.text().contains("This cannot be done:")) {
            throw new AssertionError(answered + "which an error found out, not a check");
        }
    }

    /** Mistakes in documents are told one by one, with lines; what they got may be a place in the text alone. */
    private static boolean helps(String refusal) {
        String words = refusal.toLowerCase(Locale.ROOT);
        return words.contains("to do:")
                && (words.contains("\"problems\":[") || (words.contains("got:") && words.contains("expected:")));
    }
}
