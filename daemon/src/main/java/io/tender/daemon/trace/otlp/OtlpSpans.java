package io.tender.daemon.trace.otlp;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.tender.daemon.settings.TracingChoice;
import io.tender.daemon.trace.Spans;
import io.tender.extender.client.TraceParent;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Spans that are sent to a collector, in batches, by a thread of their own. */
public final class OtlpSpans implements Spans {
    /** What the library says of a collector that fails, {@link WatchedExporter} says better. */
    private static final java.util.logging.Logger LIBRARY = java.util.logging.Logger.getLogger("io.opentelemetry");

    private static final int MOST_IN_A_BATCH = 512;
    private static final int MOST_ATTRIBUTES = 32;
    private static final int LONGEST_ATTRIBUTE = 256;

    /** A daemon that ends does not wait longer for a collector that may be gone. */
    private static final long SECONDS_TO_END = 2;

    private final SdkTracerProvider provider;
    private final Tracer tracer;

    /** @param version of the program */
    public OtlpSpans(TracingChoice choice, String version, MeterRegistry registry) {
        LIBRARY.setLevel(java.util.logging.Level.OFF);
        var exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(choice.endpoint().toString())
                .setTimeout(choice.timeout())
                .setConnectTimeout(choice.timeout());
        choice.headers().forEach(exporter::addHeader);
        WatchedExporter watched = new WatchedExporter(exporter.build(), choice.place(), registry);
        provider = SdkTracerProvider.builder()
                .setResource(Resource.create(Attributes.of(
                        AttributeKey.stringKey("service.name"),
                        choice.serviceName(),
                        AttributeKey.stringKey("service.version"),
                        version)))
                // Whoever asked for a job says whether its trace is wanted; without a word it is.
                .setSampler(Sampler.parentBased(Sampler.alwaysOn()))
                .setSpanLimits(SpanLimits.builder()
                        .setMaxNumberOfAttributes(MOST_ATTRIBUTES)
                        .setMaxAttributeValueLength(LONGEST_ATTRIBUTE)
                        .build())
                .addSpanProcessor(BatchSpanProcessor.builder(watched)
                        .setMaxQueueSize(choice.queue())
                        .setMaxExportBatchSize(Math.min(MOST_IN_A_BATCH, choice.queue()))
                        .setScheduleDelay(choice.delay())
                        .setExporterTimeout(choice.timeout())
                        .build())
                .build();
        tracer = provider.tracerBuilder("io.tender")
                .setInstrumentationVersion(version)
                .build();
    }

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public io.tender.daemon.trace.Span begin(
            String name, Kind kind, Instant at, Optional<TraceParent> parent, Optional<TraceParent> link) {
        SpanBuilder builder = tracer.spanBuilder(name)
                .setSpanKind(SpanKind.valueOf(kind.name()))
                .setStartTimestamp(at);
        builder.setParent(
                parent.map(step -> Context.root().with(Span.wrap(remote(step)))).orElse(Context.root()));
        link.ifPresent(step -> builder.addLink(remote(step)));
        return new Begun(builder.startSpan());
    }

    private static SpanContext remote(TraceParent step) {
        return SpanContext.createFromRemoteParent(
                step.traceId(),
                step.spanId(),
                step.sampled() ? TraceFlags.getSampled() : TraceFlags.getDefault(),
                TraceState.getDefault());
    }

    @Override
    public void close() {
        provider.shutdown().join(SECONDS_TO_END, TimeUnit.SECONDS);
    }

    /** A span of the library's. */
    private record Begun(Span span) implements io.tender.daemon.trace.Span {
        @Override
        public TraceParent context() {
            SpanContext context = span.getSpanContext();
            return new TraceParent(context.getTraceId(), context.getSpanId(), context.isSampled());
        }

        @Override
        public io.tender.daemon.trace.Span with(String key, String value) {
            span.setAttribute(key, value);
            return this;
        }

        @Override
        public io.tender.daemon.trace.Span with(String key, long value) {
            span.setAttribute(key, value);
            return this;
        }

        @Override
        public io.tender.daemon.trace.Span event(String name, Instant at) {
            span.addEvent(name, at);
            return this;
        }

        @Override
        public io.tender.daemon.trace.Span failed(String why) {
            span.setStatus(StatusCode.ERROR, why);
            return this;
        }

        @Override
        public void end(Instant at) {
            span.end(at);
        }
    }
}
