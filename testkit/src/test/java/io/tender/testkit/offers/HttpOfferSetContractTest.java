package io.tender.testkit.offers;

import io.tender.extender.aurora.HttpOfferSet;
import io.tender.extender.aurora.HttpOfferSetFactory;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetFactory;
import io.tender.spi.offers.OfferSetSetup;
import io.tender.testkit.contract.OfferSetContract;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** The contract of all offer sets, kept with services of three kinds. */
class HttpOfferSetContractTest {
    private static final Pattern NAME = Pattern.compile("\"name\":(\"[^\"]*\")");

    /** The names of a request, from the last to the first. */
    private static List<String> reversed(ScriptedService.Received request) {
        List<String> names = new ArrayList<>(NAME.matcher(request.body())
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList());
        return names.reversed();
    }

    private static boolean reverse(ScriptedService.Received request, OutputStream out) throws IOException {
        return ScriptedService.json("{\"hosts\":[" + String.join(",", reversed(request)) + "]}")
                .answer(request, out);
    }

    /** Says everything twice, and names hosts that nobody asked about. */
    private static boolean rave(ScriptedService.Received request, OutputStream out) throws IOException {
        String names = String.join(",", reversed(request));
        return ScriptedService.json("{\"hosts\":[\"nobody\"," + names + ",\"nobody\"," + names + "]}")
                .answer(request, out);
    }

    /** A set and its service, both closed after each test. */
    abstract static class WithService extends OfferSetContract {
        private final ScriptedService service;
        private final List<HttpOfferSet> made = new ArrayList<>();

        WithService(ScriptedService.Conduct conduct) {
            this.service = new ScriptedService(conduct);
        }

        @Override
        protected Map<String, String> parameters() {
            return Map.of("http_offer_set_endpoint", service.endpoint(), "http_offer_set_timeout", "5secs");
        }

        @Override
        protected OfferSetFactory factory() {
            return new OfferSetFactory() {
                @Override
                public String name() {
                    return "http";
                }

                @Override
                public OfferSet create(OfferSetSetup setup) {
                    HttpOfferSet set = (HttpOfferSet) new HttpOfferSetFactory().create(setup);
                    made.add(set);
                    return set;
                }
            };
        }

        @AfterEach
        void close() {
            made.forEach(HttpOfferSet::close);
            service.close();
        }
    }

    @Nested
    class AServiceThatReverses extends WithService {
        AServiceThatReverses() {
            super(HttpOfferSetContractTest::reverse);
        }
    }

    @Nested
    class AServiceThatRaves extends WithService {
        AServiceThatRaves() {
            super(HttpOfferSetContractTest::rave);
        }
    }

    @Nested
    class AServiceThatFails extends WithService {
        AServiceThatFails() {
            super(ScriptedService.status(500, "", "out of order"));
        }
    }
}
