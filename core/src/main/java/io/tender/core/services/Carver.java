package io.tender.core.services;

import io.tender.model.Resource;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Value;
import io.tender.model.service.HostOffer;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.ResourceKind;
import io.tender.model.service.TaskConfig;
import io.tender.spi.Chance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Cuts what a task takes out of what was offered: what is reserved first, as nobody else can use it, and ports at random,
 * so that a restarted task does not wait for its old ones to be free.
 *
 * <p>Most offers are plain amounts; for these the cut is the same object every time.
 */
final class Carver {
    private static final long PORTS = Chance.key("ports");

    private final ResourceBundle request;
    private final List<String> ports;
    private final boolean revocableCpu;
    private final boolean revocableRam;
    private final boolean plainRequest;
    private Resources plainCut;

    /** What a task takes, and which of the ports taken has which name. */
    record Cut(Resources resources, SortedMap<String, Integer> ports) {}

    Carver(TaskConfig config, ServiceSettings settings) {
        this.request = config.request();
        this.ports = List.copyOf(config.ports());
        this.revocableCpu = config.tier().revocable();
        this.revocableRam = revocableCpu && settings.enableRevocableRam();
        this.plainRequest = !revocableCpu && ports.isEmpty() && request.ipMillis() == 0;
        TreeMap<String, Long> amounts = new TreeMap<>();
        for (ResourceKind kind : ResourceKind.values()) {
            if (kind.in(request) > 0) {
                amounts.put(kind.resource(), kind.in(request));
            }
        }
        this.plainCut = Resources.of(ResourceQuantities.of(amounts));
    }

    /** Cuts the request out of resources that contain it. */
    Cut cut(Resources from, LongSupplier draws) {
        if (plainRequest && from.isPlainOnly()) {
            Role role = from.allocatedTo().orElse(null);
            return new Cut(role == null ? plainCut.unallocate() : plainFor(role), Collections.emptySortedMap());
        }
        List<Resource> taken = new ArrayList<>();
        SortedMap<String, Integer> named = new TreeMap<>();
        for (ResourceKind kind : ResourceKind.values()) {
            if (kind == ResourceKind.PORTS) {
                takePorts(from, taken, named, draws);
            } else if (kind.in(request) > 0) {
                take(kind, from, taken);
            }
        }
        return new Cut(Resources.of(taken), named);
    }

    /** Offers of one scheduler mostly come under one role, so the last one is kept. */
    private Resources plainFor(Role role) {
        plainCut = plainCut.allocate(role);
        return plainCut;
    }

    private boolean fits(ResourceKind kind, Resource resource) {
        boolean revocable = switch (kind) {
            case CPU -> revocableCpu;
            case RAM -> revocableRam;
            default -> false;
        };
        return resource.name().equals(kind.resource())
                && resource.isRevocable() == revocable
                && HostOffer.isUsable(resource);
    }

    private void take(ResourceKind kind, Resources from, List<Resource> taken) {
        long left = kind.in(request);
        for (boolean reserved : new boolean[] {true, false}) {
            for (Resource resource : from) {
                if (left > 0 && resource.isReserved() == reserved && fits(kind, resource)) {
                    Resource part = part(resource, left);
                    taken.add(part);
                    left -= Resources.of(part).amount(kind.resource());
                }
            }
        }
        if (left > 0) {
            throw new IllegalStateException("Offered resources '" + from + "' do not contain the request '" + request
                    + "' although they were found to: short of " + left + " thousandths of " + kind.resource());
        }
    }

    /** At most that many thousandths of a resource. */
    private static Resource part(Resource resource, long millis) {
        return switch (resource.value()) {
            case Value.Scalar all -> resource.withMillis(Math.min(millis, all.millis()));
            case Value.Items all ->
                resource.withValue(Value.Items.of(all.items()
                        .subList(0, (int) Math.min(millis / 1000, all.items().size()))));
            case Value.Ranges all -> {
                Value.Ranges some = Value.Ranges.empty();
                long left = millis / 1000;
                for (int i = 0; i < all.size() && left > 0; i++) {
                    long end = Math.min(all.end(i), all.begin(i) + left - 1);
                    some = some.plus(Value.Ranges.of(all.begin(i), end));
                    left -= end - all.begin(i) + 1;
                }
                yield resource.withValue(some);
            }
            case Value.Text text -> throw new IllegalStateException("Resource '" + resource + "' is a text");
        };
    }

    @SuppressWarnings("ReferenceEquality") // a source is meant, not one that looks like it
    private void takePorts(Resources from, List<Resource> taken, SortedMap<String, Integer> named, LongSupplier draws) {
        if (ports.isEmpty()) {
            return;
        }
        TreeMap<Long, Resource> chosen = new TreeMap<>();
        List<Resource> sources = new ArrayList<>();
        long free = 0;
        for (Resource resource : from) {
            if (fits(ResourceKind.PORTS, resource) && resource.value() instanceof Value.Ranges ranges) {
                sources.add(resource);
                free += ranges.count();
            }
        }
        if (free < ports.size()) {
            throw new IllegalStateException("Offered resources '" + from + "' have " + free + " ports of "
                    + ports.size() + " although they were found to have enough");
        }
        // Draw distinct places among the free ports: the k-th draw is among those that are left.
        TreeSet<Long> places = new TreeSet<>();
        for (String name : ports) {
            long place = Math.floorMod(draws.getAsLong(), free - places.size());
            for (long earlier : places) {
                place += earlier <= place ? 1 : 0;
            }
            places.add(place);
            named.put(name, choose(sources, place, chosen));
        }
        for (Resource source : sources) {
            Value.Ranges some = Value.Ranges.empty();
            for (Map.Entry<Long, Resource> port : chosen.entrySet()) {
                if (port.getValue() == source) {
                    some = some.plus(Value.Ranges.of(port.getKey(), port.getKey()));
                }
            }
            if (!some.isEmpty()) {
                taken.add(source.withValue(some));
            }
        }
    }

    private static int choose(List<Resource> sources, long place, Map<Long, Resource> chosen) {
        long left = place;
        for (Resource source : sources) {
            Value.Ranges ranges = source.value() instanceof Value.Ranges found ? found : Value.Ranges.empty();
            for (int i = 0; i < ranges.size(); i++) {
                long count = ranges.end(i) - ranges.begin(i) + 1;
                if (left < count) {
                    long port = ranges.begin(i) + left;
                    chosen.put(port, source);
                    return Math.toIntExact(port);
                }
                left -= count;
            }
        }
        throw new IllegalStateException("There is no port at place " + place);
    }

    /** Draws that are the same for the same task; most tasks want none, so nothing is worked out before the first. */
    static LongSupplier drawsFor(Chance chance, Task task) {
        long[] drawn = new long[1];
        return () -> chance.draw(Chance.key(PORTS ^ Chance.key(task.id.value()), drawn[0]++));
    }
}
