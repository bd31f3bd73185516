package io.tender.model.batch;

import io.tender.model.BrokenRule;
import java.util.Optional;

/**
 * Which taints of an agent are meant.
 *
 * @param effect empty: whatever their effect
 */
public record TaintName(String key, Optional<Taint.Effect> effect) {

    /** Reads {@code gpu}, or {@code gpu:NoSchedule} for one of several. */
    public static TaintName parse(String text) {
        if (text.indexOf(':') < 0
                && text.indexOf('=') < 0
                && Taint.isOne(text + ":" + Taint.Effect.NO_SCHEDULE.word())) {
            return new TaintName(text.trim(), Optional.empty());
        }
        if (text.indexOf('=') >= 0 || !Taint.isOne(text)) {
            throw BrokenRule.of(
                    "This names no taint.",
                    "'" + text + "'",
                    "key or key:Effect, such as gpu or gpu:NoSchedule",
                    "correct it, and leave the value out");
        }
        Taint taint = Taint.parse(text);
        return new TaintName(taint.key(), Optional.of(taint.effect()));
    }

    /** Whether that is one of them. */
    public boolean means(Taint taint) {
        return key.equals(taint.key())
                && effect.map(one -> one == taint.effect()).orElse(true);
    }

    @Override
    public String toString() {
        return key + effect.map(one -> ":" + one.word()).orElse("");
    }
}
