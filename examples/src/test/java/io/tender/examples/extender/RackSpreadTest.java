package io.tender.examples.extender;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.batch.framework.Sessions;
import io.tender.examples.ServiceProcess;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.server.Agent;
import io.tender.extender.server.Verdict;
import io.tender.extender.volcano.ExtenderPluginFactory;
import io.tender.model.AgentId;
import io.tender.model.Attribute;
import io.tender.model.Filters;
import io.tender.model.Resources;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.SchedulerConf;
import io.tender.spi.framework.Launch;
import io.tender.spi.framework.Master;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The example extenders, each in a process of its own that is killed while gangs are placed. */
class RackSpreadTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MACHINES = 6;
    private static final BatchSettings SETTINGS =
            BatchSettings.steady(Duration.ofSeconds(1), Duration.ofHours(1), Duration.ofSeconds(1), 110);

    /** A scheduler with six machines in three racks, whose master does what it is asked. */
    private static final class World implements Master, AutoCloseable {
        final ManualHost host = new ManualHost(1);
        final Map<TaskId, AgentId> launched = new TreeMap<>();
        final Map<OfferId, HostOffer> open = new TreeMap<>();
        final BatchEngine engine;
        final BatchScheduler scheduler;
        private int offers;
        private int jobs;

        World(String endpoint, boolean ignorable) {
            String conf = SchedulerConf.USUAL + """
                      - name: extender
                        arguments:
                          extender.urlPrefix: "%s"
                          extender.httpTimeout: 2s
                          extender.ignorable: %s
                          extender.weight: 10
                          extender.breaker.openTime: 50ms
                          extender.breaker.maxOpenTime: 200ms
                          extender.batchPredicateVerb: batchPredicate
                          extender.prioritizeVerb: prioritize
                          extender.allocateFuncVerb: allocateFunc
                          extender.deallocateFuncVerb: deallocateFunc
                          extender.commitVerb: commit
                          extender.abortVerb: abort
                    """.formatted(endpoint, ignorable);
            BatchPlugins plugins = BatchPlugins.builtIn()
                    .with(new ExtenderPluginFactory(ClientSurroundings.system(new SimpleMeterRegistry())));
            engine = SchedulerConf.read("test.yaml", conf, 1, plugins).engine();
            scheduler =
                    new BatchScheduler("test", host, this, Sessions.atOnce(() -> engine), SETTINGS, BatchListener.NONE);
            scheduler.cluster().putQueue(Queue.builder(Queue.DEFAULT).build());
        }

        private static AgentId machine(int number) {
            return new AgentId("m" + number);
        }

        static String rack(AgentId machine) {
            return "rack-" + (machine.value().charAt(1) - '0') % 3;
        }

        private void offer(AgentId machine, Resources resources) {
            HostOffer offer = new HostOffer(
                    new OfferId("offer-" + offers++),
                    machine,
                    machine.value(),
                    resources,
                    HostAttributes.of(machine.value(), List.of(Attribute.text("rack", rack(machine)))),
                    MaintenanceMode.NONE,
                    Optional.empty());
            open.put(offer.id(), offer);
            host.enqueue(() -> scheduler.offers(List.of(offer)));
        }

        /** Submits a gang on machines that are offered anew. */
        JobId submit(int tasks) {
            JobId id = new JobId("default", "gang" + jobs++);
            TaskTemplate template = TaskTemplate.builder("worker", ResourceList.parse("cpu=1 memory=1Gi"))
                    .labels(Map.of("spread", id.name()))
                    .build();
            List<Task> members = new ArrayList<>();
            for (int i = 0; i < tasks; i++) {
                String name = id.name() + "-" + i;
                members.add(new Task(new TaskId(name), name, i, template, Instant.EPOCH));
            }
            host.enqueue(() -> scheduler.submit(Job.builder(id).tasks(members).build()));
            host.settle();
            for (int i = 0; i < MACHINES; i++) {
                offer(machine(i), Resources.parse("cpus:16;mem:65536"));
            }
            host.settle();
            return id;
        }

        void session() {
            host.advance(Duration.ofSeconds(1));
        }

        /** Where the tasks of a gang were launched, each once. */
        List<AgentId> placesOf(JobId job) {
            return launched.entrySet().stream()
                    .filter(task -> task.getKey().value().startsWith(job.name() + "-"))
                    .map(Map.Entry::getValue)
                    .toList();
        }

        @Override
        public void accept(List<OfferId> accepted, List<Launch> launches, Filters filters) {
            accepted.forEach(offer -> assertThat(open.remove(offer)).isNotNull());
            for (Launch launch : launches) {
                String task = launch.task().value().replaceAll("\\.\\d+$", "");
                assertThat(launched.put(new TaskId(task), launch.agent()))
                        .as("task %s is placed once", task)
                        .isNull();
            }
        }

        @Override
        public void decline(List<OfferId> declined, Filters filters) {
            declined.forEach(open::remove);
        }

        @Override
        public void suppress() {}

        @Override
        public void revive() {}

        @Override
        public void kill(TaskId task) {
            throw new IllegalStateException("nobody asked to end " + task);
        }

        @Override
        public void reconcile(List<TaskId> tasks) {}

        @Override
        public void acceptInverseOffer(AgentId agent) {}

        @Override
        public void close() {
            scheduler.close();
            engine.close();
        }
    }

    private static boolean isSpread(List<AgentId> places) {
        Map<String, Integer> racks = new TreeMap<>();
        places.forEach(place -> racks.merge(World.rack(place), 1, Integer::sum));
        return racks.size() == 3 && racks.values().stream().allMatch(count -> count == 2);
    }

    /** Submits gangs until one is spread as the extender has it; one just started may be slower than the timeout. */
    private static void obeysInTheEnd(World world) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<AgentId> places = List.of();
        while (!isSpread(places) && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(10);
            JobId job = world.submit(6);
            world.session();
            places = world.placesOf(job);
            assertThat(places).as("%s is placed whole", job).hasSize(6);
        }
        assertThat(isSpread(places)).isTrue();
    }

    private static void goOnWithout(List<String> command) throws InterruptedException {
        try (ServiceProcess service = new ServiceProcess(command);
                World world = new World(service.endpoint(), true)) {
            obeysInTheEnd(world);

            service.kill();
            for (int i = 0; i < 3; i++) {
                JobId job = world.submit(14);
                world.session();
                assertThat(world.placesOf(job))
                        .as("more than two on a machine, which the extender would not have")
                        .hasSize(14);
            }
            service.restart();
            obeysInTheEnd(world);
        }
    }

    private static void waitFor(List<String> command) throws InterruptedException {
        try (ServiceProcess service = new ServiceProcess(command);
                World world = new World(service.endpoint(), false)) {
            service.kill();
            JobId job = world.submit(6);
            world.session();
            assertThat(world.launched).isEmpty();
            assertThat(world.scheduler.why(job).orElseThrow().fits().values())
                    .as("why it waits can be seen")
                    .anySatisfy(errors -> assertThat(errors.toString()).contains("extender"));

            service.restart();
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (world.placesOf(job).isEmpty() && System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(10);
                world.offer(World.machine(0), Resources.parse("cpus:1;mem:1024"));
                world.session();
            }
            assertThat(world.placesOf(job)).hasSize(6);
        }
    }

    @Test
    void gangs_go_on_without_the_java_extender_and_come_back_to_it() throws InterruptedException {
        goOnWithout(ServiceProcess.java(RackSpreadService.class));
    }

    @Test
    void gangs_go_on_without_the_python_extender_and_come_back_to_it() throws InterruptedException {
        Assumptions.assumeTrue(ServiceProcess.hasPython(), "skipped: there is no python3 on the PATH");
        goOnWithout(ServiceProcess.python("extender/rack_spread.py"));
    }

    @Test
    void gangs_wait_for_an_extender_that_must_not_be_left_out() throws InterruptedException {
        waitFor(ServiceProcess.java(RackSpreadService.class));
    }

    @Test
    void the_policy_is_tested_without_a_network() {
        RackSpread policy = new RackSpread(2);
        io.tender.extender.server.Task member =
                io.tender.extender.server.Task.of("default", "t1", "u1").labelled(Map.of("spread", "g"));
        io.tender.extender.server.Task other =
                io.tender.extender.server.Task.of("default", "t2", "u2").labelled(Map.of("spread", "g"));
        Agent full = Agent.named("n1").labelled(Map.of("rack", "a")).running(List.of(member, other));
        Agent empty = Agent.named("n2").labelled(Map.of("rack", "b"));

        assertThat(policy.predicate(member, full))
                .isEqualTo(Verdict.notNow("there are 2 tasks of 'g' on the machine already"));
        assertThat(policy.predicate(member, empty)).isEqualTo(Verdict.fits());
        assertThat(policy.predicate(member.labelled(Map.of()), full)).isEqualTo(Verdict.fits());
        assertThat(policy.prioritize(member, List.of(full, empty)).asMap()).isEqualTo(Map.of("n1", 100.0, "n2", 100.0));
        assertThat(policy.allocated(member.on("n1"))).isEmpty();
        assertThat(policy.prioritize(member, List.of(full, empty)).asMap()).isEqualTo(Map.of("n1", 50.0, "n2", 100.0));
        policy.deallocated(member);
        assertThat(policy.prioritize(member, List.of(full)).asMap()).isEqualTo(Map.of("n1", 100.0));
    }
}
