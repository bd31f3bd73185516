package io.tender.extender.volcano;

import io.tender.extender.client.Ticker;

/** The extenders of one set of settings: what one of them takes from a session in vain, the others cannot take as well. */
final class Company {
    private final Ticker ticker;
    private String session = "";
    private Patience patience;

    Company(Ticker ticker) {
        this.ticker = ticker;
        this.patience = new Patience(ticker);
    }

    Patience in(String id) {
        if (!session.equals(id)) {
            session = id;
            patience = new Patience(ticker);
        }
        return patience;
    }
}
