package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.services.Ordering;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class WaitingOrdersTest {
    private static final TaskConfig CONFIG = TaskConfig.of(new JobKey("r", "e", "n"), ResourceBundle.of(1, 1, 1));
    private static final OfferQuery QUERY = OfferQuery.of(1, new TaskGroupKey(CONFIG), CONFIG.request(), 1, List.of());

    private final Turns turns = new Turns();
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final WaitingOrders orders = new WaitingOrders(turns);

    private final Ordering.Answer answer = new Ordering.Answer() {
        @Override
        public void ordered(List<HostOffer> offers) {
            heard.add("ordered " + offers.size());
        }

        @Override
        public void failed(Throwable cause) {
            heard.add("failed " + cause.getMessage());
        }
    };

    private record Answering(Supplier<List<HostOffer>> how) implements OfferSet {
        @Override
        public void add(HostOffer offer) {}

        @Override
        public void remove(HostOffer offer) {}

        @Override
        public int size() {
            return 0;
        }

        @Override
        public void clear() {}

        @Override
        public Collection<HostOffer> values() {
            return List.of();
        }

        @Override
        public Iterable<HostOffer> getOrdered(OfferQuery query) {
            return how.get();
        }

        @Override
        public boolean waits() {
            return true;
        }
    }

    @Test
    void whatever_a_set_throws_becomes_an_answer() throws Exception {
        orders.ask(
                new Answering(() -> {
                    throw new AssertionError("not what I asked for");
                }),
                QUERY,
                answer);
        turns.waiting.take().run();
        assertThat(heard.take()).isEqualTo("failed not what I asked for");
        orders.ask(new Answering(List::of), QUERY, answer);
        turns.waiting.take().run();
        assertThat(heard.take()).isEqualTo("ordered 0");
    }

    @Test
    void a_set_that_does_not_come_back_is_asked_so_often_and_no_more_until_it_has() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        OfferSet stuck = new Answering(() -> {
            try {
                end.await();
            } catch (InterruptedException ended) {
                throw new IllegalStateException(ended);
            }
            return List.of();
        });
        for (int i = 0; i < WaitingOrders.MOST_OUTSTANDING; i++) {
            orders.ask(stuck, QUERY, answer);
        }
        assertThatThrownBy(() -> orders.ask(stuck, QUERY, answer))
                .hasMessageContaining("has not answered " + WaitingOrders.MOST_OUTSTANDING);
        assertThat(turns.waiting).isEmpty();
        end.countDown();
        for (int i = 0; i < WaitingOrders.MOST_OUTSTANDING; i++) {
            turns.waiting.take();
        }
        orders.ask(stuck, QUERY, answer);
        turns.waiting.take().run();
        assertThat(heard.take()).isEqualTo("ordered 0");
    }

    @Test
    void another_set_does_not_pay_for_one_that_is_stuck() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < WaitingOrders.MOST_OUTSTANDING; i++) {
            orders.ask(
                    new Answering(() -> {
                        try {
                            end.await();
                        } catch (InterruptedException ended) {
                            throw new IllegalStateException(ended);
                        }
                        return List.of();
                    }),
                    QUERY,
                    answer);
        }
        orders.ask(new Answering(List::of), QUERY, answer);
        turns.waiting.take().run();
        assertThat(heard.take()).isEqualTo("ordered 0");
        end.countDown();
    }
}
