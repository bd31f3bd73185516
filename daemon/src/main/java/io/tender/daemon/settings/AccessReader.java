package io.tender.daemon.settings;

import io.tender.extender.http.Access;
import io.tender.extender.http.Caller;
import io.tender.extender.http.Permission;
import io.tender.model.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads who may come in, and what they may do. */
final class AccessReader {
    private AccessReader() {}

    static Access read(Section root) {
        List<Access.Entry> entries = new ArrayList<>();
        root.sections("access").forEach(section -> entry(section, entries));
        return Access.of(entries);
    }

    private static void entry(Section section, List<Access.Entry> entries) {
        String name = section.text("name", "");
        if (name.isBlank()) {
            section.problem("name", "Somebody has no name.", "no 'name'", "a name for messages and the log");
        }
        Set<Permission> permissions = permissions(section);
        Caller caller = new Caller(name, permissions, new TreeSet<>(section.each("roles", "names of roles", Role::of)));
        int before = entries.size();
        section.read("tokenSha256", "64 hexadecimal digits", hash -> new Access.Entry.Token(hash, caller))
                .ifPresent(entries::add);
        section.path("tokenFile").flatMap(file -> token(section, file, caller)).ifPresent(entries::add);
        section.text("certificate").ifPresent(cn -> entries.add(new Access.Entry.Certificate(cn, caller)));
        boolean given = section.has("tokenSha256") || section.has("tokenFile") || section.has("certificate");
        if (entries.size() == before && !given) {
            section.problem(
                    "name",
                    "'" + name + "' has nothing to be known by.",
                    "no credentials",
                    "tokenSha256, tokenFile or certificate");
        }
        section.done();
    }

    private static Set<Permission> permissions(Section section) {
        Map<String, Permission> words = new TreeMap<>();
        for (Permission permission : Permission.values()) {
            words.put(permission.name().toLowerCase(Locale.ROOT), permission);
        }
        List<Permission> given = section.each("permissions", "some of " + words.keySet(), word -> {
            Permission meant = words.get(word);
            if (meant == null) {
                throw new IllegalArgumentException("there is no such permission");
            }
            return meant;
        });
        if (!section.has("permissions")) {
            section.problem("permissions", "Somebody may do nothing.", "no 'permissions'", "some of " + words.keySet());
        }
        return given.isEmpty() ? EnumSet.noneOf(Permission.class) : EnumSet.copyOf(given);
    }

    private static Optional<Access.Entry> token(Section section, Path file, Caller caller) {
        try {
            String token = Files.readString(file).strip();
            if (token.length() >= 16) {
                return Optional.of(new Access.Entry.Token(Access.sha256(token), caller));
            }
            section.problem(
                    "tokenFile",
                    "The token in the file can be guessed.",
                    token.length() + " characters",
                    "at least 16, as of: openssl rand -hex 32");
        } catch (IOException unreadable) {
            section.problem("tokenFile", "The token cannot be read.", unreadable.toString(), "a file with a token");
        }
        return Optional.empty();
    }
}
