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

    @Test
    void a_set_that_fails_now_and_then_is_said_to_once_with_its_cause_and_to_be_well_once() {
        for (int i = 0; i < 50; i++) {
            troubles.setFailed(new IllegalStateException("out of order"));
            troubles.setAnswered();
            host.advance(Duration.ofSeconds(1));
        }
        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getFormattedMessage()).contains("The offer set fails");
            assertThat(line.getThrowableProxy().getMessage()).isEqualTo("out of order");
        });
        host.advance(Duration.ofMinutes(1));
        troubles.setAnswered();
        troubles.setAnswered();
        assertThat(lines.list).hasSize(2);
        assertThat(lines.list.getLast().getFormattedMessage()).endsWith("again, after 50");
    }

    @Test
    void a_broken_attempt_is_said_once_until_tasks_are_placed_without_one_again() {
        TaskGroupKey group =
                new TaskGroupKey(TaskConfig.of(JobKey.parse("www/prod/hello"), ResourceBundle.of(1, 1, 1)));
        troubles.attemptBroke(group, new IllegalStateException("the master is out"));
        troubles.attemptBroke(group, new IllegalStateException("the master is out"));
        troubles.placed();
        assertThat(lines.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getFormattedMessage()).contains("www/prod/hello"));
        host.advance(Duration.ofMinutes(1));
        troubles.placed();
        assertThat(lines.list).hasSize(2);
    }
}
