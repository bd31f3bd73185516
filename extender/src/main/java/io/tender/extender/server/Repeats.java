package io.tender.extender.server;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Answers a message that is repeated as it was answered before, and lets nobody hear it twice. A scheduler repeats one whose
 * answer was lost, with the same key. A key that comes with another message is new: what was said to the one is no answer to
 * the other.
 */
final class Repeats {
    private static final int MOST_KEYS = 10_000;
    private static final long LONGEST_SECONDS = 60;

    private final Map<String, First> answered = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, First> eldest) {
            return size() > MOST_KEYS;
        }
    };

    /** What makes two messages the same; of the body its hash, since bodies are large. */
    record Message(Dialect dialect, String verb, String sha256) {
        static Message of(Dialect dialect, String verb, byte[] body) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
                return new Message(dialect, verb, HexFormat.of().formatHex(digest));
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("Every Java has SHA-256", impossible);
            }
        }
    }

    /**
     * What was found.
     *
     * @param failed whether no answer could be found; in some dialects the reply's status does not tell
     */
    record Found(Reply reply, boolean failed) {}

    /** The first of equal messages; a class, since one that failed takes away itself and none that took its place. */
    private static final class First {
        private final Message message;
        private final CompletableFuture<Reply> reply = new CompletableFuture<>();

        First(Message message) {
            this.message = message;
        }
    }

    /** The answer to the message with this key, found now or before. One that failed is not kept: it may do better next time. */
    Reply once(String key, Message message, Supplier<Found> answering) {
        First mine = new First(message);
        Optional<First> before = before(key, mine);
        return before.isPresent() ? await(before.get().reply) : answer(key, mine, answering);
    }

    /** The equal message that came first; if there is none, this is the first from now on. */
    private Optional<First> before(String key, First mine) {
        synchronized (answered) {
            First known = answered.get(key);
            if (known != null && known.message.equals(mine.message)) {
                return Optional.of(known);
            }
            answered.remove(key); // what is put anew is the youngest
            answered.put(key, mine);
            return Optional.empty();
        }
    }

    private Reply answer(String key, First mine, Supplier<Found> answering) {
        try {
            Found found = answering.get();
            if (found.failed()) {
                forget(key, mine);
            }
            mine.reply.complete(found.reply());
            return found.reply();
        } catch (Throwable failed) {
            // Errors too: whoever waits for this answer would wait in vain.
            forget(key, mine);
            mine.reply.completeExceptionally(failed);
            throw failed;
        }
    }

    private void forget(String key, First mine) {
        synchronized (answered) {
            answered.remove(key, mine);
        }
    }

    private static Reply await(CompletableFuture<Reply> first) {
        try {
            return first.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the first of several equal messages failed", failed.getCause());
        } catch (TimeoutException late) {
            throw new IllegalStateException("the first of several equal messages is still not answered", late);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while an equal message was answered", stopped);
        }
    }
}
