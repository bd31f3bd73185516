package io.tender.toolkit.replay;

import io.tender.extender.client.Endpoint;
import io.tender.extender.compare.Dialect;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a question is asked again. Without a path in the address given, at the path it was recorded at. With one, that path
 * takes the place of the folder that all recorded paths have in common; for an offer set, whose whole address is given, it is
 * taken as it is. A query in the address given is sent with each question.
 */
final class Targets {
    private final String origin;
    private final String given;
    private final String query;
    private final String folder;

    private Targets(String origin, String given, String query, String folder) {
        this.origin = origin;
        this.given = given;
        this.query = query;
        this.folder = folder;
    }

    /** @param folder what all recorded paths begin with, as {@link #common} says */
    static Targets at(String against, String folder) {
        URI uri = URI.create(against.strip());
        String path = uri.getRawPath() == null ? "" : uri.getRawPath().replaceFirst("/+$", "");
        String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        return new Targets(uri.getScheme() + "://" + uri.getRawAuthority(), path, query, folder);
    }

    Endpoint of(Case asked) {
        Endpoint where = place(asked);
        return query.isEmpty() ? where : where.withQuery(query);
    }

    private Endpoint place(Case asked) {
        if (given.isEmpty()) {
            return Endpoint.parse(origin + asked.path());
        }
        return Endpoint.parse(
                asked.question().dialect() == Dialect.AURORA
                        ? origin + given
                        : origin + given + "/" + asked.path().substring(folder.length()));
    }

    /** The folder, with its last slash, that both have in common. */
    static String common(String folder, String path) {
        List<String> parts = new ArrayList<>();
        String[] one = folder.split("/", -1);
        String[] other = path.split("/", -1);
        for (int i = 0; i < Math.min(one.length, other.length) - 1 && one[i].equals(other[i]); i++) {
            parts.add(one[i]);
        }
        return parts.isEmpty() ? "" : String.join("/", parts) + "/";
    }

    /** The folder of one path. */
    static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }
}
