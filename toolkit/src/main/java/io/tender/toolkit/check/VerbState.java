package io.tender.toolkit.check;

import io.tender.extender.client.Verb;

/**
 * Whether a verb is asked about, and how that is known.
 *
 * @param path below the service's address
 * @param reason in words, such as "found by asking"
 */
public record VerbState(Verb verb, String path, boolean asked, String reason) {}
