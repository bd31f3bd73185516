package io.tender.cli;

import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Prints one thing, once or whenever it changes. */
final class OneThing {
    private static final JsonMapper JSON = new JsonMapper();

    private final CommandSpec spec;
    private final DaemonOptions daemon;
    private final Function<JsonNode, String> words;

    /** @param words for people */
    OneThing(CommandSpec spec, DaemonOptions daemon, Function<JsonNode, String> words) {
        this.spec = spec;
        this.daemon = daemon;
        this.words = words;
    }

    int print(Function<DaemonClient, JsonNode> question) {
        try (DaemonClient client = daemon.client()) {
            JsonNode answer = question.apply(client);
            if (daemon.json()) {
                Printing.json(spec, answer);
            } else {
                Printing.text(spec, words.apply(answer));
            }
            return ExitCode.OK;
        }
    }

    /** @param more parameters of what is watched */
    int watch(Thing thing, String more) {
        try (DaemonClient client = daemon.client()) {
            new Following(client, Following.path(thing.kind(), Optional.of(thing.name()), more), new Shown()).run();
            return ExitCode.OK;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.OK;
        }
    }

    private final class Shown implements Following.Listener {
        private String last = "";

        @Override
        public void begins() {}

        @Override
        public void event(String type, JsonNode event) {
            if (daemon.json()) {
                Printing.text(spec, JSON.writeValueAsString(event) + System.lineSeparator());
                return;
            }
            if (type.equals("SYNCED")) {
                return;
            }
            String now = type.equals("DELETED")
                    ? "It is no longer there." + System.lineSeparator()
                    : words.apply(event.path("item"));
            if (!now.equals(last)) {
                Printing.text(spec, (last.isEmpty() ? "" : System.lineSeparator()) + now);
                last = now;
            }
        }

        @Override
        public void rests() {}
    }
}
