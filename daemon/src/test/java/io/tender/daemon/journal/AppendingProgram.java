package io.tender.daemon.journal;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** A process of its own that appends until it is killed, and prints the number of each submission that is durable. */
final class AppendingProgram {
    private AppendingProgram() {}

    public static void main(String[] arguments) throws Exception {
        try (Journal journal = FileJournal.open(Path.of(arguments[0]), 20_000)) {
            Journal.Recovered recovered = journal.recover();
            GroupCommit commit =
                    new GroupCommit(journal, InstantSource.system(), new SimpleMeterRegistry(), failure -> {
                        throw new IllegalStateException(failure);
                    });
            long[] last = {recovered.last()};
            SnapshotPolicy policy = new SnapshotPolicy(500, Long.MAX_VALUE);
            // The state is the number of the last record.
            Snapshots snapshots =
                    new Snapshots(commit, policy, recovered, () -> List.of(Samples.bytes(Long.toString(last[0]))));
            print("ready " + last[0]);
            while (true) {
                List<byte[]> records = new ArrayList<>(Samples.records(last[0] + 1, 1 + (int) (last[0] % 5)));
                last[0] += records.size();
                long durable = last[0];
                snapshots.submit(records, () -> print("durable " + durable));
            }
        }
    }

    private static void print(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
