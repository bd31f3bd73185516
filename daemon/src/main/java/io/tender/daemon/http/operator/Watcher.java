package io.tender.daemon.http.operator;

import io.tender.daemon.http.EventStream;
import io.tender.daemon.master.MasterEvent;
import io.tender.daemon.master.MasterListener;
import io.tender.mesos.Media;
import io.tender.mesos.MesosSchema;
import io.tender.mesos.RecordIo;
import tools.jackson.databind.node.ObjectNode;

/** Somebody who watches: events are written in the form that was asked for, and wait to be sent. */
final class Watcher implements MasterListener {
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
        if (!stream.isClosed()) {
            stream.send(record(writing.tree(event)));
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
