package io.tender.daemon.work;

import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.Document;
import io.tender.daemon.master.Master;
import io.tender.extender.shadow.Stops;
import io.tender.extender.shadow.TrialReport;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Keeps in the store which canaries were stopped: none decides again because the daemon was restarted. */
public final class CanaryStops {
    private static final Logger LOG = LoggerFactory.getLogger(CanaryStops.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final String KIND = "CanaryStop";

    private CanaryStops() {}

    /** Takes up those of the store, and keeps all that follow; to be called once the master has recovered. */
    public static void keep(Master master, MasterLoop loop, Stops stops) {
        TreeMap<String, Stops.Kept> known = new TreeMap<>();
        for (Document document : master.documents().all(KIND)) {
            read(document).ifPresent(kept -> known.put(document.key(), kept));
        }
        stops.recover(known, new Stops.Keeper() {
            @Override
            public void stopped(String extender, Stops.Kept kept) {
                loop.tell(told -> told.putDocument(KIND, extender, write(kept)));
            }

            @Override
            public void lifted(String extender) {
                loop.tell(told -> told.removeDocument(KIND, extender));
            }
        });
    }

    /** Forgets one on a turn of the master, so that it is durable when the turn is. */
    public static void lift(Master master, String extender) {
        master.removeDocument(KIND, extender);
    }

    private static String write(Stops.Kept kept) {
        return JSON.createObjectNode()
                .put("settings", kept.settings())
                .put("time", kept.stop().time().toString())
                .put("why", kept.stop().why())
                .toString();
    }

    private static Optional<Stops.Kept> read(Document document) {
        try {
            JsonNode in = JSON.readTree(document.json());
            return Optional.of(new Stops.Kept(
                    in.path("settings").asString(),
                    new TrialReport.Stop(
                            Instant.parse(in.path("time").asString()),
                            in.path("why").asString())));
        } catch (JacksonException | DateTimeException unreadable) {
            LOG.warn(
                    "It is kept that the canary '{}' was stopped, but not in words that are understood here: got {}; expected"
                            + " settings, time and why; to do: see whether it is to decide",
                    document.key(),
                    document.json(),
                    unreadable);
            return Optional.empty();
        }
    }
}
