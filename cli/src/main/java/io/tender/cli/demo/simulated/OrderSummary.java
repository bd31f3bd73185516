package io.tender.cli.demo.simulated;

import java.util.Locale;
import java.util.Optional;

/**
 * How often somebody was asked to order offers, and what came of it.
 *
 * @param by where the service listens, or what there is instead
 * @param fellBack orders for which the native order had to serve
 * @param medianMillis of the answers, as the scheduler waited for them
 * @param trouble what is wrong with the service; empty if nothing is
 */
public record OrderSummary(
        String by, long asked, long answered, long fellBack, double medianMillis, Optional<String> trouble) {

    String line() {
        return String.format(
                Locale.ROOT,
                "  orders  %d asked, %d answered, %d fell back to the native order; median %.2f ms",
                asked,
                answered,
                fellBack,
                medianMillis);
    }
}
