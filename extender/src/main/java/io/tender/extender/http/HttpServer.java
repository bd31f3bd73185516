package io.tender.extender.http;

import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.tender.model.BrokenRule;
import io.tender.model.FailureWords;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.Principal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server of every program here: bounded in everything, and it knows who calls before any route does.
 *
 * <p>It speaks HTTP/1.1 alone. The library's HTTP/2 ends a connection on which the peer is silent for a while, though an
 * event stream is on it, and it waits without end for a body that does not come.
 */
public final class HttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    /** Asked by machines that carry no credentials, and they tell nothing. */
    private static final Set<String> FOR_EVERYBODY = Set.of("/healthz", "/readyz");

    /** Tells of its starts and stops at length, which whoever starts it tells already. Kept here, or the level is forgotten. */
    private static final java.util.logging.Logger LIBRARY = java.util.logging.Logger.getLogger("io.helidon");

    private static final Duration TO_END = Duration.ofSeconds(5);

    /** Room that a body gets before any of it is there. */
    private static final int UNQUESTIONED_BYTES = 16 << 10;

    private final WebServer server;
    private final String host;
    private final Deadlines deadlines;

    /** A part of what is served. */
    @FunctionalInterface
    public interface Routes {
        void add(HttpRouting.Builder routing);
    }

    private HttpServer(WebServer server, String host, Deadlines deadlines) {
        this.server = server;
        this.host = host;
        this.deadlines = deadlines;
    }

    /** Loads what servers need, which takes a while the first time: something for another thread while there is more to do. */
    public static void prepare() {
        if (LIBRARY.getLevel() == null) {
            LIBRARY.setLevel(java.util.logging.Level.WARNING);
        }
        var unused = HttpRouting.builder();
    }

    /** Listens. If the address is taken or not ours, the error says so. */
    public static HttpServer start(ServerSettings settings, Access access, List<Routes> parts) throws IOException {
        return start(settings, () -> access, parts);
    }

    /** @param access asked at every request who may come in */
    public static HttpServer start(ServerSettings settings, Supplier<Access> access, List<Routes> parts)
            throws IOException {
        prepare();
        Deadlines deadlines = new Deadlines(settings.head(), settings.body());
        ForeignPages pages = new ForeignPages(settings.host(), settings.hosts());
        HttpRouting.Builder routing = HttpRouting.builder();
        // Filters of the parts come first, so that those who count see who was not let in; none of them lets anybody
        // in.
        parts.forEach(part -> part.add(routing));
        routing.addFilter((chain, request, response) -> {
            request.context().register(Deadlines.class, deadlines);
            if (request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
                response.whenSent(() -> deadlines.last(request));
            }
            identify(access.get(), pages, chain, request, response);
        });
        routing.error(HttpProblem.class, HttpServer::answer);
        var config = WebServer.builder()
                .shutdownHook(false)
                .featuresDiscoverServices(false)
                .protocolsDiscoverServices(false)
                .host(settings.host())
                .port(settings.port())
                .maxPayloadSize(settings.mostBodyBytes())
                .maxTcpConnections(settings.mostConnections())
                .maxConcurrentRequests(settings.mostRequests())
                .idleConnectionTimeout(settings.idle())
                .directHandlers(Refusals.handlers(settings.mostBodyBytes()))
                .errorHandling(ErrorHandling.builder().includeEntity(true).build())
                .shutdownGracePeriod(TO_END)
                .connectionOptions(deadlines.options(SocketOptions.builder()
                        .readTimeout(settings.silence())
                        .tcpNoDelay(true)
                        .build()))
                .addProtocol(Http1Config.builder()
                        .maxHeadersSize(settings.mostHeaderBytes())
                        .addReceiveListener(deadlines)
                        .build())
                .addRouting(routing);
        settings.tls().ifPresent(config::tls);
        // Tried first: the server would log page after page about it, and keep the reason to itself.
        Optional<String> refusal = refusal(settings);
        WebServer server = config.build();
        if (refusal.isEmpty()) {
            server.start();
        }
        // A server that cannot listen only logs it, and is simply not there afterwards.
        if (!server.isRunning()) {
            deadlines.close();
            throw new IOException("Cannot listen on " + settings.host() + ":" + settings.port() + ": "
                    + refusal.orElse("the server did not start, see the log")
                    + ". Choose another address, or stop who listens there");
        }
        return new HttpServer(server, settings.host(), deadlines);
    }

    /** Why the system does not let us listen; empty if it does. */
    private static Optional<String> refusal(ServerSettings settings) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(settings.host(), settings.port()));
            return Optional.empty();
        } catch (IOException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
    }

    private static void identify(
            Access access, ForeignPages pages, FilterChain chain, RoutingRequest request, RoutingResponse response) {
        if (FOR_EVERYBODY.contains(request.path().path())) {
            chain.proceed();
            return;
        }
        Optional<String> foreign = pages.refusal(request, access.isOpen());
        if (foreign.isPresent()) {
            response.status(Status.FORBIDDEN_403);
            Problems.write(request, response, foreign.get());
            return;
        }
        Optional<String> authorization = request.headers().first(HeaderNames.AUTHORIZATION);
        Optional<String> name = request.remotePeer().tlsPrincipal().flatMap(HttpServer::commonName);
        Optional<Caller> caller = access.caller(authorization, name);
        if (caller.isPresent()) {
            request.context().register(Caller.class, caller.get());
            chain.proceed();
            return;
        }
        response.status(Status.UNAUTHORIZED_401).header(HeaderNames.WWW_AUTHENTICATE, "Bearer realm=\"tender\"");
        Problems.write(
                request, response, String.valueOf(unknown(authorization, name).getMessage()));
    }

    private static BrokenRule unknown(Optional<String> authorization, Optional<String> name) {
        boolean none = authorization.isEmpty() && name.isEmpty();
        String credentials = "credentials that nobody has"
                + name.map(owner -> " (the certificate is that of '" + owner + "')")
                        .orElse("");
        return BrokenRule.of(
                "Who calls is not known.",
                none ? "no credentials" : credentials,
                "a bearer token or a client certificate that the server's settings name (access)",
                none ? "send 'Authorization: Bearer TOKEN'" : "correct them; whoever runs the server gives them out");
    }

    private static Optional<String> commonName(Principal principal) {
        try {
            for (Rdn part : new LdapName(principal.getName()).getRdns()) {
                if (part.getType().toUpperCase(Locale.ROOT).equals("CN")) {
                    return Optional.of(String.valueOf(part.getValue()));
                }
            }
            return Optional.empty();
        } catch (InvalidNameException unreadable) {
            LOG.debug("a client's certificate has the unreadable name '{}'", principal.getName(), unreadable);
            return Optional.empty();
        }
    }

    /** Who calls, if that one may; otherwise the request ends here. */
    public static Caller allowed(ServerRequest request, Permission permission) {
        Caller caller = request.context()
                .get(Caller.class, Caller.class)
                .orElseThrow(() -> HttpProblem.of(401, unknown(Optional.empty(), Optional.empty())));
        if (!caller.may(permission)) {
            throw HttpProblem.of(
                    403,
                    BrokenRule.of(
                            "'" + caller.name() + "' may not do that.",
                            "somebody with the permissions "
                                    + caller.permissions().stream()
                                            .map(has -> has.name().toLowerCase(Locale.ROOT))
                                            .sorted()
                                            .collect(Collectors.joining(", ")),
                            "the permission " + permission.name().toLowerCase(Locale.ROOT),
                            "ask as somebody who has it; 'access' in the server's settings gives it"));
        }
        return caller;
    }

    /** The whole body, if it is no longer than allowed. */
    public static byte[] body(ServerRequest request, int atMost) {
        return body(request, atMost, bytes -> {});
    }

    /**
     * The same, where more is bounded than each request by itself.
     *
     * @param claim told of bytes as they come, and before room is made for them; throws to refuse them
     */
    public static byte[] body(ServerRequest request, int atMost, LongConsumer claim) {
        if (!request.content().hasEntity()) {
            return new byte[0];
        }
        Deadlines deadlines = request.context()
                .get(Deadlines.class, Deadlines.class)
                .orElseThrow(() -> new IllegalStateException("No request comes in without a deadline"));
        try (InputStream in = request.content().inputStream()) {
            byte[] bytes = read(in, request.headers().contentLength(), atMost, claim);
            if (bytes.length > atMost) {
                throw HttpProblem.of(
                        413,
                        BrokenRule.of(
                                "The request is too long.",
                                "more than " + atMost + " bytes",
                                "at most " + atMost,
                                "send less at once"));
            }
            deadlines.received(request);
            return bytes;
        } catch (HttpProblem ours) {
            throw ours;
        } catch (IOException | RuntimeException broken) {
            // Whatever the library throws here, from odd chunks to a peer that is gone, is about what was sent.
            throw HttpProblem.of(
                    400,
                    BrokenRule.of(
                            "The request's body cannot be read to its end.",
                            FailureWords.of(broken),
                            "as many bytes as its head announces, or sound chunks",
                            "send it again, whole"));
        }
    }

    /** One byte more than allowed at most. A body of a known length gets room for all of it once a part of it is there. */
    private static byte[] read(InputStream in, OptionalLong length, int atMost, LongConsumer claim) throws IOException {
        InputStream claiming = new ClaimingStream(in, claim);
        if (length.isEmpty() || length.getAsLong() > atMost) {
            return claiming.readNBytes(atMost + 1);
        }
        int all = (int) length.getAsLong();
        // Otherwise to announce much would be enough to take much.
        byte[] begin = claiming.readNBytes(Math.min(all, Math.max(UNQUESTIONED_BYTES, all / 8)));
        if (begin.length == all) {
            return begin;
        }
        claim.accept(all - begin.length);
        byte[] bytes = Arrays.copyOf(begin, all);
        int read = begin.length + in.readNBytes(bytes, begin.length, all - begin.length);
        return read == all ? bytes : Arrays.copyOf(bytes, read);
    }

    /** Tells of what is read through it. */
    private static final class ClaimingStream extends FilterInputStream {
        private final LongConsumer claim;

        ClaimingStream(InputStream in, LongConsumer claim) {
            super(in);
            this.claim = claim;
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            if (read >= 0) {
                claim.accept(1);
            }
            return read;
        }

        @Override
        public int read(byte[] into, int from, int most) throws IOException {
            int read = super.read(into, from, most);
            if (read > 0) {
                claim.accept(read);
            }
            return read;
        }
    }

    private static void answer(ServerRequest request, ServerResponse response, HttpProblem problem) {
        problem.retryAfter()
                .ifPresent(
                        wait -> response.header(HeaderNames.RETRY_AFTER, Long.toString(Math.max(1, wait.toSeconds()))));
        problem.allowed().ifPresent(method -> response.header(HeaderNames.ALLOW, method));
        response.status(problem.status());
        Problems.write(request, response, String.valueOf(problem.getMessage()));
    }

    /** Shows other certificates from now on; connections that are open keep theirs. To be called only if it has any. */
    public void certify(Tls tls) {
        server.reloadTls(tls);
    }

    public int port() {
        return server.port();
    }

    /** What to type to reach it. */
    public String address() {
        return (server.hasTls() ? "https://" : "http://") + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + port();
    }

    /** Takes no more requests, and ends those under way after a while. */
    @Override
    public void close() {
        server.stop();
        deadlines.close();
    }
}
