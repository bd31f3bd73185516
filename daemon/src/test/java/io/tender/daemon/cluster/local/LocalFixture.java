package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.Heard;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.service.TaskId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A local agent that is closed and opened again on the same folder, as a daemon that is restarted does. */
final class LocalFixture implements AutoCloseable {
    private final LocalSettings settings;
    private Heard heard = new Heard();
    private LocalCluster cluster;

    LocalFixture(LocalSettings settings) {
        this.settings = settings.resources().isPresent()
                ? settings
                : settings.withResources(Resources.parse("cpus:4;mem:4096;disk:10000;ports:[31000-31100]"));
        this.cluster = opened();
    }

    private LocalCluster opened() {
        try {
            return LocalCluster.open(settings, InstantSource.system());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    LocalFixture start(TaskOrder... known) {
        cluster.start(heard, List.of(known));
        heard.awaitJoined();
        return this;
    }

    /** The daemon ends and starts again; what was heard before is forgotten. */
    void restart(TaskOrder... known) {
        cluster.close();
        reopen(known);
    }

    void reopen(TaskOrder... known) {
        heard = new Heard();
        cluster = opened();
        start(known);
    }

    Heard heard() {
        return heard;
    }

    LocalCluster cluster() {
        return cluster;
    }

    static TaskKey key(String id) {
        return new TaskKey(new FrameworkId("framework"), new TaskId(id));
    }

    TaskOrder order(String id, Command command) {
        return order(id, command, "cpus:0.1;mem:64", new TreeMap<>());
    }

    TaskOrder order(String id, Command command, String resources, SortedMap<String, Integer> ports) {
        return new TaskOrder(
                key(id),
                id,
                cluster.info().id(),
                Resources.parse(resources),
                command,
                ports,
                Duration.ofSeconds(5),
                Optional.empty(),
                new TreeMap<>());
    }

    TaskOrder launch(String id, String line) {
        TaskOrder order = order(id, Command.shell(line));
        cluster.launch(order);
        return order;
    }

    void kill(String id, Duration grace) {
        cluster.kill(cluster.info().id(), key(id), grace);
    }

    TaskFolder folder(String id) {
        return new TaskFolder(settings.work().resolve("tasks/framework/" + id));
    }

    String stdout(String id) {
        return output(id, "stdout");
    }

    String output(String id, String stream) {
        try {
            return cluster.output(cluster.info().id(), key(id), stream, 0, 1_000_000)
                    .map(output -> new String(output.bytes(), StandardCharsets.UTF_8))
                    .orElse("");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    void awaitOutput(String id, String text) {
        Heard.until("'" + text + "' from " + id, () -> stdout(id).contains(text));
    }

    Started.Runs runs(String id) {
        try {
            return (Started.Runs) folder(id).readStarted().orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Ends whatever a test left, then the agent. */
    @Override
    public void close() {
        cluster.close();
        ProcessTable processes = new ProcessTable();
        try (WorkFolder work = WorkFolder.open(settings.work())) {
            for (TaskFolder folder : work.taskFolders()) {
                if (folder.readStarted().orElse(new Started.Never()) instanceof Started.Runs runs) {
                    processes.end(runs.supervisor(), true);
                    Heard.until("the end of all processes", () -> {
                        List<ProcessId> left = processes.treeOf(runs);
                        left.forEach(process -> processes.end(process, true));
                        return left.isEmpty();
                    });
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
