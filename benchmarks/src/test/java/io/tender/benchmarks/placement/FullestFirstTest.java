package io.tender.benchmarks.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FullestFirstTest {
    private record Host(String name, double cpus) {}

    private static String text(double cpus) {
        return cpus == Math.rint(cpus) ? Long.toString((long) cpus) : Double.toString(cpus);
    }

    @Test
    void hosts_are_ordered_as_a_stable_sort_by_cpus_would() {
        Random random = new Random(1);
        FullestFirst service = new FullestFirst();
        for (int size : new int[] {0, 1, 2, 1_500, 40}) {
            List<Host> hosts = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                hosts.add(new Host("agent-" + i, random.nextInt(320) / 8.0));
            }
            String request = hosts.stream()
                    .map(host -> "{\"name\":\"" + host.name() + "\",\"offer\":{\"cpu\":" + text(host.cpus())
                            + ",\"memory\":1,\"disk\":2.5}}")
                    .collect(Collectors.joining(",", "{\"jobKey\":\"j\",\"request\":{\"cpu\":1},\"hosts\":[", "]}"));
            byte[] bytes = ("head" + request).getBytes(StandardCharsets.UTF_8);
            String expected = hosts.stream()
                    .sorted(Comparator.comparingDouble(Host::cpus))
                    .map(host -> "\"" + host.name() + "\"")
                    .collect(Collectors.joining(",", "{\"error\":\"\",\"hosts\":[", "]}"));

            assertThat(text(service.answer(bytes, 4, bytes.length))).isEqualTo(expected);
            byte[] room = new byte[bytes.length + 100];
            int filled = 4;
            while (filled < bytes.length) {
                int more = Math.min(bytes.length - filled, 1 + random.nextInt(5_000));
                System.arraycopy(bytes, filled, room, filled, more);
                filled += more;
                service.arriving(room, 4, filled);
            }
            assertThat(text(service.answer(room, 4, filled)))
                    .as("begun while the request was arriving")
                    .isEqualTo(expected);
        }
    }

    private static String text(ByteBuffer answer) {
        return StandardCharsets.UTF_8.decode(answer).toString();
    }
}
