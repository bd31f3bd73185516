package io.tender.model;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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

    /** The parts of an item; what is wrong with the whole is the fault of one of them. */
    enum Part {
        NAME,
        DYNAMIC_RESERVATION,
        DISK,
        REVOCABLE,
        SHARED,
        ALLOCATION,
        VALUE
    }

    /** What is known of an item before its value is, and where it was written. */
    private static final class Item {
        final Map<Part, Integer> places = new EnumMap<>(Part.class);
        List<Reservation> stack = List.of();

        @Nullable
        Disk disk;

        @Nullable
        String provider;

        @Nullable
        Role allocation;

        boolean revocable;
        int copies;

        int at(Part part) {
            return places.getOrDefault(part, places.getOrDefault(Part.NAME, 0));
        }
    }

    /** An item that was read. */
    private record Read(Item item, Resource resource) {
        int copies() {
            return Math.max(1, item.copies);
        }
    }

    Resources resources() {
        return sum(read());
    }

    /** What an agent may be started with, see {@link AgentRules}. */
    Resources resourcesForAgent() {
        List<Read> all = read();
        AgentRules rules = new AgentRules();
        for (Read each : all) {
            rules.fault(each.resource).ifPresent(fault -> {
                throw in.error(
                        each.item.at(fault.part()),
                        "expected " + fault.expected() + "; an agent cannot be started with " + fault.got());
            });
        }
        return sum(all);
    }

    private List<Read> read() {
        List<Read> all = new ArrayList<>();
        while (in.nextItem()) {
            all.add(item());
            in.expectEndOfItem();
        }
        return all;
    }

    private Resources sum(List<Read> all) {
        try {
            return checkedSum(all);
        } catch (ArithmeticException e) {
            throw in.error(
                    firstTooMuch(all).item.at(Part.VALUE),
                    "expected amounts whose sum is below " + Long.MAX_VALUE / Millis.UNIT);
        }
    }

    private static Resources checkedSum(List<Read> all) {
        ResourcesBuilder builder = new ResourcesBuilder();
        for (Read each : all) {
            builder.add(each.resource, each.copies());
        }
        Resources sum = builder.build();
        // Reserved and unreserved amounts of one name are added up sooner or later; better to fail here.
        sum.quantities();
        return sum;
    }

    /** The item with which the sum of all became too large. */
    private static Read firstTooMuch(List<Read> all) {
        int fits = 0;
        int fails = all.size();
        while (fails - fits > 1) {
            int middle = (fits + fails) >>> 1;
            try {
                checkedSum(all.subList(0, middle));
                fits = middle;
            } catch (ArithmeticException e) {
                fails = middle;
            }
        }
        return all.get(fails - 1);
    }

    private Read item() {
        Item item = new Item();
        item.places.put(Part.NAME, in.position());
        String name = in.word(NAME_STOPS, "expected a resource name such as cpus");
        in.skipSpace();
        if (in.peek() == '(') {
            item.stack = stack(item);
        } else if (!defaultRole.equals(Role.ANY)) {
            item.stack = List.of(Reservation.ofStatic(defaultRole));
        }
        while (mark(item)) {
            in.skipSpace();
        }
        in.expect(':', "expected ':' and a value");
        in.skipSpace();
        item.places.put(Part.VALUE, in.position());
        return new Read(item, build(name, item, values.value()));
    }

    /** Puts it together piece by piece, so that whatever breaks a rule is known. */
    private Resource build(String name, Item item, Value value) {
        Resource plain = words.checked(item.at(Part.NAME), () -> Resource.of(name, value));
        Resource resource = item.stack.isEmpty() ? plain : plain.withReservations(item.stack);
        Disk disk = item.disk;
        if (disk != null) {
            Resource bare = resource;
            Part wrong = name.equals("disk") ? Part.VALUE : Part.DISK;
            resource = words.checked(item.at(wrong), () -> bare.withDisk(disk));
        }
        resource = item.provider == null ? resource : resource.withProvider(item.provider);
        resource = item.revocable ? resource.asRevocable() : resource;
        if (item.copies > 0) {
            Resource unshared = resource;
            resource = words.checked(item.at(Part.SHARED), unshared::asShared);
        }
        return item.allocation == null ? resource : resource.withAllocation(item.allocation);
    }

    private List<Reservation> stack(Item item) {
        in.expect('(', "expected '('");
        List<Reservation> stack = new ArrayList<>();
        do {
            in.skipSpace();
            int plus = in.position();
            boolean dynamic = in.take('+');
            if (dynamic) {
                item.places.putIfAbsent(Part.DYNAMIC_RESERVATION, plus);
            }
            in.skipSpace();
            int at = in.position();
            Optional<Reservation> reservation = reservation(dynamic);
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
    private Optional<Reservation> reservation(boolean dynamic) {
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
                item.places.put(Part.DISK, start);
                item.disk = disks.disk();
            }
            case '{' -> {
                words.once(start, !item.revocable);
                item.places.put(Part.REVOCABLE, start);
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
        in.skipSpace();
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
                item.places.put(Part.SHARED, start);
                item.copies = copies();
            }
            case "PROVIDER" -> {
                words.once(start, item.provider == null);
                item.provider = words.word("expected the id of a resource provider");
            }
            case "ALLOCATED" -> {
                words.once(start, item.allocation == null);
                item.places.put(Part.ALLOCATION, start);
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
        String expected = "expected a number of copies such as x2, up to x" + Integer.MAX_VALUE;
        if (!count.matches("x[1-9][0-9]{0,9}")) {
            throw in.error(start, expected);
        }
        long copies = Long.parseLong(count.substring(1));
        if (copies > Integer.MAX_VALUE) {
            throw in.error(start, expected);
        }
        return (int) copies;
    }
}
