package io.tender.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
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
    HYPERNODES(1, "NAME=/id", "TIER=/spec/tier", "TIER-NAME=/spec/tierName"),
    RESOURCEQUOTAS(2, "NAME=/id", "HARD=/spec/hard"),
    PODDISRUPTIONBUDGETS(2, "NAME=/id", "MIN-AVAILABLE=/spec/minAvailable", "MAX-UNAVAILABLE=/spec/maxUnavailable"),
    PRIORITYCLASSES(1, "NAME=/id", "VALUE=/value", "DEFAULT=/globalDefault", "FROM=/status/source"),
    TASKS(2, "FRAMEWORK=/framework", "ID=/id", "STATE=/state", "AGENT=/agent", "LAUNCHED=/launched"),
    AGENTS(1, "ID=/id", "HOST=/hostname", "STATE=/state", "TOTAL=/total", "USED=/used", "TAINTS=/taints"),
    FRAMEWORKS(1, "ID=/id", "NAME=/name", "ROLES=/roles", "CONNECTED=/connected", "ACTIVE=/active", "USED=/used"),
    OFFERS(1, "ID=/id", "FRAMEWORK=/framework", "ROLE=/role", "HOST=/hostname", "RESOURCES=/resources"),
    EXTENDERS(
            1,
            "NAME=/id",
            "ASKED-BY=/kind",
            "MODE=/mode",
            "STATE=/state",
            "BREAKER=/breaker",
            "AGREEMENT=/agreement:share",
            "RANK-CORRELATION=/rankCorrelation:correlation",
            "SAME-WINNER=/sameWinner",
            "OTHER-WINNER=/otherWinner",
            "FAILED=/failed",
            "P95-MS=/latencyMillis/p95:tenths");

    private static final int PAGE = 10_000;
    private static final Pattern INSTANT = Pattern.compile("^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\.\\d+Z$");

    private final int parts;
    private final String columns;

    /** @param columns each a title, where its value is and, for numbers people would not read as they are, their form */
    Kind(int parts, String... columns) {
        this.parts = parts;
        this.columns = String.join(" ", columns);
    }

    /** The kind a person means by a word such as job, jobs or Job. */
    static Kind of(String word) {
        String plain = word.toUpperCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> List.of(plain, plain + "S", plain + "ES").contains(kind.name()))
                .findFirst()
                .orElseThrow(() -> UserError.usage("There is no kind '" + word + "'.")
                        .known(Arrays.stream(values()).map(Kind::word).toList())
                        .toDo("name one of these kinds first: 'job NAME' or 'job/NAME'"));
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String path() {
        return "/v1/" + word();
    }

    /** The whole name of one of them. A job, pod group, quota or budget without a namespace is in that called default. */
    String id(String name) {
        String full = parts == 2 && this != TASKS && name.indexOf('/') < 0 ? "default/" + name : name;
        List<String> given = List.of(full.split("/", -1));
        if (given.size() != parts || given.contains("")) {
            throw UserError.usage("'" + name + "' is no name of " + word() + ".")
                    .expected(
                            switch (this) {
                                case JOBS, PODGROUPS, RESOURCEQUOTAS, PODDISRUPTIONBUDGETS ->
                                    "a name, or namespace/name";
                                case SERVICES -> "role/environment/name";
                                case TASKS -> "framework/id";
                                default -> "a name without '/'";
                            })
                    .toDo("see 'tender get " + word() + "' for those there are");
        }
        return full;
    }

    /** Where one of them is. */
    String path(String name) {
        return path()
                + Arrays.stream(id(name).split("/", -1))
                        .map(part -> "/" + DaemonClient.part(part))
                        .collect(Collectors.joining());
    }

    /** Whether it is what people apply; the others come and go by themselves. */
    boolean isApplied() {
        return this != TASKS && this != AGENTS && this != FRAMEWORKS && this != OFFERS && this != EXTENDERS;
    }

    /** Whether each has an address of its own; the others are only listed. */
    private boolean isServedAlone() {
        return this != AGENTS && this != FRAMEWORKS && this != OFFERS;
    }

    /** One of them, as the daemon knows it. */
    JsonNode find(DaemonClient client, String name) {
        if (isServedAlone()) {
            return client.get(path(name));
        }
        for (JsonNode item : all(client)) {
            if (item.path("id").asString().equals(name)) {
                return item;
            }
        }
        throw UserError.refused("There is no '" + name + "' among the " + word() + ".")
                .toDo("see 'tender get " + word() + "'");
    }

    /** All of them. */
    List<JsonNode> all(DaemonClient client) {
        List<JsonNode> items = new ArrayList<>();
        int total = 1;
        while (items.size() < total) {
            JsonNode page = client.get(path() + "?limit=" + PAGE + "&offset=" + items.size());
            page.path("items").forEach(items::add);
            // What ends between two pages makes the list shorter than the first page said.
            total = page.path("items").isEmpty() ? 0 : page.path("total").asInt(0);
        }
        return items;
    }

    TextTable table(Iterable<JsonNode> items) {
        List<String> shown = List.of(columns.split(" ", -1));
        TextTable table = new TextTable(shown.stream()
                .map(column -> column.substring(0, column.indexOf('=')))
                .toList());
        for (JsonNode item : items) {
            List<String> row = new ArrayList<>();
            for (String column : shown) {
                List<String> cell =
                        List.of(column.substring(column.indexOf('=') + 1).split(":", -1));
                row.add(text(item.at(cell.getFirst()), cell.getLast()));
            }
            table.add(row);
        }
        return table;
    }

    private static String text(JsonNode value, String form) {
        if (value.isNumber()) {
            return switch (form) {
                case "share" -> ExtenderText.share(value.asDouble());
                case "correlation" -> ExtenderText.correlation(value.asDouble());
                case "tenths" -> ExtenderText.tenths(value.asDouble());
                default -> value.asString();
            };
        }
        if (value.isObject()) {
            List<String> words = new ArrayList<>();
            value.properties()
                    .forEach(
                            one -> words.add(one.getKey() + "=" + one.getValue().asString()));
            return words.isEmpty() ? "-" : String.join(",", words);
        }
        if (value.isArray()) {
            List<String> words = new ArrayList<>();
            value.forEach(word -> words.add(word.asString()));
            return words.isEmpty() ? "-" : String.join(",", words);
        }
        String text = value.isMissingNode() || value.isNull() ? "" : value.asString();
        // In a table, parts of a second are only in the way.
        return text.isEmpty() ? "-" : INSTANT.matcher(text).replaceFirst("$1Z");
    }
}
