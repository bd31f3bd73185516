package io.tender.core.batch;

import io.tender.spi.batch.Contest;
import io.tender.spi.batch.Evictable;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Witness;
import java.util.List;
import java.util.function.Consumer;

/** Tells those who only look on what was decided. Whatever they do, nothing is decided otherwise. */
final class Witnesses {
    private final Choir choir;
    private final List<Voice<Witness>> voices;

    Witnesses(Choir choir) {
        this.choir = choir;
        this.voices = choir.of(HookKind.WITNESS);
    }

    boolean areThere() {
        return !voices.isEmpty();
    }

    /** Those who would see how the search for this task's node ends. */
    List<Voice<Witness>> wanting(SessionTask task) {
        return voices.isEmpty()
                ? List.of()
                : voices.stream().filter(voice -> wants(voice, task)).toList();
    }

    private boolean wants(Voice<Witness> voice, SessionTask task) {
        try {
            return voice.hook().wantsContest(task);
        } catch (RuntimeException thrown) {
            choir.fault(voice, HookKind.WITNESS, thrown);
            return false;
        }
    }

    void contest(List<Voice<Witness>> wanting, Contest contest) {
        wanting.forEach(voice -> tell(voice, witness -> witness.contest(contest)));
    }

    void eviction(
            HookKind<Evictable> kind, SessionTask evictor, List<SessionTask> evictees, List<SessionTask> victims) {
        if (!voices.isEmpty() && !evictees.isEmpty()) {
            List<TaskView> asked = List.copyOf(evictees);
            List<TaskView> going = List.copyOf(victims);
            voices.forEach(voice -> tell(voice, witness -> witness.eviction(kind, evictor, asked, going)));
        }
    }

    void admission(SessionJob job, boolean admitted) {
        voices.forEach(voice -> tell(voice, witness -> witness.admission(job, admitted)));
    }

    void readiness(SessionJob job, boolean ready) {
        voices.forEach(voice -> tell(voice, witness -> witness.readiness(job, ready)));
    }

    void turn(SessionQueue queue, boolean mayGoOn) {
        voices.forEach(voice -> tell(voice, witness -> witness.turn(queue, mayGoOn)));
    }

    private void tell(Voice<Witness> voice, Consumer<Witness> what) {
        try {
            what.accept(voice.hook());
        } catch (RuntimeException thrown) {
            choir.fault(voice, HookKind.WITNESS, thrown);
        }
    }
}
