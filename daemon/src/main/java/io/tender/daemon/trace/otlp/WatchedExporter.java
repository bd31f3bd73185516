package io.tender.daemon.trace.otlp;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what was sent and what was lost, and says once when a collector fails and once when it is back. */
final class WatchedExporter implements SpanExporter {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedExporter.class);

    private final SpanExporter exporter;
    private final String place;
    private final Counter sent;
    private final Counter lost;
    private final AtomicBoolean failing = new AtomicBoolean();

    WatchedExporter(SpanExporter exporter, String place, MeterRegistry registry) {
        this.exporter = exporter;
        this.place = place;
        this.sent = counter(registry, "sent");
        this.lost = counter(registry, "lost");
    }

    private static Counter counter(MeterRegistry registry, String outcome) {
        return Counter.builder("tender.tracing.spans")
                .description("spans that were given to the collector, or could not be")
                .tag("outcome", outcome)
                .register(registry);
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        int count = spans.size();
        CompletableResultCode result = exporter.export(spans);
        return result.whenComplete(() -> tell(result.isSuccess(), count));
    }

    private void tell(boolean success, int count) {
        (success ? sent : lost).increment(count);
        if (failing.getAndSet(!success) == success) {
            if (success) {
                LOG.info("the collector of traces at {} takes spans again", place);
            } else {
                LOG.warn("the collector of traces at {} takes no spans; they are dropped, and nothing else", place);
            }
        }
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
