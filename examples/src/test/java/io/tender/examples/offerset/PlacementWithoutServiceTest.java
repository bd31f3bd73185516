package io.tender.examples.offerset;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceSettings;
import io.tender.core.services.TaskView;
import io.tender.examples.ServiceProcess;
import io.tender.extender.aurora.HttpOfferSet;
import io.tender.extender.aurora.HttpOfferSetSettings;
import io.tender.extender.client.ClientSurroundings;
import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskState;
import io.tender.testkit.ManualHost;
import io.tender.testkit.services.ServiceWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** A whole scheduler whose offers are ordered by a service in a process of its own, which is killed while it is needed. */
class PlacementWithoutServiceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Map<InstanceKey, Integer> launches = new HashMap<>();
    private int jobs;

    private static Map<String, String> settings(String endpoint) {
        return Map.of(
                "http_offer_set_endpoint", endpoint,
                "http_offer_set_timeout", "1secs",
                "http_offer_set_breaker_min_calls", "2",
                "http_offer_set_breaker_open_time", "50ms",
                "http_offer_set_breaker_max_open_time", "200ms");
    }

    private ServiceWorld world(String endpoint) {
        ServiceWorld world = new ServiceWorld(
                1,
                ServiceSettings.defaults().with("offer_order", "CPU"),
                setup -> new HttpOfferSet(
                        HttpOfferSetSettings.parse(settings(endpoint)), setup, ClientSurroundings.system(registry)),
                PlacementWithoutServiceTest::asking,
                ServiceWorld.TaskScript.RUN,
                new ServiceListener() {
                    @Override
                    public void taskChanged(TaskView task, TaskState before) {
                        if (task.state() == TaskState.ASSIGNED) {
                            launches.merge(task.instance(), 1, Integer::sum);
                        }
                    }
                });
        world.addAgent("small", "cpus:8;mem:65536;disk:100000", "");
        world.addAgent("middle", "cpus:16;mem:65536;disk:100000", "");
        world.addAgent("large", "cpus:32;mem:65536;disk:100000", "");
        return world;
    }

    /** Asks at once: the virtual clock stands still meanwhile, so a late answer is one the set itself gave up. */
    private static Ordering asking(ManualHost host) {
        return (set, query, answer) -> {
            List<HostOffer> order = new ArrayList<>();
            set.getOrdered(query).forEach(order::add);
            host.enqueue(() -> answer.ordered(order));
        };
    }

    /** Places an instance of a new job and says where. */
    private String place(ServiceWorld world) {
        JobKey job = new JobKey("www", "prod", "job" + jobs++);
        long attempts = world.scheduler().metrics().get("schedule_attempts_fired");
        world.scheduler().submit(TaskConfig.of(job, ResourceBundle.of(10, 16, 16)), 1);
        world.pass(Duration.ofSeconds(20));
        assertThat(world.scheduler().metrics().get("schedule_attempts_fired") - attempts)
                .as("attempts that %s took", job)
                .isEqualTo(1);
        return world.scheduler()
                .task(new InstanceKey(job, 0))
                .flatMap(TaskView::agent)
                .map(AgentId::value)
                .orElse("nowhere");
    }

    private double fallbacks() {
        return registry.get("http_offer_set_fallbacks").counter().count();
    }

    /** Places instances until the service is listened to; one just started may be slower than the timeout. */
    private String placeOnceItAnswers(ServiceWorld world) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        double before = fallbacks();
        String place = place(world);
        while (fallbacks() > before && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(10);
            before = fallbacks();
            place = place(world);
        }
        return place;
    }

    @Test
    void placement_goes_on_in_native_order_and_returns_to_the_services_with_nothing_lost_or_placed_twice()
            throws InterruptedException {
        surviveTheService(ServiceProcess.java(EmptiestFirst.class));
    }

    @Test
    void the_same_with_the_python_service() throws InterruptedException {
        Assumptions.assumeTrue(ServiceProcess.hasPython(), "skipped: there is no python3 on the PATH");
        surviveTheService(ServiceProcess.python("offerset/emptiest_first.py"));
    }

    private void surviveTheService(List<String> command) throws InterruptedException {
        try (ServiceProcess service = new ServiceProcess(command)) {
            ServiceWorld world = world(service.endpoint());
            world.pass(Duration.ofSeconds(2));
            assertThat(placeOnceItAnswers(world)).isEqualTo("large");

            service.kill();
            for (int i = 0; i < 5; i++) {
                double before = fallbacks();
                assertThat(place(world)).as("while the service is down").isEqualTo("small");
                assertThat(fallbacks()).isEqualTo(before + 1);
            }

            service.restart();
            assertThat(placeOnceItAnswers(world)).as("after it is back").isEqualTo("large");

            assertThat(world.scheduler().tasks())
                    .hasSize(jobs)
                    .extracting(TaskView::state)
                    .containsOnly(TaskState.RUNNING);
            assertThat(launches).hasSize(jobs);
            assertThat(launches.values()).containsOnly(1);
            assertThat(world.aliveTasks()).hasSize(jobs);
            assertThat(world.brokenPromises()).isEmpty();
            world.scheduler().close();
            assertThat(registry.getMeters())
                    .noneMatch(meter -> meter.getId().getName().startsWith("http_offer_set_"));
        }
    }
}
