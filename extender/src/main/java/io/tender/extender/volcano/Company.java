package io.tender.extender.volcano;

import io.tender.extender.client.Ticker;
import java.time.Duration;

/** The extenders of one set of settings: what one of them takes from a session in vain, the others cannot take as well. */
final class Company {
    private final Ticker ticker;
    private Duration most = Duration.ZERO;
    private String session = "";
    private Patience patience;

    Company(Ticker ticker) {
        this.ticker = ticker;
        this.patience = new Patience(most, ticker);
    }

    /** @param budget what a session has for the one that joins; that of the slowest is had for all that is in vain */
    void join(Duration budget) {
        most = budget.compareTo(most) > 0 ? budget : most;
    }

    Patience in(String id) {
        if (!session.equals(id)) {
            session = id;
            patience = new Patience(most, ticker);
        }
        return patience;
    }
}
