package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.cluster.ClusterListener;
import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/**
 * A daemon to be killed: orders the tasks 0 to n - 1 that it has not heard the end of, and keeps each end in a file before it
 * acknowledges it, as the master does with its journal.
 */
final class CrashingDaemon {
    private CrashingDaemon() {}

    /** Every third task is killed soon; the others end in different ways, some with processes left behind. */
    static String line(int number, Path runs) {
        String once = "echo run >> '" + runs.resolve(Integer.toString(number)) + "'; ";
        return once
                + switch (number % 5) {
                    case 0 -> "exit 0";
                    case 1 -> "sleep 0.05; exit 3";
                    case 2 -> "sleep 1000";
                    case 3 -> "sleep 1000 & setsid sleep 1000 & exit 0";
                    default -> "trap '' TERM; sleep 0.2; exit 0";
                };
    }

    static boolean isKilled(int number) {
        return number % 5 == 2;
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        int count = Integer.parseInt(args[1]);
        String mark = args[2];
        Path ends = folder.resolve("ends");
        Set<Integer> over = new HashSet<>();
        if (Files.exists(ends)) {
            for (String line : Files.readAllLines(ends)) {
                over.add(Integer.parseInt(line.substring(0, line.indexOf(' '))));
            }
        }
        LocalCluster cluster = LocalCluster.open(
                LocalSettings.in(folder.resolve("work")).withResources(Resources.parse("cpus:100;mem:100000")),
                InstantSource.system());
        List<TaskOrder> left = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            if (!over.contains(number)) {
                Command command = new Command(
                        true,
                        List.of(line(number, folder.resolve("runs"))),
                        new TreeMap<>(Map.of("CRASH_MARK", mark)),
                        "");
                left.add(new TaskOrder(
                        LocalFixture.key(Integer.toString(number)),
                        "task",
                        cluster.info().id(),
                        Resources.parse("cpus:0.1"),
                        command,
                        new TreeMap<>(),
                        Duration.ofMillis(100),
                        Optional.empty(),
                        new TreeMap<>()));
            }
        }
        CountDownLatch done = new CountDownLatch(left.size());
        cluster.start(new Ends(cluster, ends, over, done), left);
        for (TaskOrder order : left) {
            cluster.launch(order);
            if (isKilled(Integer.parseInt(order.key().task().value()))) {
                cluster.kill(order.agent(), order.key(), order.grace());
            }
        }
        Files.writeString(folder.resolve("ordered"), "");
        done.await();
        cluster.close();
    }

    private record Ends(LocalCluster cluster, Path file, Set<Integer> over, CountDownLatch done)
            implements ClusterListener {
        @Override
        public void joined(AgentReport agent) {
            // the tasks in it are told one by one as well
        }

        @Override
        public void unreachable(AgentId agent, String why) {
            throw new IllegalStateException(why);
        }

        @Override
        public void left(AgentId agent, String why) {
            throw new IllegalStateException(why);
        }

        @Override
        public void report(TaskReport report) {
            if (report.state().isTerminal()) {
                int number = Integer.parseInt(report.key().task().value());
                if (over.add(number)) {
                    try {
                        Files.writeString(
                                file,
                                number + " " + report.state() + " " + report.message() + "\n",
                                StandardOpenOption.CREATE,
                                StandardOpenOption.APPEND);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    done.countDown();
                }
            }
            cluster.acknowledge(report.agent(), report.key(), report.uuid());
        }
    }
}
