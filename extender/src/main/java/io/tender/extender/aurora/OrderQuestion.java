package io.tender.extender.aurora;

import io.tender.extender.client.Call;
import io.tender.extender.client.ExtenderFailure;
import io.tender.extender.client.JsonTolerance;
import io.tender.extender.client.Verb;
import io.tender.spi.offers.OfferQuery;

/** Puts the question in which order offers are to be tried. */
final class OrderQuestion {
    static final Verb VERB = new Verb("offerset");

    private final Compat compat;
    private final WireForm form;
    private final HeldOffers held;

    OrderQuestion(Compat compat) {
        this.compat = compat;
        this.form = WireForm.of(compat);
        this.held = new HeldOffers(form);
    }

    HeldOffers held() {
        return held;
    }

    /** @param start a reading of the clock, which the oldest form tells */
    Call<Ranking> about(OfferQuery query, EncodedOffers encoded, long start) {
        boolean quirks = compat.isAurora();
        byte[] beginning = form.beginning(query.group().job(), query.request(), start);
        HostNames names = encoded.names();
        Call<Ranking> call = Call.post(
                        VERB,
                        new OrderRequest(beginning, encoded, names::prepare),
                        new OrderAnswerReader(names, quirks))
                .contentType(form.contentType())
                .about(query.group().job().toString())
                .safeToRepeat()
                .repeatedOnlyAfter(OrderQuestion::isConnectionFailure);
        // The reader itself notices the one key that must not come twice.
        return quirks
                ? call.tolerating(
                        JsonTolerance.TRAILING_COMMA, JsonTolerance.DUPLICATE_KEYS, JsonTolerance.TRAILING_CONTENT)
                : call.tolerating(JsonTolerance.TRAILING_COMMA, JsonTolerance.DUPLICATE_KEYS);
    }

    /** The settings promise repetitions for these and no others: with these the service has not been heard yet. */
    private static boolean isConnectionFailure(ExtenderFailure failure) {
        return failure instanceof ExtenderFailure.Refused
                || failure instanceof ExtenderFailure.Unreachable
                || failure instanceof ExtenderFailure.UnknownHost
                || failure instanceof ExtenderFailure.Reset;
    }
}
