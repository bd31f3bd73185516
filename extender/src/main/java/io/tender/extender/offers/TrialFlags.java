package io.tender.extender.offers;

import io.tender.extender.client.Endpoint;
import io.tender.extender.shadow.Mode;
import io.tender.extender.shadow.ShadowSettings;
import io.tender.extender.shadow.Share;
import io.tender.extender.shadow.StopRules;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether the service of an offer set decides, and how it is tried out if it does not: settings that have the same names
 * behind a prefix.
 *
 * @param shadowOf the service that decides while this one is on trial; empty for the native order
 */
public record TrialFlags(Optional<Endpoint> shadowOf, ShadowSettings trial) {
    /** Of an attempt about which a service on trial is asked; as many as an extender of batch sessions by default. */
    private static final int MOST_OFFERS = 100;

    private static final Duration HOUR = Duration.ofHours(1);

    /** @param timeout of the service's answer */
    public static TrialFlags read(SettingsReader in, String prefix, Duration timeout) {
        Optional<Endpoint> shadowOf = shadowOf(in, prefix);
        return new TrialFlags(shadowOf, trial(in, prefix, timeout, shadowOf));
    }

    private static Optional<Endpoint> shadowOf(SettingsReader in, String prefix) {
        return in.read(prefix + "shadow_of", Optional.empty(), "native, or the address of a service", text -> {
            if (text.equals("native")) {
                return Optional.of(Optional.empty());
            }
            try {
                return Optional.of(Optional.of(Endpoint.parse(text)));
            } catch (IllegalArgumentException noAddress) {
                return Optional.empty();
            }
        });
    }

    private static ShadowSettings trial(
            SettingsReader in, String prefix, Duration timeout, Optional<Endpoint> shadowOf) {
        Mode mode = in.choice(prefix + "mode", Mode.DECIDE, Mode.values());
        Optional<Share> share = share(in, prefix + "canary_share");
        if (mode == Mode.DECIDE && shadowOf.isPresent()) {
            in.problem(prefix + "shadow_of", "a service beside " + prefix + "mode decide", "mode shadow or canary");
        }
        if ((mode == Mode.CANARY) != share.isPresent()) {
            in.problem(
                    prefix + "canary_share",
                    share.map(Share::toString).orElse("nothing") + " beside " + prefix + "mode " + mode,
                    mode == Mode.CANARY ? Share.EXPECTED : prefix + "mode canary");
        }
        int window = in.count(prefix + "canary_stop_window", 200, 1, 10_000);
        StopRules stop = new StopRules(
                window,
                in.count(prefix + "canary_stop_min_answers", Math.min(20, window), 1, window),
                share(in, prefix + "canary_stop_disagreement").orElse(new Share(5_000)),
                share(in, prefix + "canary_stop_errors").orElse(new Share(1_000)),
                in.duration(prefix + "canary_stop_latency", timeout.dividedBy(2), Duration.ofNanos(1), HOUR));
        return new ShadowSettings(
                mode,
                shadowOf.map(Endpoint::toString).or(() -> Optional.of("native order")),
                share.orElse(Share.NONE),
                stop,
                // Each question costs an attempt a look at all offers: none is prepared while another waits.
                in.count(prefix + "shadow_queue", 1, 1, 10_000),
                MOST_OFFERS,
                in.count(prefix + "shadow_examples", 20, 0, 1_000));
    }

    private static Optional<Share> share(SettingsReader in, String name) {
        return in.read(
                name,
                Optional.empty(),
                Share.EXPECTED,
                text -> Share.parse(text).map(Optional::of));
    }
}
