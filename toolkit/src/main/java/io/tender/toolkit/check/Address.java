package io.tender.toolkit.check;

import java.net.URI;
import java.util.Locale;

/** Where a service listens, in the pieces that a request needs. */
record Address(boolean tls, String host, int port, String path, String query) {
    static Address of(URI uri) {
        boolean tls = "https".equals(uri.getScheme().toLowerCase(Locale.ROOT));
        String host = uri.getHost();
        return new Address(
                tls,
                host,
                uri.getPort() == -1 ? (tls ? 443 : 80) : uri.getPort(),
                uri.getRawPath() == null ? "" : uri.getRawPath(),
                uri.getRawQuery() == null ? "" : uri.getRawQuery());
    }

    /** For the socket: an IPv6 address without its brackets. */
    String bareHost() {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** For the header {@code Host}. */
    String authority() {
        return port == (tls ? 443 : 80) ? host : host + ":" + port;
    }

    /** What a request line asks for; exactly one slash stands between the address and the path of a verb. */
    String target(String verbPath) {
        String shown = shownTarget(verbPath);
        return query.isEmpty() ? shown : shown + "?" + query;
    }

    /** The same without the query, in which people put keys. */
    String shownTarget(String verbPath) {
        if (verbPath.isEmpty()) {
            return path.isEmpty() ? "/" : path;
        }
        String base = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return base + (verbPath.startsWith("/") ? verbPath : "/" + verbPath);
    }

    @Override
    public String toString() {
        return (tls ? "https://" : "http://") + authority() + path + (query.isEmpty() ? "" : "?…");
    }
}
