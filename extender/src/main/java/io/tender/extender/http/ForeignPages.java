package io.tender.extender.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.RoutingRequest;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Keeps the web pages of others from speaking to a server through the browser of somebody who can reach it.
 *
 * <p>A browser sends what a page tells it to wherever it can, this machine included, and shows client certificates besides;
 * but it says for whom it does. Programs that are no browsers send none of these headers, or say nothing else in them than
 * what they were told to.
 */
final class ForeignPages {
    private static final HeaderName FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");
    private static final Set<String> LOOKS = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> FROM_ELSEWHERE = Set.of("cross-site", "same-site");
    private static final Pattern NUMBERS = Pattern.compile("\\[[0-9a-fA-F:.]+(%.*)?]|\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern PORT = Pattern.compile(":\\d*$");
    private static final String LOCALHOST = "localhost";

    private final String listens;
    private final Set<String> names = new TreeSet<>();

    /**
     * @param listens what the server was told to listen on
     * @param hosts the names it goes by besides
     */
    ForeignPages(String listens, Collection<String> hosts) {
        this.listens = listens.toLowerCase(Locale.ROOT);
        hosts.forEach(host -> names.add(plain(host)));
    }

    /**
     * Why a request is none that its user wants to make; empty if nothing speaks against it.
     *
     * @param open whether everybody who comes in may do everything
     */
    Optional<String> refusal(RoutingRequest request, boolean open) {
        String host = request.headers().first(HeaderNames.HOST).orElse("");
        // Whoever must show a token is known by it: the page of somebody else has none, whatever its name means today.
        if (open && !host.isEmpty() && !isOurs(host)) {
            return Optional.of(words(
                    "a request for '" + host + "'",
                    "localhost, an address in numbers, or a name of this server (http.hosts), since any page can have a"
                            + " name of its own lead here",
                    "ask by one of these, or add the name to http.hosts in the settings"));
        }
        Optional<String> origin = request.headers().first(HeaderNames.ORIGIN);
        if (origin.isPresent()) {
            String from = authority(origin.get());
            if (names.contains(plain(from))) {
                return Optional.empty();
            }
            if (!from.equalsIgnoreCase(host)) {
                return Optional.of(words(
                        "a request that a page of '" + origin.get() + "' has a browser make",
                        "one of a page of this server, or of no page",
                        "use the command line, or add the page's host to http.hosts in the settings if it is yours"));
            }
        }
        Optional<String> site = request.headers().first(FETCH_SITE);
        if (site.filter(FROM_ELSEWHERE::contains).isPresent()
                && !LOOKS.contains(request.prologue().method().text())) {
            return Optional.of(words(
                    "a request that a browser calls " + site.get() + " (Sec-Fetch-Site)",
                    "a change to be asked for by no page but those of this server",
                    "use the command line"));
        }
        return Optional.empty();
    }

    private static String words(String got, String expected, String toDo) {
        return "Refused, since web pages of others must not give orders here. Got: " + got + ". Expected: " + expected
                + ". To do: " + toDo + ".";
    }

    /** Numbers mean the same to everybody; names mean what their owner says, from one moment to the next. */
    private boolean isOurs(String host) {
        String name = plain(host);
        return names.contains(ServerSettings.ANY_HOST)
                || names.contains(name)
                || name.equals(listens)
                || NUMBERS.matcher(name).matches()
                || name.equals(LOCALHOST)
                || name.endsWith("." + LOCALHOST);
    }

    /** Without port, and spelled in one way. */
    private static String plain(String host) {
        String name = PORT.matcher(host).replaceFirst("");
        boolean dotted = name.endsWith(".");
        return (dotted ? name.substring(0, name.length() - 1) : name).toLowerCase(Locale.ROOT);
    }

    /** What stands behind the scheme; all of it if there is none, as in {@code null}. */
    private static String authority(String origin) {
        int scheme = origin.indexOf("://");
        return scheme < 0 ? origin : origin.substring(scheme + 3);
    }
}
