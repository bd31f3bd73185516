package io.tender.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads what is special about a disk, see {@link ResourceText}. */
final class DiskTextParser {
    private final TextScanner in;
    private final TextWords words;

    DiskTextParser(TextScanner in) {
        this.in = in;
        this.words = new TextWords(in);
    }

    Disk disk() {
        in.expect('[', "expected '['");
        in.skipSpace();
        int start = in.position();
        Optional<Disk.Source> source = Optional.empty();
        Optional<Disk.Source.Type> type = in.peek() == '"' || in.peek() == ':' ? Optional.empty() : bareSourceType();
        if (type.isPresent()) {
            source = Optional.of(source(type.get()));
        }
        Optional<Disk.Persistence> persistence = Optional.empty();
        Optional<Disk.Volume> volume = Optional.empty();
        if (source.isEmpty() || in.take(',')) {
            persistence = persistence();
            volume = volume();
        }
        Optional<Disk.Source> origin = source;
        Optional<Disk.Persistence> data = persistence;
        Optional<Disk.Volume> mount = volume;
        Disk disk = words.checked(start, () -> new Disk(origin, data, mount));
        in.expect(']', "expected ']'");
        return disk;
    }

    static Optional<Disk.Source.Type> sourceType(String word) {
        return Arrays.stream(Disk.Source.Type.values())
                .filter(type -> type.name().equals(word))
                .findFirst();
    }

    static Optional<Disk.Volume.Mode> mode(String word) {
        return Arrays.stream(Disk.Volume.Mode.values())
                .filter(mode -> mode.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst();
    }

    private Optional<Disk.Source.Type> bareSourceType() {
        int start = in.position();
        Optional<Disk.Source.Type> type =
                sourceType(words.word("expected PATH, MOUNT, BLOCK, RAW or a persistence id"));
        if (type.isEmpty()) {
            in.moveTo(start);
        }
        return type;
    }

    private Disk.Source source(Disk.Source.Type type) {
        in.skipSpace();
        int start = in.position();
        Optional<String> root = in.take(':') ? Optional.of(words.word("expected a root path")) : Optional.empty();
        String[] properties = new String[3];
        in.skipSpace();
        while (!in.atEnd() && ",]{".indexOf(in.peek()) < 0) {
            int at = in.position();
            String name = words.word("expected id=, vendor=, profile= or ']'");
            int which = List.of("id", "vendor", "profile").indexOf(name);
            if (which < 0) {
                throw in.error(at, "expected id=, vendor= or profile=");
            }
            words.once(at, properties[which] == null);
            in.expect('=', "expected '=' and a value");
            properties[which] = words.word("expected a value");
            in.skipSpace();
        }
        List<Label> metadata = in.peek() == '{' ? words.labels() : List.of();
        return words.checked(
                start,
                () -> new Disk.Source(
                        type,
                        root,
                        Optional.ofNullable(properties[0]),
                        Optional.ofNullable(properties[1]),
                        Optional.ofNullable(properties[2]),
                        metadata));
    }

    private Optional<Disk.Persistence> persistence() {
        in.skipSpace();
        if (in.peek() == ':') {
            return Optional.empty();
        }
        int start = in.position();
        String id = words.word("expected a persistence id");
        Optional<String> principal = words.principal();
        return Optional.of(words.checked(start, () -> new Disk.Persistence(id, principal)));
    }

    private Optional<Disk.Volume> volume() {
        List<String> paths = new ArrayList<>();
        Disk.Volume.Mode mode = Disk.Volume.Mode.RW;
        while (in.take(':')) {
            in.skipSpace();
            int start = in.position();
            boolean bare = in.peek() != '"';
            String path = words.word("expected a path");
            Optional<Disk.Volume.Mode> named = bare ? mode(path) : Optional.empty();
            if (named.isPresent() && !paths.isEmpty()) {
                mode = named.get();
                break;
            }
            if (paths.size() == 2) {
                throw in.error(start, "expected 'rw', 'ro' or ']'");
            }
            paths.add(path);
        }
        if (paths.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> host = paths.size() == 2 ? Optional.of(paths.get(0)) : Optional.empty();
        return Optional.of(new Disk.Volume(paths.get(paths.size() - 1), mode, host));
    }
}
