package io.tender.extender.shadow;

import java.util.Optional;

/**
 * An extender that is in use.
 *
 * @param kind what it is asked by: {@code batch} sessions, {@code services} or the {@code allocator}
 * @param url where it listens, without a query
 * @param breaker whether it is asked at present: closed, half-open or open
 * @param trial if it is a shadow or a canary
 */
public record ExtenderReport(String name, String kind, String url, String breaker, Optional<TrialReport> trial) {}
