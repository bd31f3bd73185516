package io.tender.extender.http;

import io.helidon.common.tls.Tls;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where a program listens, and how much of anything it takes.
 *
 * @param port 0 for any that is free
 * @param mostBodyBytes the largest request
 * @param mostHeaderBytes all headers of a request together
 * @param mostConnections open at the same time; event streams are among them
 * @param mostRequests worked on at the same time; event streams are among them
 * @param head how long the headers of a request may take in all; for the first of a connection, from when it is opened
 * @param body how long the body of a request may take in all
 * @param silence how long a peer may be silent in the middle of a request
 * @param idle how long a connection may rest between requests
 * @param hosts the names it goes by besides what it listens on, where nobody is asked who they are; {@code *} for any
 */
public record ServerSettings(
        String host,
        int port,
        Optional<Tls> tls,
        int mostBodyBytes,
        int mostHeaderBytes,
        int mostConnections,
        int mostRequests,
        Duration head,
        Duration body,
        Duration silence,
        Duration idle,
        List<String> hosts) {
    /** Among {@link #hosts}: whatever name somebody has given it will do. */
    public static final String ANY_HOST = "*";

    public ServerSettings {
        hosts = List.copyOf(hosts);
    }

    /** On this machine only, in plain HTTP. */
    public static ServerSettings local(int port) {
        return new ServerSettings(
                "127.0.0.1",
                port,
                Optional.empty(),
                8 << 20,
                16 << 10,
                5_000,
                4_000,
                Duration.ofSeconds(20),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                Duration.ofMinutes(5),
                List.of());
    }

    /** Whether nobody but this machine can reach it. */
    public boolean isLocal() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false; // listening there will say what is wrong
        }
    }
}
