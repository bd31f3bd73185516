package io.tender.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import io.tender.daemon.settings.LogChoice;
import org.slf4j.LoggerFactory;

/** The log of a daemon: lines on standard error, for people or for programs. */
final class DaemonLogs {
    /** The HTTP server says through the JDK's own logging when it starts and stops, which we say better. */
    private static final java.util.logging.Logger HELIDON = java.util.logging.Logger.getLogger("io.helidon");

    private static final String NAME = "daemon";

    private DaemonLogs() {}

    /** For a daemon that is part of something else, which prints what its user needs. */
    static void quieten() {
        HELIDON.setLevel(java.util.logging.Level.WARNING);
    }

    /** Logs like this from now on, instead of how it was done before. */
    static void start(LogChoice choice) {
        quieten();
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setName(NAME);
        console.setContext(context);
        console.setTarget("System.err");
        console.setEncoder(encoder(choice.format(), context));
        console.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.detachAppender(NAME);
        root.addAppender(console);
        // Names that had a level of their own before have none any more.
        context.getLoggerList().stream()
                .filter(logger -> !logger.getName().equals(Logger.ROOT_LOGGER_NAME))
                .forEach(logger -> logger.setLevel(null));
        root.setLevel(Level.WARN);
        context.getLogger("io.tender").setLevel(level(choice.level()));
        choice.levels().forEach((name, level) -> context.getLogger(name).setLevel(level(level)));
    }

    private static Level level(LogChoice.Level level) {
        return Level.toLevel(level.name());
    }

    private static Encoder<ILoggingEvent> encoder(LogChoice.Format format, LoggerContext context) {
        return switch (format) {
            case TEXT -> {
                PatternLayoutEncoder lines = new PatternLayoutEncoder();
                lines.setContext(context);
                lines.setPattern(
                        "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger{20}: %msg%replace( %kvp{NONE}){'^ $', ''}%n");
                lines.start();
                yield lines;
            }
            case JSON -> {
                JsonEncoder json = new JsonEncoder();
                json.setContext(context);
                json.setWithFormattedMessage(true);
                json.setWithMessage(false);
                json.start();
                yield json;
            }
        };
    }
}
