package io.tender.cli;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Prints all of a kind, or one of them, once or whenever it changes. */
final class Listing {
    private static final JsonMapper JSON = new JsonMapper();

    private final CommandSpec spec;
    private final DaemonOptions daemon;
    private final Kind kind;
    private final Optional<String> name;

    Listing(CommandSpec spec, DaemonOptions daemon, Kind kind, Optional<String> name) {
        this.spec = spec;
        this.daemon = daemon;
        this.kind = kind;
        this.name = name;
    }

    int print(boolean watch) {
        try (DaemonClient client = daemon.client()) {
            if (watch) {
                new Following(client, Following.path(kind, name, ""), new Shown()).run();
            } else {
                show(items(client));
            }
            return ExitCode.OK;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.OK;
        }
    }

    /** Keeps what there is, and prints all of it again when something has changed; in JSON, the changes themselves. */
    private final class Shown implements Following.Listener {
        private final TreeMap<String, JsonNode> items = new TreeMap<>();
        private boolean complete;
        private boolean isNews;
        private boolean again;

        @Override
        public void begins() {
            items.clear();
            complete = false;
        }

        @Override
        public void event(String type, JsonNode event) {
            if (daemon.json()) {
                Printing.text(spec, JSON.writeValueAsString(event) + System.lineSeparator());
                return;
            }
            JsonNode item = event.path("item");
            String key =
                    item.path("framework").asString("") + "/" + item.path("id").asString("");
            switch (type) {
                case "SYNCED" -> complete = true;
                case "DELETED" -> items.remove(key);
                default -> items.put(key, item);
            }
            // After an interruption nothing may have changed.
            isNews |= !type.equals("SYNCED") || !again;
        }

        @Override
        public void rests() {
            if (complete && isNews) {
                isNews = false;
                Printing.text(
                        spec,
                        (again ? System.lineSeparator() : "")
                                + kind.table(items.values()).text());
                again = true;
            }
        }
    }

    private JsonNode items(DaemonClient client) {
        ObjectNode all = JSON.createObjectNode();
        all.putArray("items")
                .addAll(name.map(one -> List.of(kind.find(client, one))).orElseGet(() -> kind.all(client)));
        return all;
    }

    private void show(JsonNode all) {
        if (daemon.json()) {
            Printing.json(spec, all);
        } else {
            Printing.text(spec, kind.table(all.path("items")).text());
        }
    }
}
