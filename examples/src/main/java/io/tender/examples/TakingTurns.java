package io.tender.examples;

import io.tender.spi.order.Orders;
import io.tender.spi.order.ServingOrder;
import io.tender.spi.order.Standing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Serves another role first in each run, whatever they hold, so that none waits longer than there are roles. */
final class TakingTurns implements ServingOrder {

    @Override
    public Optional<Orders> orders(Supplier<Standing> standing) {
        Standing now = standing.get();
        List<String> roles = new ArrayList<>(
                now.roles().stream().map(Standing.Client::name).sorted().toList());
        Collections.rotate(roles, -(int) (now.run() % Math.max(1, roles.size())));
        return Optional.of(new Orders(roles, new TreeMap<>()));
    }
}
