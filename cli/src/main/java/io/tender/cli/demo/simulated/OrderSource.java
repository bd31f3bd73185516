package io.tender.cli.demo.simulated;

import io.tender.cli.demo.ExampleProgram;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Opens what a demo needs to have its offers ordered, and closes it again. */
record OrderSource(Optional<ExampleProgram> process, Optional<Orders> orders) implements AutoCloseable {

    static final String EXAMPLE = "io.tender.examples.offerset.EmptiestFirst";

    /** Nobody waits longer for a stranger. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /**
     * The example answers in a millisecond, or not at all once it is dead. Only a machine that is much too busy takes
     * longer, and there the same options are to give the same offers, too.
     */
    private static final Duration PATIENCE_WITH_OUR_OWN = Duration.ofSeconds(10);

    static OrderSource open(OrderedBy by) {
        return switch (by) {
            case OrderedBy.Nobody nobody -> new OrderSource(Optional.empty(), Optional.empty());
            case OrderedBy.Service service ->
                new OrderSource(Optional.empty(), Optional.of(Orders.from(service.url(), PATIENCE)));
            case OrderedBy.Example example -> example(ExampleProgram.service(EXAMPLE));
        };
    }

    static OrderSource example(List<String> command) {
        try {
            return of(ExampleProgram.start(command));
        } catch (ExampleProgram.NotStarted why) {
            return new OrderSource(
                    Optional.empty(),
                    Optional.of(Orders.none(
                            "The example service could not be started, so offers are tried in native order. "
                                    + why.getMessage())));
        }
    }

    /** From an example that runs. */
    static OrderSource of(ExampleProgram service) {
        return new OrderSource(Optional.of(service), Optional.of(Orders.from(service.said(), PATIENCE_WITH_OUR_OWN)));
    }

    /** Ends the process, if there is one; the orders are closed by the demo that asked for them. */
    @Override
    public void close() {
        process.ifPresent(ExampleProgram::close);
    }
}
