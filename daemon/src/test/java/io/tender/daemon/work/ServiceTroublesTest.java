package io.tender.daemon.work;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tender.model.service.JobKey;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.spi.Chance;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ServiceTroublesTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(ServiceTroubles.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final ManualHost host = new ManualHost(Chance.seeded(1), Instant.EPOCH);
    private final ServiceTroubles troubles = new ServiceTroubles(host);

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

    private static final TaskGroupKey GROUP =
            new TaskGroupKey(TaskConfig.of(JobKey.parse("www/prod/hello"), ResourceBundle.of(1, 1, 1)));

    private List<String> said() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void a_set_that_is_back_is_said_so_at_once_though_nobody_asks_it_again_for_long() {
        troubles.setFailed(new IllegalStateException("out of order"));
        troubles.setFailed(new IllegalStateException("out of order"));
        host.advance(Duration.ofSeconds(1));
        troubles.setAnswered();

        assertThat(said())
                .containsExactly(
                        "The offer set fails; whenever it does, the native order serves, or nothing is placed where an extender must"
                                + " not be passed over",
                        "The offer set answers again; failures before: 2");
        assertThat(lines.list.getFirst().getThrowableProxy().getMessage()).isEqualTo("out of order");
    }

    @Test
    void a_set_that_fails_now_and_then_is_said_to_be_well_once_it_has_been_for_a_while() {
        for (int i = 0; i < 50; i++) {
            troubles.setFailed(new IllegalStateException("out of order"));
            troubles.setAnswered();
            host.advance(Duration.ofSeconds(1));
        }
        assertThat(said())
                .containsExactly(
                        "The offer set fails; whenever it does, the native order serves, or nothing is placed where an extender must"
                                + " not be passed over",
                        "The offer set answers again; failures before: 1",
                        "The offer set fails again; whenever it does, the native order serves, or nothing is placed where an"
                                + " extender must not be passed over. Said again once it has not failed for 30 s");
        host.advance(Duration.ofMinutes(1));
        troubles.setAnswered();
        troubles.setAnswered();
        assertThat(said()).hasSize(4);
        assertThat(said().getLast()).isEqualTo("The offer set has not failed for 30 s; failures before: 50");
    }

    @Test
    void that_tasks_are_placed_after_a_broken_attempt_is_said_at_once() {
        troubles.attemptBroke(GROUP, new IllegalStateException("the master is out"));
        troubles.attemptBroke(GROUP, new IllegalStateException("the master is out"));
        troubles.placed();
        troubles.placed();

        assertThat(said())
                .containsExactly(
                        "An attempt to place tasks of 'www/prod/hello' broke and is made again",
                        "Tasks are placed again; broken attempts before: 2");
    }

    @Test
    void attempts_that_break_again_and_again_are_said_to_until_none_has_for_a_while() {
        for (int i = 0; i < 10; i++) {
            troubles.attemptBroke(GROUP, new IllegalStateException("the master is out"));
            troubles.placed();
        }
        host.advance(Duration.ofMinutes(1));
        troubles.placed();

        assertThat(said())
                .containsExactly(
                        "An attempt to place tasks of 'www/prod/hello' broke and is made again",
                        "Tasks are placed again; broken attempts before: 1",
                        "An attempt to place tasks of 'www/prod/hello' broke again and is made again. Said again once none"
                                + " has for 30 s",
                        "No attempt to place tasks has broken for 30 s; broken attempts before: 10");
    }
}
