package io.tender.cli.demo;

import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Help.Ansi;

/** Runs a demo before a person or a log, and sees to it that Ctrl-C still brings the summary. */
public final class DemoRunner {

    private static final long SECONDS_TO_SAY_GOODBYE = 5;

    private final double speed;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);

    /**
     * Runs demos at a certain speed.
     *
     * @param speed how many simulated seconds pass in a real one
     */
    public DemoRunner(double speed) {
        this.speed = speed;
    }

    /** Where the demo is shown while it runs. */
    public sealed interface Stage {
        /** On a terminal, renewed in place. */
        record Terminal(PrintWriter out, Ansi colours, boolean fine) implements Stage {}

        /** In a log. */
        record Log(PrintWriter out) implements Stage {}
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
        Thread goodbye = new Thread(this::stopAndWait, "tender-demo-end");
        Runtime.getRuntime().addShutdownHook(goodbye);
        try (Helpers helpers = Helpers.open(orderedBy, extendedBy);
                Demo demo = new Demo(plan, allocator, maker, helpers)) {
            Summary summary = demo.run(new Pace(speed, stopped), view);
            atEnd.accept(summary);
            return summary;
        } finally {
            over.countDown();
            unhook(goodbye);
        }
    }

    /** Ends the demo after the step it is in. */
    void stop() {
        stopped.countDown();
    }

    /** The JVM is going down and takes everything with it when this returns. */
    private void stopAndWait() {
        stop();
        try {
            over.await(SECONDS_TO_SAY_GOODBYE, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns false if the JVM is going down already; then the hook is running, and what comes here is its end. */
    static boolean unhook(Thread goodbye) {
        try {
            return Runtime.getRuntime().removeShutdownHook(goodbye);
        } catch (IllegalStateException goingDown) {
            return false;
        }
    }
}
