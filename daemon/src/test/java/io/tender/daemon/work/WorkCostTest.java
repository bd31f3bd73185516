package io.tender.daemon.work;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tender.model.service.JobKey;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What grows with the number of services, measured in bytes made, which is the same on every machine. */
class WorkCostTest {
    private static final int FEW = 20;
    private static final int TIMES = 10;

    /** If it were the square of them, it would be this often as much. */
    private static final long FAR_MORE = TIMES * TIMES / 2;

    private static Workshop with(int services) {
        Workshop shop = new Workshop();
        for (int i = 0; i < services; i++) {
            shop.apply("""
                    apiVersion: tender.io/v1
                    kind: Service
                    metadata: {name: s%d}
                    spec: {role: www, instances: 2, resources: {cpu: 100m, memory: 64Mi}, command: serve}
                    """.formatted(i));
        }
        shop.settle();
        return shop;
    }

    /** The bytes that something makes, once what it loads is loaded. */
    private static long bytes(Runnable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int warm = 0; warm < 3; warm++) {
            work.run();
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void the_list_of_services_costs_what_there_is_of_them() {
        Workshop few = with(FEW);
        Workshop many = with(FEW * TIMES);

        assertThat(bytes(() -> assertThat(many.desk.views().services()).hasSize(FEW * TIMES)))
                .isLessThan(FAR_MORE
                        * bytes(() -> assertThat(few.desk.views().services()).hasSize(FEW)));
    }

    @Test
    void one_service_is_shown_without_a_look_at_the_others() {
        Workshop few = with(FEW);
        Workshop many = with(FEW * TIMES);
        DocumentId one = ServiceDocument.id(JobKey.parse("www/prod/s0"));

        assertThat(bytes(() -> assertThat(many.desk.views().find(one)).isPresent()))
                .isLessThan(
                        2 * bytes(() -> assertThat(few.desk.views().find(one)).isPresent()));
    }

    @Test
    void a_change_of_a_task_costs_the_same_however_many_services_there_are() {
        Workshop few = with(FEW);
        Workshop many = with(FEW * TIMES);

        assertThat(bytes(() -> restart(many))).isLessThan(2 * bytes(() -> restart(few)));
    }

    private static void restart(Workshop shop) {
        shop.desk.restart(JobKey.parse("www/prod/s0"), List.of(0));
        shop.settle();
    }
}
