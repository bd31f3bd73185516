package io.tender.core.services;

import io.tender.model.service.HostOffer;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskGroupKey;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Any question to an offer set in the shape of one about an order, for whoever only knows how to ask those elsewhere. */
final class Errand<T> implements OfferSet {
    private final OfferSet set;
    private final Function<OfferSet, T> question;
    private volatile T said;

    /** @param unasked stands for the answer of whoever is not asked after all */
    Errand(OfferSet set, Function<OfferSet, T> question, T unasked) {
        this.set = set;
        this.question = question;
        this.said = unasked;
    }

    /** Has somebody run it. */
    void send(
            Ordering ordering,
            TaskGroupKey group,
            ResourceBundle request,
            Consumer<T> answered,
            Consumer<Throwable> failed) {
        ordering.ask(this, OfferQuery.of(0, group, request, 1, List.of()), new Ordering.Answer() {
            @Override
            public void ordered(List<HostOffer> offers) {
                answered.accept(said);
            }

            @Override
            public void failed(Throwable cause) {
                failed.accept(cause);
            }
        });
    }

    @Override
    public Iterable<HostOffer> getOrdered(OfferQuery unused) {
        said = question.apply(set);
        return List.of();
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public void add(HostOffer offer) {
        set.add(offer);
    }

    @Override
    public void remove(HostOffer offer) {
        set.remove(offer);
    }

    @Override
    public int size() {
        return set.size();
    }

    @Override
    public void clear() {
        set.clear();
    }

    @Override
    public Collection<HostOffer> values() {
        return set.values();
    }
}
