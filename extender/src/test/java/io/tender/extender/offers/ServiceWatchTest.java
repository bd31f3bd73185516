package io.tender.extender.offers;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ServiceWatchTest {
    private long nanos;
    private final Logger logger = (Logger) LoggerFactory.getLogger(ServiceWatch.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final ServiceWatch watch = new ServiceWatch(
            "The offer-set service at http://orders:9090/v1/offerset",
            "it orders the offers",
            "the native order serves",
            () -> nanos);

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

    private void pass(Duration time) {
        nanos += time.toNanos();
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
        assertThat(watch.isFailing()).isFalse();
        watch.answers();
        pass(ServiceWatch.CALM);
        watch.answers();
        watch.answers();
        watch.fails("Nobody listens.");
        watch.answers();

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "The offer-set service at http://orders:9090/v1/offerset answers; it orders the offers from now on",
                        "The offer-set service at http://orders:9090/v1/offerset fails; for each call that does, the"
                                + " native order serves. Nobody listens.",
                        "The offer-set service at http://orders:9090/v1/offerset answers again, after 3 failed calls; it"
                                + " orders the offers",
                        "The offer-set service at http://orders:9090/v1/offerset fails; for each call that does, the"
                                + " native order serves. Nobody listens.",
                        "The offer-set service at http://orders:9090/v1/offerset answers again, after 1 failed calls; it"
                                + " orders the offers");
    }

    @Test
    void a_service_that_is_back_is_said_so_though_nobody_asks_it_again_for_long() {
        watch.fails("Nobody listens.");
        pass(Duration.ofSeconds(1));
        watch.answers();

        assertThat(lines.list.getLast().getFormattedMessage()).contains("answers again, after 1 failed calls");
    }

    @Test
    void one_that_fails_again_long_after_it_came_back_has_begun_to_fail() {
        watch.fails("Nobody listens.");
        watch.answers();
        pass(ServiceWatch.CALM);
        watch.fails("It is slow.");
        watch.answers();

        assertThat(lines.list)
                .extracting(ILoggingEvent::getLevel)
                .containsExactly(Level.WARN, Level.INFO, Level.WARN, Level.INFO);
        assertThat(lines.list.getLast().getFormattedMessage()).contains("after 1 failed calls");
    }

    @Test
    void a_service_that_fails_every_tenth_call_is_said_so_once() {
        for (int i = 0; i < 1_000; i++) {
            if (i % 10 == 0) {
                watch.fails("Nobody listens.");
            } else {
                watch.answers();
            }
            pass(Duration.ofMillis(500));
        }
        assertThat(lines.list)
                .extracting(ILoggingEvent::getLevel)
                .as("it fails; it answers again; it is unsteady")
                .containsExactly(Level.WARN, Level.INFO, Level.WARN);
        pass(ServiceWatch.CALM);
        watch.answers();
        assertThat(lines.list.getLast().getFormattedMessage())
                .contains("for 30 s without a failure", "after 100 failed calls");
    }

    @Test
    void a_service_that_never_answered_is_told_as_well() {
        watch.fails("Nobody listens.");

        assertThat(lines.list).hasSize(1);
    }
}
