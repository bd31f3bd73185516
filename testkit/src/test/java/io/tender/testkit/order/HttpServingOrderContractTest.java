package io.tender.testkit.order;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.sorter.HttpServingOrderFactory;
import io.tender.spi.order.ServingOrderFactory;
import io.tender.testkit.contract.ServingOrderContract;
import io.tender.testkit.hostile.HostileServer;
import io.tender.testkit.hostile.Misbehaviour;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** The contract of all serving orders, kept with services of three kinds. */
class HttpServingOrderContractTest {

    private static ServingOrderFactory http() {
        return new HttpServingOrderFactory(ClientSurroundings.system(new SimpleMeterRegistry()));
    }

    @Nested
    class AServiceThatAnswers extends ServingOrderContract {
        private final SorterService service;

        AServiceThatAnswers() throws IOException {
            service = new SorterService("{\"roles\":[\"b\",\"a\"]}");
        }

        @Override
        protected ServingOrderFactory factory() {
            return http();
        }

        @Override
        protected Map<String, String> parameters() {
            return Map.of("endpoint", service.url());
        }

        @AfterEach
        void close() {
            service.close();
        }
    }

    @Nested
    class AServiceThatHangs extends ServingOrderContract {
        private final HostileServer service = HostileServer.start(Misbehaviour.ACCEPT_AND_HANG);

        @Override
        protected ServingOrderFactory factory() {
            return http();
        }

        @Override
        protected Map<String, String> parameters() {
            return Map.of("endpoint", service.url());
        }

        @AfterEach
        void close() {
            service.close();
        }
    }

    @Nested
    class NobodyThere extends ServingOrderContract {
        @Override
        protected ServingOrderFactory factory() {
            return http();
        }

        @Override
        protected Map<String, String> parameters() {
            return Map.of("endpoint", "http://127.0.0.1:1/v1/sort");
        }
    }
}
