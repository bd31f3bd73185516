package io.tender.toolkit.bridge;

import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.server.Dialect;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * A bridge from a scheduler of one dialect to an extender of another.
 *
 * @param from what the scheduler speaks
 * @param to what the extender speaks
 * @param extender where it is and how it is asked; its deadline is over all calls that one question takes
 * @param verbs of the scheduler that are wanted; none stands for all that can be translated
 * @param asked verbs that the extender has; none stands for all
 * @param names whether an extender of kube-scheduler knows nodes by name (nodeCacheCapable)
 * @param listen where the bridge itself is reached
 */
public record BridgeSettings(
        Dialect from,
        Dialect to,
        ExtenderSettings extender,
        Set<String> verbs,
        Set<String> asked,
        boolean names,
        Listening listen) {

    public BridgeSettings {
        verbs = Set.copyOf(verbs);
        asked = Set.copyOf(asked);
    }

    /**
     * Where schedulers ask, and who may.
     *
     * @param certificate with its key, for TLS
     * @param token that everybody must know, if there is one
     * @param insecure whether others may reach it without TLS and token
     */
    public record Listening(
            String host,
            int port,
            Optional<Path> certificate,
            Optional<Path> key,
            Optional<String> token,
            boolean insecure) {

        /** On this machine alone. */
        public static Listening local(int port) {
            return new Listening("127.0.0.1", port, Optional.empty(), Optional.empty(), Optional.empty(), false);
        }
    }
}
