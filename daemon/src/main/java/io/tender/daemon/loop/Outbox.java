package io.tender.daemon.loop;

import io.tender.daemon.master.Change;
import io.tender.daemon.master.ChangeCodec;
import io.tender.daemon.master.Effects;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gathers the effects of a turn, and hands them over when it has ended. */
public final class Outbox implements Effects {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

    /** Records beyond this are divided. */
    private static final int LARGE_RECORD = 1 << 20;

    private final ChangeCodec codec = new ChangeCodec();
    private final Commits commits;
    private List<Change> changes = new ArrayList<>();
    private List<Runnable> outputs = new ArrayList<>();

    public Outbox(Commits commits) {
        this.commits = commits;
    }

    @Override
    public void changed(Change change) {
        changes.add(change);
    }

    @Override
    public void afterwards(Runnable output) {
        outputs.add(output);
    }

    /** Whether the turn has had no effect so far. */
    boolean isEmpty() {
        return changes.isEmpty() && outputs.isEmpty();
    }

    /** To be called after every turn, on the same thread. */
    public void flush() {
        if (changes.isEmpty() && outputs.isEmpty()) {
            return;
        }
        List<byte[]> records = new ArrayList<>();
        encode(changes, records);
        List<Runnable> waiting = outputs;
        changes = new ArrayList<>();
        outputs = new ArrayList<>();
        commits.submit(records, () -> waiting.forEach(Outbox::run));
    }

    /** A turn may change a hundred thousand tasks: more than one record takes. They are one group all the same. */
    private void encode(List<Change> some, List<byte[]> records) {
        if (some.isEmpty()) {
            return;
        }
        byte[] record = codec.encode(some);
        if (record.length <= LARGE_RECORD || some.size() == 1) {
            records.add(record);
        } else {
            encode(some.subList(0, some.size() / 2), records);
            encode(some.subList(some.size() / 2, some.size()), records);
        }
    }

    /** One that fails must not keep the others from being told. */
    private static void run(Runnable output) {
        try {
            output.run();
        } catch (RuntimeException failed) {
            LOG.error("Something that was decided could not be told", failed);
        }
    }

    /** Drops what a turn that failed has left behind: half of a turn must not become durable. */
    public void discard() {
        changes = new ArrayList<>();
        outputs = new ArrayList<>();
    }

    List<byte[]> encode(List<Change> snapshot) {
        return codec.encodeSnapshot(snapshot);
    }
}
