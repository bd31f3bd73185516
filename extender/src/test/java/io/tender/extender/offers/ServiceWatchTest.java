package io.tender.extender.offers;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ServiceWatchTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(ServiceWatch.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final ServiceWatch watch = new ServiceWatch("http://orders:9090/v1/offerset");

    @BeforeEach
    void listen() {
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    @Test
    void each_change_is_one_line_and_nothing_else_is() {
        watch.answers();
        watch.answers();
        watch.fails("Nobody listens.");
        watch.fails("It is left alone.");
        watch.fails("Nobody listens.");
        assertThat(watch.isFailing()).isTrue();
        watch.answers();

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "The offer-set service at http://orders:9090/v1/offerset answers; it orders the offers from now on",
                        "The offer-set service at http://orders:9090/v1/offerset is of no help; the native order serves"
                                + " until it is. Nobody listens.",
                        "The offer-set service at http://orders:9090/v1/offerset answers; it orders the offers from now on");
    }

    @Test
    void a_service_that_never_answered_is_told_as_well() {
        watch.fails("Nobody listens.");

        assertThat(lines.list).hasSize(1);
    }
}
