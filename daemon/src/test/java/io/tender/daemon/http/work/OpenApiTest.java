package io.tender.daemon.http.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.Clusters;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.MasterSettings;
import io.tender.daemon.settings.Reload;
import io.tender.daemon.trace.JobTraces;
import io.tender.daemon.work.Documents;
import io.tender.daemon.work.WorkDesk;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.runtime.ActorClock;
import io.tender.spi.Chance;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class OpenApiTest {
    static WorkApi api() {
        MasterLoop loop = new MasterLoop(
                ActorClock.of(InstantSource.system()), Chance.seeded(1), (records, durable) -> {}, failure -> {}, 1);
        Clusters none = new Clusters(List.of());
        Master master = new Master(
                MasterSettings.defaults("m"),
                loop.host(),
                new HierarchicalAllocator(loop.host(), SorterKind.DRF, SorterKind.DRF),
                none,
                loop.effects());
        Documents reader = new Documents(Map.of());
        return new WorkApi(
                loop,
                new WorkDesk(master, loop.host(), reader),
                reader,
                none,
                JobTraces.NONE,
                Reload.NONE,
                new ExtenderBoard(),
                new WorkApi.Streams(Duration.ofSeconds(1), 1000, 1));
    }

    @Test
    void the_description_names_every_route_and_no_other() throws Exception {
        TreeSet<String> described = new TreeSet<>();
        try (InputStream in = WorkApi.class.getResourceAsStream("openapi.yaml")) {
            Map<?, ?> root = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromInputStream(in);
            ((Map<?, ?>) root.get("paths"))
                    .forEach((path, methods) -> ((Map<?, ?>) methods)
                            .keySet()
                            .forEach(method -> described.add(method.toString().toUpperCase(Locale.ROOT) + " " + path)));
        }

        TreeSet<String> served = new TreeSet<>();
        api().routes().forEach(route -> served.add(route.method().text() + " " + route.path()));

        assertThat(described).isEqualTo(served);
    }
}
