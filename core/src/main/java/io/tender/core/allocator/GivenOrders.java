package io.tender.core.allocator;

import io.tender.core.sorter.ShareClient;
import io.tender.core.sorter.ShareTree;
import io.tender.core.sorter.Walk;
import io.tender.spi.Chance;
import io.tender.spi.order.Orders;
import io.tender.spi.order.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Lets a run follow somebody else's order: asked at its beginning, followed if there is something to offer, then forgotten. */
final class GivenOrders {
    private final Books books;
    private final Optional<AskedOrder> asked;
    private final Walk walk;
    private final List<ShareTree> following = new ArrayList<>();
    private Optional<Orders> heard = Optional.empty();
    private long followed;
    private long unfollowed;

    GivenOrders(Books books, Optional<AskedOrder> asked, Chance chance) {
        this.books = books;
        this.asked = asked;
        this.walk = new Walk(chance);
    }

    void runsEvery(Duration interval) {
        try {
            asked.ifPresent(about -> about.order().runsEvery(interval));
        } catch (RuntimeException broken) {
            // As with every mistake of a module: if it has no order because of it, shares decide.
            heard = Optional.empty();
        }
    }

    /** Runs in which an order was followed. */
    long followed() {
        return followed;
    }

    /** Runs in which shares decided, since there was none. */
    long unfollowed() {
        return unfollowed;
    }

    /** Asks for the order of a run, which may have nothing to offer. */
    void ask(long run) {
        heard = asked.flatMap(about -> ask(run, about));
    }

    /** Follows what was heard, in a run that has something to offer. */
    void begin() {
        if (asked.isEmpty()) {
            return;
        }
        if (heard.isPresent()) {
            followed++;
            follow(heard.get(), asked.get());
        } else {
            unfollowed++;
        }
    }

    private Optional<Orders> ask(long run, AskedOrder about) {
        try {
            return Objects.requireNonNull(about.order().orders(() -> standing(run, about)));
        } catch (RuntimeException broken) {
            // A module's mistake must not cost the cluster its run: shares decide, which is counted.
            return Optional.empty();
        }
    }

    void end() {
        following.forEach(ShareTree::followShares);
        following.clear();
        heard = Optional.empty();
    }

    private void follow(Orders orders, AskedOrder about) {
        if (about.roles()) {
            follow(books.roleOrder, orders.roles());
        }
        if (about.frameworks()) {
            for (RoleNode role : books.roles.all()) {
                List<String> names = role.order == null || role.role == null
                        ? null
                        : orders.frameworks().get(role.role.path());
                if (role.order != null && names != null) {
                    follow(role.order, names);
                }
            }
        }
    }

    private void follow(ShareTree tree, List<String> names) {
        tree.follow(names, clients(tree));
        following.add(tree);
    }

    private Standing standing(long run, AskedOrder about) {
        SortedMap<String, List<Standing.Client>> frameworks = new TreeMap<>();
        if (about.frameworks()) {
            for (RoleNode role : books.roles.all()) {
                if (role.order != null && role.role != null && role.order.activeCount() > 0) {
                    frameworks.put(role.role.path(), described(role.order));
                }
            }
        }
        return new Standing(
                run,
                books.totals.all().toQuantities(),
                about.roles() ? described(books.roleOrder) : List.of(),
                frameworks);
    }

    private List<Standing.Client> described(ShareTree tree) {
        List<Standing.Client> described = new ArrayList<>();
        for (ShareClient client : clients(tree)) {
            described.add(new Standing.Client(
                    client.path(),
                    tree.weight(client),
                    tree.share(client),
                    tree.held(client).toQuantities()));
        }
        return described;
    }

    /** By share, as they would be served. */
    private List<ShareClient> clients(ShareTree tree) {
        List<ShareClient> clients = new ArrayList<>(tree.activeCount());
        walk.begin(tree, 0);
        for (ShareClient client = walk.next(); client != null; client = walk.next()) {
            clients.add(client);
        }
        return clients;
    }
}
