package io.tender.cli.demo.simulated;

import io.tender.cli.demo.Goodbye;
import io.tender.cli.demo.Stage;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs a demo before a person or a log, and sees to it that Ctrl-C still brings the summary. */
public final class DemoRunner {

    private static final Duration TIME_TO_SAY_GOODBYE = Duration.ofSeconds(5);

    private final double speed;

    /**
     * Runs demos at a certain speed.
     *
     * @param speed how many simulated seconds pass in a real one
     */
    public DemoRunner(double speed) {
        this.speed = speed;
    }

    /** Runs it; the last thing before the end, also after Ctrl-C, is that the summary is handed over. */
    public Summary run(
            DemoPlan plan,
            String allocator,
            Function<AllocatorHost, Allocator> maker,
            OrderedBy orderedBy,
            ExtendedBy extendedBy,
            Stage stage,
            Consumer<Summary> atEnd) {
        View view = switch (stage) {
            case Stage.Terminal terminal -> new LiveTable(terminal.out(), terminal.colours(), terminal.fine());
            case Stage.Log log -> new PlainLines(log.out());
        };
        try (Goodbye goodbye = new Goodbye(TIME_TO_SAY_GOODBYE);
                Helpers helpers = Helpers.open(orderedBy, extendedBy);
                Demo demo = new Demo(plan, allocator, maker, helpers)) {
            Summary summary = demo.run(new Pace(speed, goodbye.stopped()), view);
            atEnd.accept(summary);
            return summary;
        }
    }
}
