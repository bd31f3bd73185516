package io.tender.extender.server;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tender.extender.http.Access;
import io.tender.extender.http.Caller;
import io.tender.extender.http.HealthApi;
import io.tender.extender.http.HttpServer;
import io.tender.extender.http.Permission;
import io.tender.extender.http.ServerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A policy that schedulers can ask, in all dialects at once, on one port.
 *
 * <pre>{@code
 * ExtenderServer.builder()
 *     .predicate((task, agent) -> agent.has("ssd") ? fits() : never("agent has no 'ssd' label"))
 *     .prioritize((task, agents) -> scoreEach(agents, agent -> 100 - agent.load()))
 *     .listen(8888);
 * }</pre>
 */
public final class ExtenderServer implements AutoCloseable {
    private final HttpServer http;
    private final Desk desk;

    private ExtenderServer(HttpServer http, Desk desk) {
        this.http = http;
        this.desk = desk;
    }

    public static Builder builder() {
        return new Builder();
    }

    public int port() {
        return http.port();
    }

    /** What schedulers are told, followed by the name of a dialect: {@code http://127.0.0.1:8888/volcano}. */
    public String address() {
        return http.address();
    }

    /** The verbs that are answered, by dialect; a dialect of which none is answered is not there. */
    public Map<Dialect, SortedSet<String>> verbs() {
        return desk.verbs();
    }

    /** Takes no more questions, lets those that are being answered end, and closes. */
    @Override
    public void close() {
        desk.leave();
        http.close();
    }

    /** What is answered, and to whom. */
    public static final class Builder {
        private static final int MOST_BODY_BYTES = 64 << 20;
        private static final long MOST_BYTES_AT_ONCE = 256 << 20;
        private static final int MOST_REQUESTS = 256;
        private static final int MOST_CONNECTIONS = 1_000;

        private LambdaPolicy policy = new LambdaPolicy(new Policy() {});
        private Optional<Answerer> answerer = Optional.empty();
        private Set<Dialect> dialects = EnumSet.allOf(Dialect.class);
        private Optional<Function<String, Optional<Agent>>> agents = Optional.empty();
        private String host = "127.0.0.1";
        private Optional<Path> certificate = Optional.empty();
        private Optional<Path> key = Optional.empty();
        private Optional<Path> clients = Optional.empty();
        private final List<String> names = new ArrayList<>();
        private Optional<String> token = Optional.empty();
        private boolean insecure;
        private int mostBodyBytes = MOST_BODY_BYTES;
        private int mostRequests = MOST_REQUESTS;
        private OptionalLong mostBytesAtOnce = OptionalLong.empty();
        private Duration patience = Duration.ofSeconds(10);

        private Builder() {}

        /** Everything that this policy overrides; functions given afterwards take the place of single hooks. */
        public Builder policy(Policy whole) {
            policy = new LambdaPolicy(whole);
            return this;
        }

        /** Has somebody else answer, instead of a policy. */
        public Builder answeredBy(Answerer somebody) {
            answerer = Optional.of(somebody);
            return this;
        }

        /** {@link Policy#predicate} */
        public Builder predicate(BiFunction<Task, Agent, Verdict> hook) {
            policy.predicate = hook;
            return has(Policy.Hook.PREDICATE);
        }

        /** {@link Policy#prioritize} */
        public Builder prioritize(BiFunction<Task, List<Agent>, Scores> hook) {
            policy.prioritize = hook;
            return has(Policy.Hook.PRIORITIZE);
        }

        /** {@link Policy#order} */
        public Builder order(BiFunction<Task, List<Offer>, List<Offer>> hook) {
            policy.order = hook;
            return has(Policy.Hook.ORDER);
        }

        /** {@link Policy#preemptable} */
        public Builder preemptable(BiFunction<Task, List<Task>, Victims> hook) {
            policy.preemptable = hook;
            return has(Policy.Hook.PREEMPTABLE);
        }

        /** {@link Policy#reclaimable} */
        public Builder reclaimable(BiFunction<Task, List<Task>, Victims> hook) {
            policy.reclaimable = hook;
            return has(Policy.Hook.RECLAIMABLE);
        }

        /** {@link Policy#preempt} */
        public Builder preempt(BiFunction<Task, List<Candidate>, List<Candidate>> hook) {
            policy.preempt = hook;
            return has(Policy.Hook.PREEMPT);
        }

        /** {@link Policy#enqueueable} */
        public Builder enqueueable(Function<Job, Vote> hook) {
            policy.enqueueable = hook;
            return has(Policy.Hook.ENQUEUEABLE);
        }

        /** {@link Policy#overused} */
        public Builder overused(Predicate<Queue> hook) {
            policy.overused = hook;
            return has(Policy.Hook.OVERUSED);
        }

        /** {@link Policy#ready} */
        public Builder ready(Predicate<Job> hook) {
            policy.ready = hook;
            return has(Policy.Hook.READY);
        }

        /** {@link Policy#allocated} */
        public Builder allocated(Function<Task, Optional<String>> hook) {
            policy.allocated = hook;
            return has(Policy.Hook.ALLOCATED);
        }

        /** {@link Policy#deallocated} */
        public Builder deallocated(Consumer<Task> hook) {
            policy.deallocated = hook;
            return has(Policy.Hook.DEALLOCATED);
        }

        /** {@link Policy#bind} */
        public Builder bind(BiFunction<Task, Agent, Optional<String>> hook) {
            policy.bind = hook;
            return has(Policy.Hook.BIND);
        }

        /** {@link Policy#committed} */
        public Builder committed(Consumer<List<Task>> hook) {
            policy.committed = hook;
            return has(Policy.Hook.COMMITTED);
        }

        /** {@link Policy#aborted} */
        public Builder aborted(Consumer<List<Task>> hook) {
            policy.aborted = hook;
            return has(Policy.Hook.ABORTED);
        }

        /** {@link Policy#sessionOpened} */
        public Builder sessionOpened(Predicate<Snapshot> hook) {
            policy.sessionOpened = hook;
            return has(Policy.Hook.SESSION_OPENED);
        }

        /**
         * Lends for as long as tasks run: all that {@link Tenure} must hear of it hears, in the place of {@link #allocated},
         * {@link #deallocated}, {@link #committed}, {@link #aborted} and {@link #sessionOpened}.
         */
        public Builder lending(Tenure tenure) {
            return allocated(tenure::begin)
                    .deallocated(tenure::undo)
                    .committed(tasks -> tasks.forEach(tenure::confirm))
                    .aborted(tasks -> tasks.forEach(tenure::undo))
                    .sessionOpened(tenure::follow);
        }

        private Builder has(Policy.Hook hook) {
            policy.has(hook);
            return this;
        }

        /** Only these; all of them if nothing is said. */
        public Builder dialects(Dialect first, Dialect... more) {
            dialects = EnumSet.of(first, more);
            return this;
        }

        /**
         * Finds agents where a scheduler sends names alone (kube-scheduler with {@code nodeCacheCapable}). Without it, and for
         * names it does not know, the policy sees an agent of which nothing is known but the name ({@link Agent#known}).
         */
        public Builder agents(Function<String, Optional<Agent>> lookup) {
            agents = Optional.of(lookup);
            return this;
        }

        /** Listens there instead of on this machine alone; needs TLS and a token or a client's name, or {@link #insecure}. */
        public Builder host(String address) {
            host = address;
            return this;
        }

        /** Speaks TLS: a chain of certificates and an unencrypted PKCS #8 key, both in PEM. */
        public Builder tls(Path certificateFile, Path keyFile) {
            certificate = Optional.of(certificateFile);
            key = Optional.of(keyFile);
            return this;
        }

        /**
         * Lets in, besides those with a token, whoever shows a certificate of these authorities (in PEM) with this name. Can be
         * called for several names, with the same authorities.
         */
        public Builder client(Path authorities, String commonName) {
            clients.filter(before -> !before.equals(authorities)).ifPresent(before -> {
                throw new IllegalArgumentException("Clients are known by one file of authorities."
                        + "\n  got:      " + authorities + ", after " + before
                        + "\n  expected: the same file for every client"
                        + "\n  to do:    put the certificates of all authorities into one PEM file");
            });
            clients = Optional.of(authorities);
            names.add(commonName);
            return this;
        }

        /** Lets in whoever sends {@code Authorization: Bearer} with this, and asks everybody for it. */
        public Builder token(String secret) {
            token = Optional.of(secret);
            return this;
        }

        /** Others may reach it unencrypted and unasked, since the network is guarded otherwise. */
        public Builder insecure() {
            insecure = true;
            return this;
        }

        /** The largest request; 64 MiB if nothing is said. */
        public Builder mostBodyBytes(int bytes) {
            mostBodyBytes = bytes;
            return this;
        }

        /**
         * How many bytes the requests have together that are being read or answered; 256 MiB if nothing is said, and never less
         * than the largest request. Further ones are told to come again.
         */
        public Builder mostBytesAtOnce(long bytes) {
            mostBytesAtOnce = OptionalLong.of(bytes);
            return this;
        }

        /** How many questions are answered at the same time; 256 if nothing is said. Further ones are told to come again. */
        public Builder mostRequests(int requests) {
            mostRequests = requests;
            return this;
        }

        /** How long {@link ExtenderServer#close} waits for answers under way; 10 s if nothing is said. */
        public Builder patience(Duration time) {
            patience = time;
            return this;
        }

        /**
         * Starts to answer.
         *
         * @param port 0 for any that is free
         * @throws UncheckedIOException if nobody can listen there
         * @throws IllegalArgumentException if the settings do not go together
         */
        public ExtenderServer listen(int port) {
            if (clients.isPresent() && certificate.isEmpty()) {
                throw new IllegalArgumentException("Clients could not show who they are, and nobody would be answered."
                        + "\n  got:      client(" + clients.get() + ", …) without tls(…)"
                        + "\n  expected: both, since a certificate is shown when a connection is encrypted"
                        + "\n  to do:    call tls(certificateFile, keyFile), or leave client(…) out");
            }
            ServerSettings usual = ServerSettings.local(port);
            ServerSettings settings = new ServerSettings(
                    host,
                    port,
                    certificate.flatMap(chain -> key.map(secret -> Certificates.read(chain, secret, clients))),
                    mostBodyBytes,
                    usual.mostHeaderBytes(),
                    MOST_CONNECTIONS,
                    mostRequests,
                    usual.head(),
                    usual.body(),
                    usual.silence(),
                    usual.idle(),
                    List.of(ServerSettings.ANY_HOST));
            Access access = access();
            if (!insecure && !settings.isLocal() && (settings.tls().isEmpty() || access.isOpen())) {
                throw new IllegalArgumentException("Others could reach this extender, "
                        + (settings.tls().isEmpty() ? "unencrypted" : "and nobody is asked who they are")
                        + ".\n  got:      listening on " + host
                        + "\n  expected: an address of this machine alone, or tls and a token or a client's name"
                        + "\n  to do:    call tls(…) and token(…), or tls(…) and client(…) for a scheduler that sends no token,"
                        + " or insecure() if the network is guarded otherwise");
            }
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            Desk desk = new Desk(
                    answerer.orElseGet(() -> new PolicyAnswerer(policy)),
                    dialects,
                    agents,
                    new ServerMeters(registry),
                    mostBodyBytes,
                    new BytesInFlight(Math.max(mostBodyBytes, mostBytesAtOnce.orElse(MOST_BYTES_AT_ONCE))),
                    patience);
            try {
                return new ExtenderServer(
                        HttpServer.start(
                                settings,
                                access,
                                List.of(
                                        new HealthApi(Optional::empty, desk::unready),
                                        new MetricsRoute(registry),
                                        desk)),
                        desk);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        private Access access() {
            Caller scheduler = new Caller("scheduler", EnumSet.of(Permission.VIEWER), Collections.emptySortedSet());
            List<Access.Entry> entries = new ArrayList<>();
            token.ifPresent(secret -> entries.add(new Access.Entry.Token(Access.sha256(secret), scheduler)));
            names.forEach(name -> entries.add(new Access.Entry.Certificate(name, scheduler)));
            return entries.isEmpty() ? Access.open() : Access.of(entries);
        }
    }
}
