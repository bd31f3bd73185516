package io.tender.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What can still be seen when something is wrong, which is when it is looked at. */
class FailingJournalTest {
    private final ServedMaster master = new ServedMaster();

    @AfterEach
    void close() {
        master.close();
    }

    private ServedMaster.Reply metrics() {
        return master.send(master.request("/metrics").GET().build());
    }

    private ServedMaster.Reply agents() {
        return master.call(ServedMaster.OPERATOR, "{'type': 'GET_AGENTS'}");
    }

    @Test
    void metrics_are_told_while_the_journal_fails() {
        master.cluster.add("a", "cpus:4;mem:1024");
        master.failing = true;

        ServedMaster.Reply reply = metrics();

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text()).contains("tender_agents 1.0", "tender_allocator{");
    }

    @Test
    void a_look_is_answered_and_marked_while_the_journal_fails_and_an_order_is_not() {
        master.cluster.add("a", "cpus:4;mem:1024");
        assertThat(agents().headers()).doesNotContainKey("tender-durable");
        master.failing = true;

        ServedMaster.Reply look = agents();
        assertThat(look.status()).isEqualTo(200);
        assertThat(look.json().at("/get_agents/agents/0/agent_info/id/value").asString())
                .isEqualTo("a");
        assertThat(look.headers()).containsKey("tender-durable");
        assertThat(look.headers().get("tender-durable")).containsExactly("false");

        ServedMaster.Reply order = master.call(
                ServedMaster.OPERATOR,
                "{'type': 'UPDATE_WEIGHTS', 'update_weights': {'weight_infos': [{'role': 'ads', 'weight': 2}]}}");
        assertThat(order.status()).isEqualTo(503);
        assertThat(order.text()).contains("nothing was done");
    }

    @Test
    void a_master_without_time_leaves_its_last_figures_and_says_how_old_they_are() throws InterruptedException {
        master.cluster.add("a", "cpus:4;mem:1024");
        assertThat(metrics().text()).contains("tender_agents 1.0");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        master.loop().tell(there -> {
            begun.countDown();
            await(free);
        });
        begun.await();

        ServedMaster.Reply late = metrics();
        free.countDown();

        assertThat(late.status()).isEqualTo(200);
        assertThat(late.text()).contains("tender_agents 1.0", "tender_allocator{");
        assertThat(late.text()
                        .lines()
                        .filter(line -> line.startsWith("tender_master_figures_age_seconds "))
                        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
                        .findFirst()
                        .orElseThrow())
                .isPositive();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_master_that_failed_is_not_healthy() throws InterruptedException {
        assertThat(master.ask("{'type': 'GET_HEALTH'}")
                        .at("/get_health/healthy")
                        .asBoolean())
                .isTrue();
        CountDownLatch failed = new CountDownLatch(1);
        master.loop().tell(there -> {
            throw new IllegalStateException("as a test wants it");
        });
        master.loop().host().enqueue(failed::countDown);
        failed.await();

        assertThat(master.ask("{'type': 'GET_HEALTH'}")
                        .at("/get_health/healthy")
                        .asBoolean())
                .isFalse();
        master.fatal.clear();
    }
}
