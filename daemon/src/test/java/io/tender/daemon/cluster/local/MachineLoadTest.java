package io.tender.daemon.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.batch.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLoadTest {
    @TempDir
    private Path proc;

    private void kernelSays(String cpu, String memory) throws IOException {
        Files.writeString(proc.resolve("stat"), cpu + "\ncpu0 1 2 3\n");
        Files.writeString(proc.resolve("meminfo"), memory);
    }

    @Test
    void cpus_count_since_the_last_time_and_memory_now() throws IOException {
        MachineLoad load = new MachineLoad(proc);
        kernelSays("cpu  100 0 100 700 100 0 0 0 50 0", "MemTotal: 1000 kB\nMemFree: 1 kB\nMemAvailable: 400 kB\n");
        assertThat(load.measure(Instant.EPOCH)).isEqualTo(new Node.Usage(20, 60, Instant.EPOCH));
        kernelSays("cpu  190 0 100 705 105 0 0 0 50 0", "MemTotal: 1000 kB\nMemAvailable: 900 kB\n");
        assertThat(load.measure(Instant.EPOCH)).isEqualTo(new Node.Usage(90, 10, Instant.EPOCH));
    }

    @Test
    void what_the_kernel_does_not_say_is_not_guessed() throws IOException {
        kernelSays("cpu  100 0 100 700 100 0 0 0", "MemTotal: 1000 kB\n");
        assertThatThrownBy(() -> new MachineLoad(proc).measure(Instant.EPOCH)).hasMessageContaining("meminfo");
    }

    @Test
    void this_machine_says_it() throws IOException {
        Node.Usage usage = new MachineLoad(Path.of("/proc")).measure(Instant.EPOCH);
        assertThat(usage.cpuPercent()).isBetween(0.0, 100.0);
        assertThat(usage.memoryPercent()).isBetween(0.1, 100.0);
    }
}
