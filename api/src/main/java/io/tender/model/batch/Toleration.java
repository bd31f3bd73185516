package io.tender.model.batch;

import java.util.Optional;

/**
 * Taints a task does not mind.
 *
 * @param key the taint's key; empty, with {@code exists}, stands for every taint
 * @param exists whether any value will do
 * @param effect the taint's effect; none stands for each
 */
public record Toleration(String key, boolean exists, String value, Optional<Taint.Effect> effect) {

    public boolean tolerates(Taint taint) {
        boolean sameEffect = effect.isEmpty() || effect.get() == taint.effect();
        boolean sameKey = key.isEmpty() ? exists : key.equals(taint.key());
        return sameEffect && sameKey && (exists || value.equals(taint.value()));
    }
}
