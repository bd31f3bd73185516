package io.tender.extender.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;

/**
 * Looks hosts up without ever waiting past a deadline. The system's lookup cannot be interrupted, so it runs on a thread
 * of its own; calls that need the same host share one lookup, so a stuck name service holds one thread per host.
 */
final class Resolver {
    /** Looks like an address, which needs no name service. */
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:.%]*:[0-9a-zA-Z:.%]*");

    private static final int MOST_AT_ONCE = 16;

    private final HostLookup lookup;
    private final Starter starter;
    private final Map<String, CompletableFuture<List<InetAddress>>> underWay = new ConcurrentHashMap<>();

    Resolver(HostLookup lookup) {
        this(lookup, (name, work) -> Thread.ofPlatform().name(name).daemon(true).start(work));
    }

    Resolver(HostLookup lookup, Starter starter) {
        this.lookup = lookup;
        this.starter = starter;
    }

    /** Starts a thread, or throws. */
    @FunctionalInterface
    interface Starter {
        void start(String name, Runnable work);
    }

    List<InetAddress> resolve(String host, Flight flight) throws IOException, InterruptedException {
        if (ADDRESS.matcher(host).matches()) {
            return List.of(InetAddress.getByName(host));
        }
        CompletableFuture<List<InetAddress>> lookupUnderWay = underWay.get(host);
        if (lookupUnderWay == null) {
            lookupUnderWay = begin(host);
        }
        try {
            List<InetAddress> found = flight.await(lookupUnderWay);
            if (found.isEmpty()) {
                throw new UnknownHostException(host);
            }
            return found;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof UnknownHostException) {
                throw new UnknownHostException(host);
            }
            throw new LocalFault("the lookup of '" + host + "' failed: " + failed.getCause(), failed);
        }
    }

    private CompletableFuture<List<InetAddress>> begin(String host) throws IOException {
        if (underWay.size() >= MOST_AT_ONCE) {
            throw new LocalFault(MOST_AT_ONCE + " lookups of hosts are under way already");
        }
        CompletableFuture<List<InetAddress>> mine = new CompletableFuture<>();
        CompletableFuture<List<InetAddress>> other = underWay.putIfAbsent(host, mine);
        if (other != null) {
            return other;
        }
        try {
            starter.start("tender-lookup-" + host, () -> look(host, mine));
        } catch (RuntimeException | Error noThread) {
            // Otherwise whoever asks next would wait for a lookup that nobody makes.
            ended(host, mine, noThread);
            throw new LocalFault("no thread could be started for the lookup of '" + host + "'", noThread);
        }
        return mine;
    }

    private void look(String host, CompletableFuture<List<InetAddress>> answer) {
        Throwable wrong = new IllegalStateException("the lookup ended without a result");
        try {
            List<InetAddress> found = List.copyOf(lookup.addresses(host));
            underWay.remove(host, answer);
            answer.complete(found);
        } catch (UnknownHostException | RuntimeException failed) {
            wrong = failed;
        } finally {
            // Also after an error, which goes on to end this thread.
            ended(host, answer, wrong);
        }
    }

    /** Completes it, if it is not complete. */
    private void ended(String host, CompletableFuture<List<InetAddress>> answer, Throwable wrong) {
        underWay.remove(host, answer);
        answer.completeExceptionally(wrong);
    }
}
