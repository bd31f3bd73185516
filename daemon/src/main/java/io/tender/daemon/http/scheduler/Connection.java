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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** The stream of events to one framework: encodes them as it asked for, and knows the id that its calls have to repeat. */
final class Connection implements FrameworkSink {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    /** What an event takes as JSON; an offer takes twice as much. */
    private static final int ABOUT_BYTES = 512;

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
        stream.send(new Unwritten(event));
    }

    /** An event that is written when its turn comes: those of a thousand frameworks are not to wait for each other. */
    private final class Unwritten implements EventStream.Event {
        private final FrameworkEvent event;

        Unwritten(FrameworkEvent event) {
            this.event = event;
        }

        @Override
        public int aboutBytes() {
            return switch (event) {
                case FrameworkEvent.Offers offers ->
                    ABOUT_BYTES * (1 + 2 * offers.offers().size());
                case FrameworkEvent.Message message ->
                    ABOUT_BYTES + message.base64().length();
                default -> ABOUT_BYTES;
            };
        }

        @Override
        public byte[] bytes() {
            try {
                return record(writing.tree(event));
            } catch (RuntimeException failed) {
                // The others are told all the same; statuses are said again.
                LOG.error("Something that was decided could not be told: {}", event, failed);
                return new byte[0];
            }
        }
    }

    /** The framework may not subscribe: it hears why, and that is all it hears. */
    void refuse(String why) {
        stream.send(record(SchedulerEvents.error(why)));
        stream.close(why);
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
