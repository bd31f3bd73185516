package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.Attribute;
import io.tender.model.service.Constraint;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.TaskConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** That an offer fitted one job says that it fits the next one that asks for the same, and nothing more than that. */
class KnownFitsTest {
    private static final String SMALL = "cpus:1;mem:128;disk:64";

    private final Stage stage =
            new Stage(Stage.settings("enable_preemptor=false"), setup -> new WaitingSetTest.Odd(true));
    private int jobs;

    /** Submits another job of one instance; tells which agents an offer set is asked about for it. */
    private String askedAbout(TaskConfig config) {
        stage.questions.clear();
        TaskConfig another = Stage.config(
                        "www/prod/job-" + jobs++, config.resources().toString())
                .withConstraints(config.constraints().toArray(Constraint[]::new));
        stage.submit(another, 1).tick();
        // So that nothing is placed when the answer does not come.
        stage.scheduler.kill(another.job());
        return stage.questions.stream()
                .flatMap(question -> question.query().candidates().stream())
                .map(offer -> offer.agent().value())
                .collect(Collectors.joining(" "));
    }

    private static TaskConfig small(Constraint... constraints) {
        return Stage.config("www/prod/any", SMALL).withConstraints(constraints);
    }

    @Test
    void jobs_that_ask_for_the_same_are_asked_about_the_same_offers() {
        stage.offer("a", "cpus:1;mem:4096;disk:1000");
        stage.offer("tiny", "cpus:0.5;mem:4096;disk:1000");

        assertThat(askedAbout(small())).isEqualTo("a");
        assertThat(askedAbout(small())).isEqualTo("a");
        assertThat(stage.metric("veto_evaluated_offers")).isEqualTo(4);
    }

    @Test
    void a_job_that_asks_for_more_or_something_else_is_not() {
        stage.offer("a", "cpus:1;mem:4096;disk:1000", "rack:r1");
        stage.offer("b", "cpus:2;mem:4096;disk:1000", "rack:r2");

        assertThat(askedAbout(small())).isEqualTo("a b");
        assertThat(askedAbout(Stage.config("cpus:2;mem:128;disk:64"))).isEqualTo("b");
        assertThat(askedAbout(small(Constraint.oneOf("rack", "r1")))).isEqualTo("a");
        assertThat(askedAbout(small(Constraint.oneOf("rack", "r2")))).isEqualTo("b");
        assertThat(askedAbout(small())).isEqualTo("a b");
    }

    @Test
    void a_machine_whose_maintenance_comes_near_fits_no_more() {
        HostOffer soon = stage.hostOffer("soon", "cpus:1;mem:4096;disk:1000", "")
                .withUnavailability(Optional.of(stage.in(Duration.ofMinutes(7))));
        stage.offer(soon);

        assertThat(askedAbout(small())).isEqualTo("soon");
        stage.pass(Duration.ofMinutes(1).plusMillis(1));
        assertThat(askedAbout(small())).isEmpty();
    }

    @Test
    void a_machine_that_changed_is_looked_at_again() {
        stage.offer("a", "cpus:1;mem:4096;disk:1000");
        stage.offer("b", "cpus:2;mem:4096;disk:1000");
        assertThat(askedAbout(small())).isEqualTo("a b");

        stage.scheduler.maintenance(new AgentId("a"), MaintenanceMode.DRAINING);
        stage.scheduler.attributesChanged(
                new AgentId("b"), HostAttributes.of("b.example", Attribute.parseAll("dedicated:www/db")));
        assertThat(askedAbout(small())).isEmpty();
    }

    @Test
    void limits_are_counted_each_time() {
        stage.offer("a", "cpus:1;mem:4096;disk:1000", "rack:r1");
        stage.offer("b", "cpus:2;mem:4096;disk:1000", "rack:r1");
        TaskConfig one = Stage.small().withConstraints(Constraint.limit("rack", 1));
        stage.submit(one, 2).tick();
        stage.answerAll().tick();
        stage.pass(Duration.ofSeconds(10));

        assertThat(stage.agents()).isEqualTo("a -");
        assertThat(stage.questions).isEmpty();
    }
}
