/** Sends spans over OTLP/HTTP; the only place that knows OpenTelemetry. */
@NullMarked
package io.tender.daemon.trace.otlp;

import org.jspecify.annotations.NullMarked;
