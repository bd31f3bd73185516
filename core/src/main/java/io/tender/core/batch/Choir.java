package io.tender.core.batch;

import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.SessionView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** All hooks of a session, kind by kind, in the order of the tiers and of the plugins in them. */
final class Choir {
    /** A plugin that always throws would fill the memory with saying so. */
    private static final int MOST_FAULTS = 100;

    private final Map<HookKind<?>, List<Voice<?>>> voices = new HashMap<>();
    private final List<Fault> faults;
    private final Consumer<Fault> listener;

    private Choir(List<Fault> faults, Consumer<Fault> listener) {
        this.faults = faults;
        this.listener = listener;
    }

    /** Opens every plugin; one that throws is left out of the session, and said to be. */
    static Choir open(List<List<SeatedPlugin>> tiers, SessionView session, List<Fault> faults) {
        Choir choir = new Choir(faults, fault -> {
            if (faults.size() < MOST_FAULTS) {
                faults.add(fault);
            }
        });
        for (int tier = 0; tier < tiers.size(); tier++) {
            for (SeatedPlugin seated : tiers.get(tier)) {
                choir.seat(seated, tier, session);
            }
        }
        return choir;
    }

    private void seat(SeatedPlugin seated, int tier, SessionView session) {
        Hooks hooks;
        try {
            hooks = Objects.requireNonNull(seated.plugin().open(session), "no hooks");
        } catch (RuntimeException thrown) {
            listener.accept(Fault.of(seated.name(), "open", thrown));
            return;
        }
        for (HookKind<?> kind : HookKind.all()) {
            for (Object hook : seated.isOn(kind) ? hooks.of(kind) : hooks.firmOf(kind)) {
                voices.computeIfAbsent(kind, unused -> new ArrayList<>()).add(new Voice<>(seated.name(), tier, hook));
            }
        }
    }

    /** All voices of one kind. */
    @SuppressWarnings("unchecked") // a kind is only ever a key of voices of its own type
    <H> List<Voice<H>> of(HookKind<H> kind) {
        return (List<Voice<H>>) (List<?>) voices.getOrDefault(kind, List.of());
    }

    /** The voices of one kind, tier by tier; tiers without any are left out. */
    <H> List<List<Voice<H>>> tiersOf(HookKind<H> kind) {
        Map<Integer, List<Voice<H>>> tiers = new LinkedHashMap<>();
        for (Voice<H> voice : of(kind)) {
            tiers.computeIfAbsent(voice.tier(), unused -> new ArrayList<>()).add(voice);
        }
        return List.copyOf(tiers.values());
    }

    void fault(Voice<?> voice, HookKind<?> kind, RuntimeException thrown) {
        listener.accept(Fault.of(voice, kind, thrown));
    }

    List<Fault> faults() {
        return faults;
    }

    /** Tells every plugin that the session is over, whatever happened in it. */
    void close(List<List<SeatedPlugin>> tiers, SessionView session) {
        for (List<SeatedPlugin> tier : tiers) {
            for (SeatedPlugin seated : tier) {
                BatchPlugin plugin = seated.plugin();
                try {
                    plugin.sessionClosed(session);
                } catch (RuntimeException thrown) {
                    listener.accept(Fault.of(seated.name(), "sessionClosed", thrown));
                }
            }
        }
    }
}
