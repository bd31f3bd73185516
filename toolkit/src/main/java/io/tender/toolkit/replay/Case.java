package io.tender.toolkit.replay;

import io.tender.extender.client.RecordedExchange;
import io.tender.extender.compare.AskedQuestion;
import io.tender.extender.compare.Decision;

/**
 * A recorded question that can be compared.
 *
 * @param path of the address it was sent to
 * @param decision what was answered then
 */
record Case(Entry.Place place, AskedQuestion question, String path, RecordedExchange exchange, Decision decision) {}
