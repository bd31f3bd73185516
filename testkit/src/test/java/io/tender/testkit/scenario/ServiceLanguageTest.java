package io.tender.testkit.scenario;

import static io.tender.testkit.scenario.ServiceLanguage.by;
import static io.tender.testkit.scenario.ServiceLanguage.failing;
import static io.tender.testkit.scenario.ServiceLanguage.order;
import static io.tender.testkit.scenario.ServiceLanguage.saying;
import static io.tender.testkit.scenario.ServiceLanguage.services;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.services.UpdateSettings;
import io.tender.model.service.Constraint;
import io.tender.model.service.TaskState;
import io.tender.model.service.Tier;
import io.tender.testkit.scenario.step.Conduct;
import io.tender.testkit.scenario.step.ServiceExpectation.Why;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The words for service schedulers in Java. */
class ServiceLanguageTest {

    private static final String FOUR = "cpus:4 mem:1024 disk:1024";

    @Test
    void a_service_orders_the_offers_until_it_is_down() {
        try (ServiceLanguage scenario = services()
                .setting("offer_order", "CPU")
                .setting("offer_set_module", "http")
                .setting("http_offer_set_max_retries", "0")) {
            scenario.agent("a1", "cpus:2 mem:1024 disk:1024")
                    .agent("a2", FOUR)
                    .agent("a3", "cpus:8 mem:1024 disk:1024")
                    .service(order("a2", "a1"), by(Conduct.Rule.MOST_FREE_CPUS))
                    .job("www/prod/one", 1)
                    .expectPlaced("www/prod/one/0", "a2")
                    .job("www/prod/two", 1)
                    .expectPlaced("www/prod/two/0", "a3")
                    .expectRequests(2)
                    .serviceDown()
                    .job("www/prod/three", 1)
                    .expectPlaced("www/prod/three/0", "a1")
                    .expectMetric("http_offer_set_failures", "1")
                    .serviceBack()
                    .service(saying(200, "{\"hosts\":[\"a3\"]}"), failing(Conduct.Failure.CLOSE))
                    .advance(Duration.ofSeconds(6))
                    .job("www/prod/four", 1)
                    .expectPlaced("www/prod/four/0", "a3")
                    .end();
        }
    }

    @Test
    void jobs_are_killed_scaled_restarted_and_updated() {
        services()
                .setting("offer_order", "CPU")
                .seed(7)
                .agent("a1", FOUR, "rack:r1")
                .agent("a2", FOUR, "rack:r2")
                .job(
                        "www/prod/web",
                        3,
                        job -> job.withConstraints(Constraint.limit("rack", 1))
                                .withTask("cpus:1;mem:64;disk:64")
                                .withTier(Tier.PREFERRED)
                                .withPriority(3))
                .expectPlaced("www/prod/web/0", "a1", "www/prod/web/1", "a2")
                .expectPending("www/prod/web/2", "No offers")
                .scale("www/prod/web", 2)
                .expectState("www/prod/web", "RUNNING")
                .restart("www/prod/web/0")
                .expectEnding(Why.RESTARTED, "www/prod/web/0")
                .advance(Duration.ofSeconds(10))
                .expectPlaced("www/prod/web/0", "a1")
                .updateJob(
                        "www/prod/web",
                        job -> job.withMetadata("version", "2"),
                        UpdateSettings.defaults().watching(1_000))
                .expectEnding(Why.KILLED, "www/prod/web/0")
                .steps("- abort update: www/prod/web")
                .advance(Duration.ofMinutes(6))
                .expectPlaced("www/prod/web/0", "a1")
                .report("www/prod/web/1", TaskState.FINISHED)
                .expectPlaced("www/prod/web/1", "a2")
                .kill("www/prod/web")
                .expectEnding(Why.KILLED, "www/prod/web/0..1")
                .removeAgent("a2")
                .expectState("www/prod/web/1", "gone")
                .expectNothingPlaced()
                .end();
    }

    @Test
    void it_fails_on_its_own_line() {
        assertThatThrownBy(() ->
                        services().agent("a1", FOUR).job("www/prod/web", 1).end())
                .isInstanceOf(ScenarioFailedError.class)
                .hasMessageContaining("ServiceLanguageTest.java:")
                .hasMessageContaining("placed www/prod/web/0: a1");
        services().lenient().agent("a1", FOUR).job("www/prod/web", 1).end();
    }

    @Test
    void it_is_set_up_before_it_begins() {
        assertThatThrownBy(() -> services().agent("a1", FOUR).setting("offer_order", "CPU"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has begun");
    }
}
