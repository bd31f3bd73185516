package io.tender.testkit.scenario.engine;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.core.allocator.AskedOrder;
import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.sorter.HttpServingOrder;
import io.tender.extender.sorter.HttpServingOrderFactory;
import io.tender.spi.Allocator;
import io.tender.spi.order.Orders;
import io.tender.spi.order.ServingOrder;
import io.tender.spi.order.Standing;
import io.tender.testkit.ManualHost;
import io.tender.testkit.scenario.Setup;
import io.tender.testkit.scenario.step.SorterServiceCommand;
import io.tender.testkit.services.LoopbackHttp;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The service of the sorter {@code http} inside a scenario: a real one, on a socket of the loopback interface, that does what
 * it is told; until then it names all as it is asked about them.
 */
final class SorterService implements AutoCloseable {
    static final String SORTER = "http";

    private static final String JSON = "Content-Type: application/json\r\n";
    private static final long LOOK_NANOS = 100_000;

    private final LoopbackHttp http = new LoopbackHttp("sorter service", this::handle);
    private final List<HttpServingOrder> made = new ArrayList<>();
    private volatile SorterServiceCommand.Answer conduct = new SorterServiceCommand.First(List.of());

    static boolean isNamedBy(Setup setup) {
        return setup.roleSorter().equals(SORTER) || setup.frameworkSorter().equals(SORTER);
    }

    /**
     * The built-in allocator, which alone has sorters.
     *
     * @throws IllegalArgumentException if the scenario is about another one, or its parameters are not the sorter's
     */
    Allocator allocator(Setup setup, ManualHost host) {
        if (!setup.allocator().equals(Setup.HIERARCHICAL)) {
            throw new IllegalArgumentException("Got the sorter 'http' beside the allocator '" + setup.allocator()
                    + "'; expected 'hierarchical', which alone has sorters.");
        }
        Map<String, String> parameters = new TreeMap<>(Map.of("deadline", "5s"));
        parameters.putAll(setup.parameters());
        parameters.put("endpoint", "http://127.0.0.1:" + http.port() + "/v1/sort");
        // The scenario's clock, which stands still while the service answers; that takes real time.
        Instant start = host.now();
        HttpServingOrder order = new HttpServingOrderFactory(ClientSurroundings.system(new SimpleMeterRegistry())
                        .withTicker(() -> System.nanoTime()
                                + Duration.between(start, host.now()).toNanos()))
                .create(parameters);
        made.add(order);
        boolean roles = setup.roleSorter().equals(SORTER);
        boolean frameworks = setup.frameworkSorter().equals(SORTER);
        return new HierarchicalAllocator(
                host,
                roles ? SorterKind.DRF : SorterKind.parse(setup.roleSorter()),
                frameworks ? SorterKind.DRF : SorterKind.parse(setup.frameworkSorter()),
                Optional.of(new AskedOrder(new Awaited(order), roles, frameworks)));
    }

    /** What is asked in one run is always answered by the next, however fast the scenario's clock goes. */
    private record Awaited(HttpServingOrder order) implements ServingOrder {
        @Override
        public Optional<Orders> orders(Supplier<Standing> standing) {
            Optional<Orders> heard = order.orders(standing);
            // Ends with the deadline of the call.
            while (order.isAsking()) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            return heard;
        }

        @Override
        public void runsEvery(Duration interval) {
            order.runsEvery(interval);
        }

        @Override
        public void close() {
            order.close();
        }
    }

    void perform(SorterServiceCommand command) {
        switch (command) {
            case SorterServiceCommand.Down down -> http.down();
            case SorterServiceCommand.Back back -> http.back();
            case SorterServiceCommand.Answer answer -> conduct = answer;
        }
    }

    private boolean handle(LoopbackHttp.Request request, Socket connection) throws IOException {
        switch (conduct) {
            case SorterServiceCommand.First first ->
                answer(connection, 200, ordered(JsonPaths.of(request.body()), first.names()));
            case SorterServiceCommand.Say say -> answer(connection, say.status(), say.body());
        }
        return true;
    }

    private static void answer(Socket connection, int status, String body) throws IOException {
        LoopbackHttp.answer(connection.getOutputStream(), status, JSON, body.getBytes(StandardCharsets.UTF_8));
    }

    private static String ordered(JsonPaths asked, List<String> first) {
        String frameworks = asked.names("frameworks").stream()
                .map(role -> quoted(role) + ":" + order(asked, "frameworks." + role, first))
                .collect(Collectors.joining(","));
        return "{\"roles\":" + order(asked, "roles", first) + ",\"frameworks\":{" + frameworks + "}}";
    }

    private static String order(JsonPaths asked, String list, List<String> first) {
        List<String> names = new ArrayList<>();
        for (int i = 0; ; i++) {
            Optional<String> name = asked.find(list + "." + i + ".name");
            if (name.isEmpty()) {
                break;
            }
            names.add(name.get());
        }
        List<String> order = new ArrayList<>(first);
        order.retainAll(names);
        names.removeAll(order);
        order.addAll(names);
        return order.stream().map(SorterService::quoted).collect(Collectors.joining(",", "[", "]"));
    }

    private static String quoted(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    @Override
    public void close() {
        made.forEach(HttpServingOrder::close);
        http.close();
    }
}
