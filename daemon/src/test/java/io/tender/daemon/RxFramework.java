package io.tender.daemon;

import com.mesosphere.mesos.rx.java.AwaitableSubscription;
import com.mesosphere.mesos.rx.java.SinkOperation;
import com.mesosphere.mesos.rx.java.SinkOperations;
import com.mesosphere.mesos.rx.java.protobuf.ProtobufMesosClientBuilder;
import com.mesosphere.mesos.rx.java.util.UserAgentEntries;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.mesos.v1.Protos.FrameworkID;
import org.apache.mesos.v1.Protos.FrameworkInfo;
import org.apache.mesos.v1.Protos.TaskStatus;
import org.apache.mesos.v1.scheduler.Protos.Call;
import org.apache.mesos.v1.scheduler.Protos.Event;
import rx.Observable;
import rx.subjects.PublishSubject;
import rx.subjects.SerializedSubject;

/** A framework on mesos-rxjava, a client that others wrote for Mesos: its codecs, its stream, its idea of an answer. */
final class RxFramework implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final List<Event.Type> passedOver = new ArrayList<>();
    private final SerializedSubject<SinkOperation<Call>, SinkOperation<Call>> calls =
            new SerializedSubject<>(PublishSubject.create());
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final AwaitableSubscription subscription;
    private final FrameworkID id;

    private RxFramework(String address, Call subscribe) throws InterruptedException {
        subscription = ProtobufMesosClientBuilder.schedulerUsingProtos()
                .mesosUri(URI.create(address + "/api/v1/scheduler"))
                .applicationUserAgentEntry(UserAgentEntries.literal("rx-framework", "1"))
                .subscribe(subscribe)
                .processStream(this::process)
                .onBackpressureBuffer()
                .build()
                .openStream();
        Thread.ofVirtual().start(this::awaitEnd);
        id = await(Event.Type.SUBSCRIBED).getSubscribed().getFrameworkId();
    }

    /** @param earlier the id of an earlier life, if there was one */
    static RxFramework subscribe(String address, Optional<FrameworkID> earlier) throws InterruptedException {
        FrameworkInfo.Builder described = FrameworkInfo.newBuilder()
                .setUser("nobody")
                .setName("rx")
                .addRoles("rx")
                .setFailoverTimeout(3600)
                .addCapabilities(FrameworkInfo.Capability.newBuilder()
                        .setType(FrameworkInfo.Capability.Type.MULTI_ROLE)
                        .build());
        Call.Builder call = Call.newBuilder().setType(Call.Type.SUBSCRIBE);
        earlier.ifPresent(named -> {
            described.setId(named);
            call.setFrameworkId(named);
        });
        call.setSubscribe(
                Call.Subscribe.newBuilder().setFrameworkInfo(described.build()).build());
        return new RxFramework(address, call.build());
    }

    private Observable<Optional<SinkOperation<Call>>> process(Observable<Event> heard) {
        return heard.doOnNext(events::add)
                .doOnTerminate(calls::onCompleted)
                .map(event -> Optional.<SinkOperation<Call>>empty())
                .mergeWith(calls.map(Optional::of));
    }

    private void awaitEnd() {
        try {
            subscription.await();
            ended.complete(null);
        } catch (Throwable failure) { // that is what the client declares
            ended.completeExceptionally(failure);
        }
    }

    FrameworkID id() {
        return id;
    }

    /** The next event of that type; others are passed over. */
    Event await(Event.Type type) throws InterruptedException {
        return await(type, event -> true);
    }

    Event await(Event.Type type, Predicate<Event> wanted) throws InterruptedException {
        while (true) {
            Event event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (event == null) {
                throw new AssertionError("no " + type + " as wanted came, only " + passedOver);
            }
            if (event.getType() == type && wanted.test(event)) {
                return event;
            }
            passedOver.add(event.getType());
        }
    }

    /** The next update of that task with one of the states; it and those before it are acknowledged. */
    TaskStatus update(String task, String state) throws Exception {
        while (true) {
            TaskStatus status = await(Event.Type.UPDATE).getUpdate().getStatus();
            if (status.hasUuid()) {
                send(call(Call.Type.ACKNOWLEDGE)
                        .setAcknowledge(Call.Acknowledge.newBuilder()
                                .setAgentId(status.getAgentId())
                                .setTaskId(status.getTaskId())
                                .setUuid(status.getUuid())
                                .build()));
            }
            if (status.getTaskId().getValue().equals(task)
                    && status.getState().name().equals(state)) {
                return status;
            }
        }
    }

    /** A call of this framework's, to be filled. */
    Call.Builder call(Call.Type type) {
        return Call.newBuilder().setFrameworkId(id).setType(type);
    }

    /** Sends a call, and waits until the client is content with the answer; what it holds against it is thrown. */
    void send(Call.Builder call) throws ExecutionException, InterruptedException, TimeoutException {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        calls.onNext(SinkOperations.sink(call.build(), () -> answer.complete(null), answer::completeExceptionally));
        answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits until the client says that its stream has ended; it fails with what the client holds against that. */
    void awaitEndOfStream() throws ExecutionException, InterruptedException, TimeoutException {
        ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        subscription.unsubscribe();
    }
}
