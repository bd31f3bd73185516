package io.tender.extender.client;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records exchanges of a client in files. A disk that is slow or full costs records, never a call. */
final class FileRecorder implements ExchangeRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(FileRecorder.class);

    private final RecordingSettings settings;
    private final RecordingWriter writer;

    FileRecorder(ExtenderName extender, RecordingSettings settings) {
        this.settings = settings;
        this.writer = new RecordingWriter(
                extender.value(), settings, trouble -> LOG.warn("Extender '{}': {}", extender, trouble));
    }

    @Override
    public int bodyBytes() {
        return settings.bodyBytes();
    }

    /** Exchanges that were not written. */
    long dropped() {
        return writer.dropped();
    }

    @Override
    public void record(Exchange exchange) {
        long weight = exchange.request().weight() + (long) exchange.answer().weight();
        writer.record(weight, () -> ExchangeLine.of(exchange));
    }

    @Override
    public void close() {
        writer.close();
    }
}
