package io.tender.model;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.domains.DomainContextBase;

/** Random resources out of a small world, so that collisions, merges and near misses are frequent. */
public final class ResourceArbitraries extends DomainContextBase {
    private static final List<String> ODD_WORDS = List.of(
            "",
            " ",
            "a b",
            "x;y",
            "q\"uote",
            "back\\slash",
            "ro",
            "RAW",
            "PATH",
            "tab\there",
            "nl\n",
            "é:ü",
            "\uD83D\uDE00",
            "+plus",
            "{brace}",
            "<angle>",
            "a=b",
            "*");

    static Arbitrary<String> word() {
        return Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.of("a", "b", "key", "v1")),
                Tuple.of(1, Arbitraries.of(ODD_WORDS)),
                Tuple.of(1, Arbitraries.strings().ofMaxLength(4)));
    }

    static Arbitrary<Role> role() {
        return Arbitraries.of("r", "r/s", "r/s/t", "q", "q/s", "ab").map(Role::of);
    }

    static Arbitrary<Label> label() {
        return Combinators.combine(word(), word().optional(0.7)).as(Label::new);
    }

    static Arbitrary<List<Label>> labels() {
        return label().list().ofMaxSize(2);
    }

    private static Arbitrary<Reservation> reservation(Arbitrary<Reservation.Type> types, Arbitrary<Role> roles) {
        return Combinators.combine(
                        types,
                        roles,
                        word().optional(0.3),
                        Arbitraries.oneOf(Arbitraries.just(List.<Label>of()), labels()))
                .as(Reservation::new);
    }

    static Arbitrary<List<Reservation>> stack() {
        Arbitrary<Reservation.Type> dynamic = Arbitraries.just(Reservation.Type.DYNAMIC);
        Arbitrary<Reservation.Type> any = Arbitraries.of(Reservation.Type.class);
        Arbitrary<List<Reservation>> refined = Combinators.combine(
                        reservation(any, Arbitraries.just(Role.of("r"))),
                        reservation(dynamic, Arbitraries.just(Role.of("r/s"))),
                        reservation(dynamic, Arbitraries.just(Role.of("r/s/t"))),
                        Arbitraries.integers().between(1, 3))
                .as((a, b, c, depth) -> List.of(a, b, c).subList(0, depth));
        return Arbitraries.oneOf(
                Arbitraries.just(List.<Reservation>of()),
                reservation(any, role()).map(List::of),
                refined);
    }

    static Arbitrary<Disk.Source> source() {
        return Combinators.combine(
                        Arbitraries.of(Disk.Source.Type.class),
                        word().optional(0.4),
                        word().optional(0.3),
                        word().optional(0.1),
                        word().optional(0.2),
                        Arbitraries.oneOf(Arbitraries.just(List.<Label>of()), labels()))
                .as((type, root, id, vendor, profile, metadata) -> new Disk.Source(
                        type,
                        type == Disk.Source.Type.PATH || type == Disk.Source.Type.MOUNT ? root : Optional.empty(),
                        id,
                        vendor,
                        profile,
                        metadata));
    }

    static Arbitrary<Disk> disk() {
        Arbitrary<Disk.Persistence> persistence = Combinators.combine(
                        word().filter(id -> !id.isEmpty()), word().optional(0.2))
                .as(Disk.Persistence::new);
        Arbitrary<Disk.Volume> volume = Combinators.combine(
                        word(), Arbitraries.of(Disk.Volume.Mode.class), word().optional(0.2))
                .as(Disk.Volume::new);
        return Combinators.combine(source().optional(0.6), persistence.optional(0.5), volume.optional(0.6))
                .filter((source, data, mount) -> source.isPresent() || data.isPresent() || mount.isPresent())
                .as(Disk::new);
    }

    static Arbitrary<Value.Ranges> ranges() {
        return Arbitraries.longs()
                .between(0, 30)
                .tuple2()
                .map(pair -> new long[] {Math.min(pair.get1(), pair.get2()), Math.max(pair.get1(), pair.get2())})
                .list()
                .ofMaxSize(5)
                .map(pairs -> Value.Ranges.ofBounds(
                        pairs.stream().flatMapToLong(Arrays::stream).toArray()));
    }

    private static Arbitrary<Resource> bare() {
        return Arbitraries.oneOf(
                Combinators.combine(Arbitraries.of("cpus", "mem", "disk", "gpus"), millis())
                        .as(Resource::scalar),
                Combinators.combine(Arbitraries.of("ports", "ids"), ranges()).as(Resource::ranges),
                Combinators.combine(
                                Arbitraries.of("bugs", "ids", "odd name"),
                                word().list().ofMaxSize(3))
                        .as((name, items) -> Resource.of(name, Value.Items.of(items))));
    }

    static Arbitrary<Long> millis() {
        return Arbitraries.oneOf(
                Arbitraries.longs().between(0, 5).map(units -> units * 1000),
                Arbitraries.longs().between(0, 5000));
    }

    static Arbitrary<Resource> resource() {
        Arbitrary<Resource> marked = Combinators.combine(
                        bare(),
                        stack(),
                        disk().optional(0.7),
                        Arbitraries.integers().between(0, 9),
                        Arbitraries.integers().between(0, 9),
                        role().optional(0.2))
                .as(ResourceArbitraries::mark);
        return Arbitraries.frequencyOf(Tuple.of(1, bare()), Tuple.of(2, marked), Tuple.of(2, repeated()));
    }

    /** Objects likely to meet an equal one. */
    private static Arbitrary<Resource> repeated() {
        return Arbitraries.of(
                        "disk[MOUNT:/m]:1",
                        "disk[MOUNT:/m]:2",
                        "disk[PATH:/p]:1",
                        "disk[BLOCK id=b]:1",
                        "disk[RAW]:1",
                        "disk[RAW id=x]:1",
                        "disk(r)[v:path]:1",
                        "disk(r)[v:other]:1",
                        "disk(r)[v:path]:2",
                        "disk(r)[v:path]<SHARED>:1",
                        "disk(r)[v:path]<SHARED>:2",
                        "disk(r)[w:path]<SHARED>:1",
                        "cpus(r):1",
                        "cpus(+r):1",
                        "cpus(+r@p):1",
                        "cpus(+r{k}):1",
                        "cpus(r > +r/s):2",
                        "cpus{REV}:1",
                        "ports(r):[1-3]",
                        "ports:[2-9]",
                        "cpus<ALLOCATED r>:1",
                        "cpus<ALLOCATED q>:1",
                        "disk(r)[v:path]<SHARED><ALLOCATED r>:1",
                        "cpus<PROVIDER p>:1")
                .map(text -> Resources.parse(text).iterator().next());
    }

    private static Resource mark(
            Resource bare, List<Reservation> stack, Optional<Disk> disk, int rare, int shared, Optional<Role> holder) {
        Resource marked = bare.withReservations(stack);
        if (disk.isPresent() && marked.name().equals("disk")) {
            marked = marked.withDisk(disk.get());
            marked = marked.isPersistentVolume() && shared < 4 ? marked.asShared() : marked;
        }
        marked = rare == 0 ? marked.asRevocable() : marked;
        marked = rare == 1 ? marked.withProvider("p1") : marked;
        return holder.isPresent() ? marked.withAllocation(holder.get()) : marked;
    }

    @Provide
    Arbitrary<Resource> oneResource() {
        return resource();
    }

    @Provide
    Arbitrary<Resources> manyResources() {
        return resource().list().ofMaxSize(12).map(Resources::of).withoutEdgeCases();
    }

    @Provide
    Arbitrary<Value.Ranges> someRanges() {
        return ranges();
    }

    @Provide
    Arbitrary<ResourceQuantities> quantities() {
        return Arbitraries.maps(Arbitraries.of("cpus", "mem", "disk", "gpus", "odd name;"), millis())
                .ofMaxSize(4)
                .map(ResourceQuantities::of);
    }

    @Provide
    Arbitrary<ResourceLimits> limits() {
        return Arbitraries.maps(Arbitraries.of("cpus", "mem", "disk", "gpus", "ports"), millis())
                .ofMaxSize(4)
                .map(ResourceLimits::of);
    }

    @Provide
    Arbitrary<Role> roles() {
        return role();
    }
}
