package io.tender.model;

import java.util.List;
import java.util.Optional;

/** Writes the canonical text of resources, see {@link ResourceText}. */
final class ResourceTextPrinter {
    private final StringBuilder out = new StringBuilder();

    String text() {
        return out.toString();
    }

    void item(Resource resource, int copies) {
        if (!out.isEmpty()) {
            out.append(';');
        }
        word(resource.name());
        stack(resource.reservations());
        resource.disk().ifPresent(this::disk);
        if (resource.isRevocable()) {
            out.append("{REV}");
        }
        if (resource.isShared()) {
            out.append(copies == 1 ? "<SHARED>" : "<SHARED x" + copies + ">");
        }
        resource.providerId().ifPresent(id -> mark("PROVIDER", id));
        resource.allocation().ifPresent(role -> mark("ALLOCATED", role.path()));
        out.append(':').append(resource.value());
    }

    private void word(String word) {
        TextSyntax.printWord(word, out);
    }

    private void mark(String kind, String word) {
        out.append('<').append(kind).append(' ');
        word(word);
        out.append('>');
    }

    private void stack(List<Reservation> stack) {
        String before = "(";
        for (Reservation reservation : stack) {
            out.append(before).append(reservation.type() == Reservation.Type.DYNAMIC ? "+" : "");
            word(reservation.role().path());
            principal(reservation.principal());
            labels(reservation.labels());
            before = " > ";
        }
        out.append(stack.isEmpty() ? "" : ")");
    }

    private void principal(Optional<String> principal) {
        principal.ifPresent(name -> {
            out.append('@');
            word(name);
        });
    }

    private void labels(List<Label> labels) {
        String before = "{";
        for (Label label : labels) {
            out.append(before);
            word(label.key());
            label.value().ifPresent(value -> {
                out.append('=');
                word(value);
            });
            before = ",";
        }
        out.append(labels.isEmpty() ? "" : "}");
    }

    private void disk(Disk disk) {
        out.append('[');
        disk.source().ifPresent(this::source);
        if (disk.source().isPresent()
                && (disk.persistence().isPresent() || disk.volume().isPresent())) {
            out.append(',');
        }
        disk.persistence().ifPresent(persistence -> {
            boolean looksLikeSource =
                    DiskTextParser.sourceType(persistence.id()).isPresent();
            if (looksLikeSource) {
                TextSyntax.printQuoted(persistence.id(), out);
            } else {
                word(persistence.id());
            }
            principal(persistence.principal());
        });
        disk.volume().ifPresent(this::volume);
        out.append(']');
    }

    private void source(Disk.Source source) {
        out.append(source.type());
        source.root().ifPresent(root -> {
            out.append(':');
            word(root);
        });
        source.id().ifPresent(id -> property("id", id));
        source.vendor().ifPresent(vendor -> property("vendor", vendor));
        source.profile().ifPresent(profile -> property("profile", profile));
        labels(source.metadata());
    }

    private void property(String name, String value) {
        out.append(' ').append(name).append('=');
        word(value);
    }

    private void volume(Disk.Volume volume) {
        volume.hostPath().ifPresent(path -> {
            out.append(':');
            word(path);
        });
        out.append(':');
        if (DiskTextParser.mode(volume.containerPath()).isPresent()) {
            TextSyntax.printQuoted(volume.containerPath(), out);
        } else {
            word(volume.containerPath());
        }
        out.append(volume.mode() == Disk.Volume.Mode.RO ? ":ro" : "");
    }
}
