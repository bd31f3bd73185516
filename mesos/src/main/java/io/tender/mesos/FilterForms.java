package io.tender.mesos;

import io.tender.model.Filters;

/** Filters out of calls that accept or decline. */
public final class FilterForms {
    private FilterForms() {}

    /** The filters in the field {@code filters}; without it, or without its length, the usual five seconds. */
    public static Filters filters(Message call) {
        return call.optional("filters")
                .map(filters -> new Filters(filters.number("refuse_seconds")))
                .orElseGet(Filters::unspecified);
    }
}
