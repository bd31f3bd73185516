package io.tender.extender.volcano;

import io.tender.extender.kube.KubeMode;
import java.util.Set;

/**
 * What only the dialect of kube-scheduler has to be told.
 *
 * @param filtersByList whether its verdict about a node depends on the other nodes asked about, or on what it knows itself
 * @param ignored resources that the scheduler's own check of room leaves to it
 */
record KubeSettings(KubeMode mode, boolean filtersByList, Set<String> ignored) {
    static final KubeSettings NONE = new KubeSettings(KubeMode.USUAL, false, Set.of());

    KubeSettings {
        ignored = Set.copyOf(ignored);
    }
}
