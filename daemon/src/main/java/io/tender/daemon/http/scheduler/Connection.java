package io.tender.daemon.http.scheduler;

import io.tender.daemon.http.EventStream;
import io.tender.daemon.master.FrameworkEvent;
import io.tender.daemon.master.FrameworkSink;
import io.tender.mesos.Media;
import io.tender.mesos.MesosSchema;
import io.tender.mesos.RecordIo;
import io.tender.mesos.SchedulerEvents;
import io.tender.model.FrameworkId;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** The stream of events to one framework: encodes them as it asked for, and knows the id that its calls have to repeat. */
final class Connection implements FrameworkSink {
    private final UUID streamId = UUID.randomUUID();
    private final String caller;
    private final Media media;
    private final EventWriting writing;
    private final EventStream stream;
    private final Connections connections;
    private volatile Optional<FrameworkId> framework = Optional.empty();

    Connection(String caller, Media media, EventWriting writing, EventStream stream, Connections connections) {
        this.caller = caller;
        this.media = media;
        this.writing = writing;
        this.stream = stream;
        this.connections = connections;
    }

    @Override
    public void event(FrameworkEvent event) {
        if (event instanceof FrameworkEvent.Subscribed subscribed) {
            framework = Optional.of(subscribed.framework());
            connections.opened(subscribed.framework(), this);
        }
        send(writing.tree(event));
    }

    /** The framework may not subscribe: it hears why, and that is all it hears. */
    void refuse(String why) {
        send(SchedulerEvents.error(why));
        stream.close(why);
    }

    private void send(ObjectNode event) {
        stream.send(record(event));
    }

    private byte[] record(ObjectNode event) {
        return RecordIo.frame(media.write(MesosSchema.SCHEDULER_EVENT, event));
    }

    byte[] heartbeat() {
        return record(SchedulerEvents.heartbeat());
    }

    @Override
    public void close() {
        stream.close("the master ended it");
    }

    String streamId() {
        return streamId.toString();
    }

    String caller() {
        return caller;
    }

    EventStream stream() {
        return stream;
    }

    /** Known once the subscription was accepted. */
    Optional<FrameworkId> framework() {
        return framework;
    }
}
