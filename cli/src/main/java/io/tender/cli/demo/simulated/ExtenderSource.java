package io.tender.cli.demo.simulated;

import io.tender.cli.demo.ExampleProgram;
import io.tender.cli.demo.SessionSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Opens what a demo needs to have its sessions extended, and closes it again. */
record ExtenderSource(Optional<ExampleProgram> process, Optional<Extension> extension) implements AutoCloseable {

    static final String EXAMPLE = "io.tender.examples.extender.RackSpreadService";

    /** Nobody waits longer for a stranger. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    /** As with the service that orders offers: a machine that is too busy is not to change the course of the demo. */
    private static final Duration PATIENCE_WITH_OUR_OWN = Duration.ofSeconds(10);

    static ExtenderSource open(ExtendedBy by) {
        return switch (by) {
            case ExtendedBy.Nobody nobody -> new ExtenderSource(Optional.empty(), Optional.empty());
            case ExtendedBy.Service service ->
                new ExtenderSource(
                        Optional.empty(), Optional.of(Extension.by(service.url(), service.verbs(), PATIENCE)));
            case ExtendedBy.Example example -> example(ExampleProgram.service(EXAMPLE));
        };
    }

    static ExtenderSource example(List<String> command) {
        try {
            return of(ExampleProgram.start(command));
        } catch (ExampleProgram.NotStarted why) {
            return new ExtenderSource(
                    Optional.empty(),
                    Optional.of(
                            Extension.none("The example extender could not be started, so gangs are placed without it. "
                                    + why.getMessage())));
        }
    }

    /** From an example that runs. */
    static ExtenderSource of(ExampleProgram service) {
        return new ExtenderSource(
                Optional.of(service),
                Optional.of(Extension.by(service.said(), SessionSettings.USUAL_VERBS, PATIENCE_WITH_OUR_OWN)));
    }

    /** Ends the process, if there is one; the extension is closed by the demo that used it. */
    @Override
    public void close() {
        process.ifPresent(ExampleProgram::close);
    }
}
