package io.tender.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What can be listed, and which columns people see of it. */
enum Kind {
    JOBS(
            2,
            "NAME=/id",
            "PHASE=/status/state/phase",
            "QUEUE=/status/queue",
            "TASKS=/status/tasks",
            "RUNNING=/status/running",
            "SUCCEEDED=/status/succeeded",
            "FAILED=/status/failed",
            "CREATED=/status/created"),
    QUEUES(1, "NAME=/id", "WEIGHT=/spec/weight", "STATE=/status/state", "UNFINISHED=/status/unfinished"),
    PODGROUPS(2, "NAME=/id", "MIN=/spec/minMember", "QUEUE=/spec/queue"),
    SERVICES(
            3,
            "NAME=/id",
            "INSTANCES=/status/instances",
            "RUNNING=/status/running",
            "WAITING=/status/waiting",
            "UPDATE=/status/update/state"),
    TASKS(2, "FRAMEWORK=/framework", "ID=/id", "STATE=/state", "AGENT=/agent", "LAUNCHED=/launched"),
    AGENTS(1, "ID=/id", "HOST=/hostname", "STATE=/state", "TOTAL=/total", "USED=/used"),
    FRAMEWORKS(1, "ID=/id", "NAME=/name", "ROLES=/roles", "CONNECTED=/connected", "ACTIVE=/active", "USED=/used"),
    OFFERS(1, "ID=/id", "FRAMEWORK=/framework", "ROLE=/role", "HOST=/hostname", "RESOURCES=/resources");

    private final int parts;
    private final String columns;

    Kind(int parts, String... columns) {
        this.parts = parts;
        this.columns = String.join(" ", columns);
    }

    /** The kind a person means by a word such as job, jobs or Job. */
    static Kind of(String word) {
        String plain = word.toUpperCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> kind.name().equals(plain) || kind.name().equals(plain + "S"))
                .findFirst()
                .orElseThrow(() -> UserError.usage("There is no kind '" + word + "'.")
                        .known(Arrays.stream(values()).map(Kind::word).toList()));
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String path() {
        return "/v1/" + word();
    }

    /** Where one of them is. A job or pod group without a namespace is in that called default. */
    String path(String name) {
        String full = parts == 2 && this != TASKS && name.indexOf('/') < 0 ? "default/" + name : name;
        List<String> given = List.of(full.split("/", -1));
        if (given.size() != parts || given.contains("")) {
            throw UserError.usage("'" + name + "' is no name of " + word() + ".")
                    .expected(
                            switch (this) {
                                case JOBS, PODGROUPS -> "a name, or namespace/name";
                                case SERVICES -> "role/environment/name";
                                case TASKS -> "framework/id";
                                default -> "a name without '/'";
                            });
        }
        return path()
                + given.stream().map(part -> "/" + DaemonClient.part(part)).collect(Collectors.joining());
    }

    TextTable table(Iterable<JsonNode> items) {
        List<String> shown = List.of(columns.split(" ", -1));
        TextTable table = new TextTable(shown.stream()
                .map(column -> column.substring(0, column.indexOf('=')))
                .toList());
        for (JsonNode item : items) {
            List<String> row = new ArrayList<>();
            for (String column : shown) {
                row.add(text(item.at(column.substring(column.indexOf('=') + 1))));
            }
            table.add(row);
        }
        return table;
    }

    private static String text(JsonNode value) {
        if (value.isArray()) {
            List<String> words = new ArrayList<>();
            value.forEach(word -> words.add(word.asString()));
            return String.join(",", words);
        }
        return value.isMissingNode() || value.isNull() ? "-" : value.asString();
    }
}
