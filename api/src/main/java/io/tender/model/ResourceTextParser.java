package io.tender.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the text form of resources, see {@link ResourceText}. */
final class ResourceTextParser {
    private static final String NAME_STOPS = ";:()[]{}<>";

    private final TextScanner in;
    private final TextWords words;
    private final DiskTextParser disks;
    private final TextValues values;
    private final Role defaultRole;

    ResourceTextParser(String text, Role defaultRole) {
        this.in = new TextScanner(text);
        this.words = new TextWords(in);
        this.disks = new DiskTextParser(in);
        this.values = new TextValues(in);
        this.defaultRole = defaultRole;
    }

    /** What is known of an item before its value is. */
    private static final class Item {
        List<Reservation> stack = List.of();

        @Nullable
        Disk disk;

        @Nullable
        String provider;

        @Nullable
        Role allocation;

        boolean revocable;
        int copies;
    }

    Resources resources() {
        ResourcesBuilder builder = new ResourcesBuilder();
        int start = in.position();
        while (in.nextItem()) {
            item(builder);
            in.expectEndOfItem();
        }
        try {
            Resources all = builder.build();
            // Reserved and unreserved amounts of one name are added up sooner or later; better to fail here.
            all.quantities();
            return all;
        } catch (ArithmeticException e) {
            throw in.error(start, "expected amounts whose sum is below " + Long.MAX_VALUE / Millis.UNIT);
        }
    }

    private void item(ResourcesBuilder builder) {
        int start = in.position();
        String name = in.word(NAME_STOPS, "expected a resource name such as cpus");
        Item item = new Item();
        in.skipSpace();
        if (in.peek() == '(') {
            item.stack = stack();
        } else if (!defaultRole.equals(Role.ANY)) {
            item.stack = List.of(Reservation.ofStatic(defaultRole));
        }
        while (mark(item)) {
            in.skipSpace();
        }
        in.expect(':', "expected ':' and a value");
        Value value = values.value();
        Resource resource = words.checked(start, () -> build(name, item, value));
        builder.add(resource, Math.max(1, item.copies));
    }

    private static Resource build(String name, Item item, Value value) {
        ResourceKey key = new ResourceKey(
                name,
                ResourceValues.kind(value),
                item.stack,
                item.disk,
                item.provider,
                item.revocable,
                item.copies > 0);
        return new Resource(key, value, item.allocation);
    }

    private List<Reservation> stack() {
        in.expect('(', "expected '('");
        List<Reservation> stack = new ArrayList<>();
        do {
            in.skipSpace();
            int at = in.position();
            Optional<Reservation> reservation = reservation();
            if (reservation.isEmpty()) {
                if (!stack.isEmpty()) {
                    throw in.error(
                            at,
                            "expected a role below '"
                                    + stack.get(stack.size() - 1).role() + "'");
                }
                in.expect(')', "expected ')', since '*' means unreserved");
                return List.of();
            }
            stack.add(reservation.get());
            words.checked(at, () -> {
                Reservation.checkStack(stack);
                return stack;
            });
        } while (in.take('>'));
        in.expect(')', "expected ')'");
        return stack;
    }

    /** Empty for the role '*'. */
    private Optional<Reservation> reservation() {
        boolean dynamic = in.take('+');
        in.skipSpace();
        int start = in.position();
        Role role = words.role();
        if (role.equals(Role.ANY) && !dynamic) {
            return Optional.empty();
        }
        Optional<String> principal = words.principal();
        in.skipSpace();
        List<Label> labels = in.peek() == '{' ? words.labels() : List.of();
        Reservation.Type type = dynamic ? Reservation.Type.DYNAMIC : Reservation.Type.STATIC;
        return Optional.of(words.checked(start, () -> new Reservation(type, role, principal, labels)));
    }

    private boolean mark(Item item) {
        in.skipSpace();
        int start = in.position();
        switch (in.peek()) {
            case '[' -> {
                words.once(start, item.disk == null);
                item.disk = disks.disk();
            }
            case '{' -> {
                words.once(start, !item.revocable);
                revocable();
                item.revocable = true;
            }
            case '<' -> angled(item);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void revocable() {
        in.expect('{', "expected '{'");
        int start = in.position();
        if (!words.word("expected REV").equals("REV")) {
            throw in.error(start, "expected REV");
        }
        in.expect('}', "expected '}'");
    }

    private void angled(Item item) {
        in.expect('<', "expected '<'");
        in.skipSpace();
        int start = in.position();
        String kinds = "expected SHARED, PROVIDER or ALLOCATED";
        switch (words.word(kinds)) {
            case "SHARED" -> {
                words.once(start, item.copies == 0);
                item.copies = copies();
            }
            case "PROVIDER" -> {
                words.once(start, item.provider == null);
                item.provider = words.word("expected the id of a resource provider");
            }
            case "ALLOCATED" -> {
                words.once(start, item.allocation == null);
                item.allocation = words.role();
            }
            default -> throw in.error(start, kinds);
        }
        in.expect('>', "expected '>'");
    }

    private int copies() {
        in.skipSpace();
        if (in.peek() == '>') {
            return 1;
        }
        int start = in.position();
        String count = words.word("expected '>' or a number of copies such as x2");
        if (!count.matches("x[1-9][0-9]{0,5}")) {
            throw in.error(start, "expected a number of copies such as x2");
        }
        return Integer.parseInt(count.substring(1));
    }
}
