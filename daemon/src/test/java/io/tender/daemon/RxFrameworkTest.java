package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mesosphere.mesos.rx.java.AwaitableSubscription;
import com.mesosphere.mesos.rx.java.Mesos4xxException;
import com.mesosphere.mesos.rx.java.SinkOperations;
import com.mesosphere.mesos.rx.java.protobuf.ProtobufMesosClientBuilder;
import com.mesosphere.mesos.rx.java.protobuf.SchedulerCalls;
import com.mesosphere.mesos.rx.java.util.UserAgentEntries;
import io.tender.daemon.journal.JournalException;
import io.tender.daemon.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.mesos.v1.Protos.CommandInfo;
import org.apache.mesos.v1.Protos.Filters;
import org.apache.mesos.v1.Protos.FrameworkID;
import org.apache.mesos.v1.Protos.Offer;
import org.apache.mesos.v1.Protos.OfferID;
import org.apache.mesos.v1.Protos.Resource;
import org.apache.mesos.v1.Protos.TaskID;
import org.apache.mesos.v1.Protos.TaskInfo;
import org.apache.mesos.v1.Protos.TaskStatus;
import org.apache.mesos.v1.Protos.Value;
import org.apache.mesos.v1.scheduler.Protos.Call;
import org.apache.mesos.v1.scheduler.Protos.Event;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rx.Observable;

/** The daemon as a scheduler sees it that was written for Mesos, on a client that was written for Mesos. */
class RxFrameworkTest {
    private static final String SETTINGS = """
            listen: 127.0.0.1:0
            store: store
            heartbeat: 2secs
            agents:
              local: {enabled: false}
              simulated:
                agents: [{count: 2, name: "sim-{n}", resources: "cpus:4;mem:4096"}]
                tasks: {runsFor: 10hrs, startTakes: 1ms}
            """;

    @TempDir
    private Path folder;

    private Daemon daemon;

    @BeforeEach
    void start() throws JournalException, IOException {
        daemon = Daemon.start(Settings.read("tender.yaml", SETTINGS, folder, Settings.Given.NOTHING), "1.0");
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    private RxFramework subscribe() throws InterruptedException {
        return RxFramework.subscribe(daemon.address(), Optional.empty());
    }

    private static Resource scalar(String name, double value) {
        return Resource.newBuilder()
                .setName(name)
                .setType(Value.Type.SCALAR)
                .setScalar(Value.Scalar.newBuilder().setValue(value).build())
                .setAllocationInfo(
                        Resource.AllocationInfo.newBuilder().setRole("rx").build())
                .build();
    }

    private static TaskInfo task(String name, Offer offer) {
        return TaskInfo.newBuilder()
                .setName(name)
                .setTaskId(taskId(name))
                .setAgentId(offer.getAgentId())
                .setCommand(CommandInfo.newBuilder().setValue("sleep 1000").build())
                .addResources(scalar("cpus", 0.5))
                .addResources(scalar("mem", 64))
                .build();
    }

    private static TaskID taskId(String name) {
        return TaskID.newBuilder().setValue(name).build();
    }

    private static void launch(RxFramework framework, Offer offer, String... names) throws Exception {
        Offer.Operation.Launch.Builder tasks = Offer.Operation.Launch.newBuilder();
        for (String name : names) {
            tasks.addTaskInfos(task(name, offer));
        }
        framework.send(framework
                .call(Call.Type.ACCEPT)
                .setAccept(Call.Accept.newBuilder()
                        .addOfferIds(offer.getId())
                        .addOperations(Offer.Operation.newBuilder()
                                .setType(Offer.Operation.Type.LAUNCH)
                                .setLaunch(tasks.build())
                                .build())
                        .setFilters(Filters.newBuilder().setRefuseSeconds(0.1).build())
                        .build()));
    }

    private static void kill(RxFramework framework, String name) throws Exception {
        framework.send(framework
                .call(Call.Type.KILL)
                .setKill(Call.Kill.newBuilder().setTaskId(taskId(name)).build()));
    }

    private static Offer offer(RxFramework framework) throws InterruptedException {
        return framework.await(Event.Type.OFFERS).getOffers().getOffers(0);
    }

    @Test
    void launches_acknowledges_and_kills() throws Exception {
        try (RxFramework framework = subscribe()) {
            Offer offer = offer(framework);
            assertThat(offer.getAllocationInfo().getRole()).isEqualTo("rx");
            launch(framework, offer, "t-1", "t-2");

            TaskStatus running = framework.update("t-1", "TASK_RUNNING");
            assertThat(running.getAgentId()).isEqualTo(offer.getAgentId());
            assertThat(running.getUuid().size()).isEqualTo(16);
            kill(framework, "t-1");
            assertThat(framework.update("t-1", "TASK_KILLED").getSource()).isEqualTo(TaskStatus.Source.SOURCE_EXECUTOR);
            framework.await(Event.Type.HEARTBEAT);
        }
    }

    @Test
    void is_offered_again_what_it_declines() throws Exception {
        try (RxFramework framework = subscribe()) {
            Offer declined = offer(framework);
            framework.send(framework
                    .call(Call.Type.DECLINE)
                    .setDecline(Call.Decline.newBuilder()
                            .addOfferIds(declined.getId())
                            .setFilters(Filters.newBuilder().setRefuseSeconds(0).build())
                            .build()));

            Event again = framework.await(
                    Event.Type.OFFERS,
                    event -> event.getOffers().getOffersList().stream()
                            .anyMatch(offer -> offer.getAgentId().equals(declined.getAgentId())));
            assertThat(again.getOffers().getOffersList())
                    .noneMatch(offer -> offer.getId().equals(declined.getId()));
        }
    }

    @Test
    void reconciles_what_it_knows_and_what_it_does_not() throws Exception {
        try (RxFramework framework = subscribe()) {
            launch(framework, offer(framework), "t-1");
            framework.update("t-1", "TASK_RUNNING");

            framework.send(framework
                    .call(Call.Type.RECONCILE)
                    .setReconcile(Call.Reconcile.newBuilder().build()));
            TaskStatus known = framework.update("t-1", "TASK_RUNNING");
            assertThat(known.hasUuid()).isFalse();
            assertThat(known.getReason()).isEqualTo(TaskStatus.Reason.REASON_RECONCILIATION);

            framework.send(framework
                    .call(Call.Type.RECONCILE)
                    .setReconcile(Call.Reconcile.newBuilder()
                            .addTasks(Call.Reconcile.Task.newBuilder()
                                    .setTaskId(taskId("never"))
                                    .build())
                            .build()));
            assertThat(framework.update("never", "TASK_LOST").getReason())
                    .isEqualTo(TaskStatus.Reason.REASON_RECONCILIATION);
        }
    }

    @Test
    void another_takes_its_place_and_ends_it() throws Exception {
        try (RxFramework first = subscribe()) {
            launch(first, offer(first), "t-1");
            first.update("t-1", "TASK_RUNNING");
            try (RxFramework second = RxFramework.subscribe(daemon.address(), Optional.of(first.id()))) {
                assertThat(second.id()).isEqualTo(first.id());
                first.awaitEndOfStream();

                kill(second, "t-1");
                second.update("t-1", "TASK_KILLED");
                second.send(second.call(Call.Type.TEARDOWN));
                second.awaitEndOfStream();
            }
        }
        assertThat(daemon.loop().ask(master -> master.view().frameworks()).get())
                .noneMatch(framework -> framework.subscription().name().equals("rx"));
    }

    @Test
    void hears_with_a_status_that_a_call_makes_no_sense() throws Exception {
        try (RxFramework framework = subscribe()) {
            Call.Builder toNobody = framework
                    .call(Call.Type.ACKNOWLEDGE)
                    .setFrameworkId(FrameworkID.newBuilder().setValue("nobody").build());
            toNobody.setAcknowledge(Call.Acknowledge.newBuilder()
                    .setAgentId(offer(framework).getAgentId())
                    .setTaskId(taskId("t"))
                    .setUuid(com.google.protobuf.ByteString.copyFrom(new byte[16]))
                    .build());

            assertThatThrownBy(() -> framework.send(toNobody))
                    .cause()
                    .isInstanceOfSatisfying(
                            Mesos4xxException.class,
                            refused -> assertThat(refused.getContext().getStatusCode())
                                    .isEqualTo(400));
        }
    }

    @Test
    void an_offer_that_is_gone_loses_the_task_and_not_the_client() throws Exception {
        try (RxFramework framework = subscribe()) {
            Offer offer = offer(framework);
            Offer gone = offer.toBuilder()
                    .setId(OfferID.newBuilder().setValue("gone").build())
                    .build();
            launch(framework, gone, "t-1");

            TaskStatus lost = framework.update("t-1", "TASK_LOST");
            assertThat(lost.getReason()).isIn(List.of(TaskStatus.Reason.REASON_INVALID_OFFERS));
            launch(framework, offer, "t-2");
            framework.update("t-2", "TASK_RUNNING");
        }
    }

    /** As docs/frameworks.md has it. */
    @Test
    void the_example_of_the_documentation_declines_what_it_is_offered() throws Exception {
        FrameworkID id = FrameworkID.newBuilder().setValue("decliner-1").build();
        CountDownLatch declined = new CountDownLatch(1);
        AwaitableSubscription stream = ProtobufMesosClientBuilder.schedulerUsingProtos()
                .mesosUri(URI.create(daemon.address() + "/api/v1/scheduler"))
                .applicationUserAgentEntry(UserAgentEntries.literal("decliner", "1"))
                .subscribe(SchedulerCalls.subscribe(id, "me", "decliner", 60))
                .processStream(events -> events.filter(event -> event.getType() == Event.Type.OFFERS)
                        .flatMap(event -> Observable.from(event.getOffers().getOffersList()))
                        .map(offer -> Optional.of(SinkOperations.sink(
                                SchedulerCalls.decline(id, List.of(offer.getId())), declined::countDown))))
                .build()
                .openStream();
        try {
            assertThat(declined.await(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            stream.unsubscribe();
        }
    }
}
