package io.tender.daemon;

import io.tender.daemon.master.TaskSpec;
import io.tender.spi.framework.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What the tasks of the schedulers beside the master run: whoever gives them work says it. Used on the master's turns. */
public final class Programs {
    private final List<Function<Launch, Optional<TaskSpec>>> sources = new ArrayList<>();

    /** @param source asked at every launch; empty for tasks that are not its own */
    public void from(Function<Launch, Optional<TaskSpec>> source) {
        sources.add(source);
    }

    TaskSpec of(Launch launch) {
        return sources.stream()
                .map(source -> source.apply(launch))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "Task '" + launch.task() + "' is launched, and nobody knows what it runs"));
    }
}
