package io.tender.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Prints all of a kind, or one of them, once or whenever it changes. */
final class Listing {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int PAGE = 10_000;
    private static final long SECONDS_BETWEEN = 1;

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
            JsonNode last = items(client);
            show(last);
            while (watch) {
                TimeUnit.SECONDS.sleep(SECONDS_BETWEEN);
                JsonNode now = items(client);
                if (!now.equals(last)) {
                    Printing.text(spec, System.lineSeparator());
                    show(now);
                    last = now;
                }
            }
            return ExitCode.OK;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.OK;
        }
    }

    private JsonNode items(DaemonClient client) {
        ObjectNode all = JSON.createObjectNode();
        List<JsonNode> items = new ArrayList<>();
        boolean served = kind != Kind.AGENTS && kind != Kind.FRAMEWORKS && kind != Kind.OFFERS;
        if (name.isPresent() && served) {
            items.add(client.get(kind.path(name.get())));
        } else {
            int total = 1;
            while (items.size() < total) {
                JsonNode page = client.get(kind.path() + "?limit=" + PAGE + "&offset=" + items.size());
                page.path("items").forEach(items::add);
                // What ends between two pages makes the list shorter than the first page said.
                total = page.path("items").isEmpty() ? 0 : page.path("total").asInt(0);
            }
            name.ifPresent(
                    wanted -> items.removeIf(item -> !item.path("id").asString().equals(wanted)));
            if (name.isPresent() && items.isEmpty()) {
                throw UserError.refused("There is no '" + name.get() + "' among the " + kind.word() + ".")
                        .toDo("see 'tender get " + kind.word() + "'");
            }
        }
        all.putArray("items").addAll(items);
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
