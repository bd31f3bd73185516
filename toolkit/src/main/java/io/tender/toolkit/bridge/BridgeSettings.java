package io.tender.toolkit.bridge;

import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.kube.KubeMode;
import io.tender.extender.server.Dialect;
import io.tender.extender.volcano.ScoreRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A bridge from a scheduler of one dialect to an extender of another.
 *
 * @param from what the scheduler speaks
 * @param to what the extender speaks
 * @param extender where it is and how it is asked; its deadline is over all calls that one question takes
 * @param furtherCall how much longer a question may take for each call of it after the first
 * @param verbs of the scheduler that are wanted; none stands for all that can be translated
 * @param asked verbs that the extender has; none stands for all
 * @param mode how an extender of kube-scheduler is spoken to
 * @param scores in which range the extender's lie, if not in 0 to 100
 * @param listen where the bridge itself is reached
 */
public record BridgeSettings(
        Dialect from,
        Dialect to,
        ExtenderSettings extender,
        Duration furtherCall,
        Set<String> verbs,
        Set<String> asked,
        KubeMode mode,
        Optional<ScoreRange> scores,
        Listening listen) {

    public BridgeSettings {
        verbs = Set.copyOf(verbs);
        asked = Set.copyOf(asked);
        if (scores.isPresent() && (to == Dialect.KUBE || to == Dialect.AURORA)) {
            throw new IllegalArgumentException("A range of scores cannot be said of an extender of " + to.label()
                    + ".\n  "
                    + (to == Dialect.KUBE ? "its scores are 0 to 10" : "it answers with an order and has no scores"));
        }
    }

    /** All that can be translated, on this machine alone. */
    public static BridgeSettings of(Dialect from, Dialect to, ExtenderSettings extender) {
        return new BridgeSettings(
                from,
                to,
                extender,
                Duration.ZERO,
                Set.of(),
                Set.of(),
                KubeMode.USUAL,
                Optional.empty(),
                Listening.local(0));
    }

    public BridgeSettings serving(Set<String> wanted) {
        return new BridgeSettings(from, to, extender, furtherCall, wanted, asked, mode, scores, listen);
    }

    public BridgeSettings asking(Set<String> known) {
        return new BridgeSettings(from, to, extender, furtherCall, verbs, known, mode, scores, listen);
    }

    public BridgeSettings speaking(KubeMode kube) {
        return new BridgeSettings(from, to, extender, furtherCall, verbs, asked, kube, scores, listen);
    }

    public BridgeSettings scoring(ScoreRange range) {
        return new BridgeSettings(from, to, extender, furtherCall, verbs, asked, mode, Optional.of(range), listen);
    }

    public BridgeSettings longerForEachCall(Duration more) {
        return new BridgeSettings(from, to, extender, more, verbs, asked, mode, scores, listen);
    }

    public BridgeSettings at(Listening place) {
        return new BridgeSettings(from, to, extender, furtherCall, verbs, asked, mode, scores, place);
    }

    /**
     * Where schedulers ask, and who may.
     *
     * @param certificate with its key, for TLS
     * @param token that lets in whoever knows it, if there is one
     * @param clients the authorities and the names of client certificates that let in too
     * @param insecure whether others may reach it without TLS and token
     */
    public record Listening(
            String host,
            int port,
            Optional<Path> certificate,
            Optional<Path> key,
            Optional<String> token,
            Optional<Clients> clients,
            boolean insecure) {

        /** On this machine alone. */
        public static Listening local(int port) {
            return new Listening(
                    "127.0.0.1", port, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), false);
        }
    }

    /** Who shows a certificate of these authorities with one of these names. */
    public record Clients(Path authorities, Set<String> names) {
        public Clients {
            names = Set.copyOf(names);
        }
    }
}
