package io.tender.extender.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Where an extender listens: http or https, host, port, and the path its verbs are added to. A query is sent as it is and
 * never printed, since people put keys there.
 */
public final class Endpoint {
    private final boolean tls;
    private final String host;
    private final int port;
    private final String path;
    private final String query;

    private Endpoint(boolean tls, String host, int port, String path, String query) {
        this.tls = tls;
        this.host = host;
        this.port = port;
        this.path = path;
        this.query = query;
    }

    /** @throws IllegalArgumentException when it is no http or https address, or brings credentials along */
    public static Endpoint parse(String text) {
        URI uri = uri(text);
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (uri.getRawUserInfo() != null
                || (uri.getRawAuthority() != null && uri.getRawAuthority().contains("@"))) {
            throw refused("an address with credentials in it", "take them out, and use a token file or a header");
        }
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw refused("'" + shown(text) + "'", "write http://… or https://…");
        }
        if (uri.getHost() == null || uri.getHost().isEmpty()) {
            throw refused("'" + shown(text) + "', in which no host can be found", "write http://host:port/path");
        }
        if (uri.getRawFragment() != null) {
            throw refused("'" + shown(text) + "' with a '#'", "leave out everything from the '#' on");
        }
        boolean tls = scheme.equals("https");
        int port = uri.getPort() == -1 ? (tls ? 443 : 80) : uri.getPort();
        if (port < 1 || port > 65_535) {
            throw refused("port " + port, "use a port from 1 to 65535");
        }
        return new Endpoint(
                tls,
                uri.getHost(),
                port,
                uri.getRawPath() == null ? "" : uri.getRawPath(),
                uri.getRawQuery() == null ? "" : uri.getRawQuery());
    }

    private static URI uri(String text) {
        try {
            return new URI(text.strip());
        } catch (URISyntaxException mistake) {
            throw refused("'" + shown(text) + "' (" + mistake.getReason() + ")", "write http://host:port/path");
        }
    }

    private static IllegalArgumentException refused(String got, String toDo) {
        return new IllegalArgumentException("The address of an extender cannot be used.\n  got:      " + got
                + "\n  expected: an http or https address without credentials\n  to do:    " + toDo);
    }

    /** Without what stands before an '@' or behind a '?': both may be secret. */
    private static String shown(String text) {
        int at = text.lastIndexOf('@');
        String safe = at < 0 ? text : "…" + text.substring(at);
        int question = safe.indexOf('?');
        return Printable.of(question < 0 ? safe : safe.substring(0, question) + "?…", 200);
    }

    /** The same with a path added: exactly one slash between the two, and the query kept. */
    public Endpoint resolve(String more) {
        if (more.isEmpty()) {
            return this;
        }
        if (more.indexOf('#') >= 0 || more.indexOf('?') >= 0 || more.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new IllegalArgumentException("A path cannot be used: got '" + Printable.of(more, 200)
                    + "', expected printable ASCII without blanks, '?' and '#'; encode them as %20, %3F and %23");
        }
        String base = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return new Endpoint(tls, host, port, base + (more.startsWith("/") ? more : "/" + more), query);
    }

    /** The same with more of a query behind the one it has. */
    public Endpoint withQuery(String more) {
        if (more.indexOf('#') >= 0 || more.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new IllegalArgumentException("A query cannot be used: got something that cannot be sent, expected"
                    + " printable ASCII without blanks and '#'; encode them as %20 and %23");
        }
        return new Endpoint(tls, host, port, path, query.isEmpty() ? more : query + "&" + more);
    }

    public boolean tls() {
        return tls;
    }

    /** As in the address; an IPv6 address keeps its brackets. */
    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    String bareHost() {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    String authority() {
        return port == (tls ? 443 : 80) ? host : host + ":" + port;
    }

    /** As it is sent; may be secret. */
    String query() {
        return query;
    }

    /** What the request line asks for. */
    String requestTarget() {
        String shownPath = path.isEmpty() ? "/" : path;
        return query.isEmpty() ? shownPath : shownPath + "?" + query;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Endpoint that
                && that.tls == tls
                && that.port == port
                && that.host.equals(host)
                && that.path.equals(path)
                && that.query.equals(query);
    }

    @Override
    public int hashCode() {
        return (host.hashCode() * 31 + port) * 31 + path.hashCode();
    }

    @Override
    public String toString() {
        return (tls ? "https://" : "http://") + authority() + path + (query.isEmpty() ? "" : "?…");
    }
}
