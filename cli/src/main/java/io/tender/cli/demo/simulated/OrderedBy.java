package io.tender.cli.demo.simulated;

/** Who says in which order the demo's service framework tries its offers. */
public sealed interface OrderedBy {

    /** There is no service framework, so there is nothing to order. */
    record Nobody() implements OrderedBy {}

    /** The example service, which is started for the demo and ended with it. */
    record Example() implements OrderedBy {}

    /** A service that runs somewhere already. */
    record Service(String url) implements OrderedBy {}
}
