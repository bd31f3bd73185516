package io.tender.extender.volcano;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What a class writes to the log while a test listens. */
final class LogLines implements AutoCloseable {
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger log;

    LogLines(Class<?> writer) {
        log = (Logger) LoggerFactory.getLogger(writer);
        lines.start();
        log.addAppender(lines);
    }

    List<String> all() {
        return List.copyOf(lines.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        log.detachAppender(lines);
    }
}
