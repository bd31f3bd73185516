package io.tender.mesos;

import io.tender.model.Disk;
import io.tender.model.Label;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what is special about a disk. */
final class DiskReading {
    private final JsonReading in;

    DiskReading(JsonReading in) {
        this.in = in;
    }

    private static final class Fields {
        Disk.@Nullable Source source;
        Disk.@Nullable Persistence persistence;
        Disk.@Nullable Volume volume;
    }

    /** Empty for an object without any field, which means a plain disk. */
    Optional<Disk> disk() {
        Fields fields = new Fields();
        in.object(
                "an object with source, persistence or volume",
                Map.of(
                        "source", () -> fields.source = source(),
                        "persistence", () -> fields.persistence = persistence(),
                        "volume", () -> fields.volume = volume()));
        if (fields.source == null && fields.persistence == null && fields.volume == null) {
            return Optional.empty();
        }
        return Optional.of(new Disk(
                Optional.ofNullable(fields.source),
                Optional.ofNullable(fields.persistence),
                Optional.ofNullable(fields.volume)));
    }

    private Disk.Persistence persistence() {
        JsonReading.Place place = in.place();
        Map<String, String> fields = new HashMap<>();
        in.object(
                "a persistence, such as {\"id\": \"v1\"}",
                Map.of(
                        "id", () -> fields.put("id", id()),
                        "principal", () -> fields.put("principal", in.string("the name of a principal"))));
        String id = JsonReading.required(fields.get("id"), place, "the field id");
        return new Disk.Persistence(id, Optional.ofNullable(fields.get("principal")));
    }

    private String id() {
        String id = in.string("an id such as \"v1\"");
        if (id.isEmpty()) {
            throw in.error("an id such as \"v1\"");
        }
        return id;
    }

    private Disk.Volume volume() {
        JsonReading.Place place = in.place();
        Map<String, String> paths = new HashMap<>();
        Map<String, Disk.Volume.Mode> modes = new HashMap<>();
        in.object(
                "a volume, such as {\"container_path\": \"data\", \"mode\": \"RW\"}",
                Map.of(
                        "container_path", () -> paths.put("container_path", in.string("a path")),
                        "host_path", () -> paths.put("host_path", in.string("a path")),
                        "mode", () -> modes.put("mode", in.constant(Disk.Volume.Mode.class))));
        String container = JsonReading.required(paths.get("container_path"), place, "the field container_path");
        Disk.Volume.Mode mode = JsonReading.required(modes.get("mode"), place, "the field mode");
        return new Disk.Volume(container, mode, Optional.ofNullable(paths.get("host_path")));
    }

    private static final class Source {
        final Map<String, String> texts = new HashMap<>();
        final Map<Disk.Source.Type, Optional<String>> roots = new EnumMap<>(Disk.Source.Type.class);
        final Map<Disk.Source.Type, JsonReading.Place> places = new EnumMap<>(Disk.Source.Type.class);
        Disk.Source.@Nullable Type type;
        List<Label> metadata = List.of();
    }

    private Disk.Source source() {
        JsonReading.Place place = in.place();
        Source source = new Source();
        in.object(
                "a disk source, such as {\"type\": \"MOUNT\", \"mount\": {\"root\": \"/mnt/a\"}}",
                Map.of(
                        "type", () -> source.type = in.constant(Disk.Source.Type.class),
                        "path", () -> root(source, Disk.Source.Type.PATH),
                        "mount", () -> root(source, Disk.Source.Type.MOUNT),
                        "id", () -> source.texts.put("id", in.string("an id")),
                        "vendor", () -> source.texts.put("vendor", in.string("a vendor")),
                        "profile", () -> source.texts.put("profile", in.string("a profile")),
                        "metadata", () -> source.metadata = new ReservationReading(in).labels()));
        Disk.Source.Type type = JsonReading.required(source.type, place, "the field type");
        source.places.forEach((other, at) -> {
            if (other != type) {
                throw at.error("a root for " + other + " on a disk of type " + type, "the root that its type names");
            }
        });
        return new Disk.Source(
                type,
                source.roots.getOrDefault(type, Optional.empty()),
                Optional.ofNullable(source.texts.get("id")),
                Optional.ofNullable(source.texts.get("vendor")),
                Optional.ofNullable(source.texts.get("profile")),
                source.metadata);
    }

    private void root(Source source, Disk.Source.Type type) {
        source.places.put(type, in.place());
        source.roots.put(type, root());
    }

    private Optional<String> root() {
        Map<String, String> fields = new HashMap<>();
        in.object("an object with the field root", Map.of("root", () -> fields.put("root", in.string("a path"))));
        return Optional.ofNullable(fields.get("root"));
    }
}
