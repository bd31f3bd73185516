package io.tender.daemon.http.operator;

import io.tender.daemon.http.EventStream;
import io.tender.daemon.master.MasterEvent;
import io.tender.daemon.master.MasterListener;
import io.tender.mesos.Media;
import io.tender.mesos.MesosSchema;
import io.tender.mesos.RecordIo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Somebody who watches: events wait to be sent, and are then written in the form that was asked for. */
final class Watcher implements MasterListener {
    private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);

    /** What an event takes as JSON. */
    private static final int ABOUT_BYTES = 512;

    private final Media media;
    private final EventWriting writing;
    private final EventStream stream;

    Watcher(Media media, EventWriting writing, EventStream stream) {
        this.media = media;
        this.writing = writing;
        this.stream = stream;
    }

    @Override
    public void event(MasterEvent event) {
        stream.send(new Unwritten(event));
    }

    /** An event that is written when its turn comes: whoever decides is not to wait for all who watch. */
    private final class Unwritten implements EventStream.Event {
        private final MasterEvent event;

        Unwritten(MasterEvent event) {
            this.event = event;
        }

        @Override
        public int aboutBytes() {
            return event instanceof MasterEvent.TaskUpdated updated
                    ? ABOUT_BYTES + updated.status().message().length()
                    : ABOUT_BYTES;
        }

        @Override
        public byte[] bytes() {
            try {
                return record(writing.tree(event));
            } catch (RuntimeException failed) {
                LOG.error("Something that happened could not be told to somebody who watches: {}", event, failed);
                return new byte[0];
            }
        }
    }

    byte[] record(ObjectNode event) {
        return RecordIo.frame(media.write(MesosSchema.OPERATOR_EVENT, event));
    }

    EventWriting writing() {
        return writing;
    }

    EventStream stream() {
        return stream;
    }
}
