package io.tender.daemon.http.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.http.ServedMaster;
import io.tender.mesos.MesosSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** {@code docs/api.md} is made of what the daemon describes and answers, so that it cannot be wrong for long. */
class ApiReferenceTest {
    /** Tests run in the module's folder. */
    private static final Path PAGE = Path.of("..", "docs", "api.md");

    private static final Pattern TYPE = Pattern.compile("(?m)^ +([A-Z_]+) = [0-9]+;$");
    private static final int NOT_HERE = 501;

    /** What Mesos answers before it is done; here it is done by then. */
    private static final Set<String> ACCEPTED = Set.of(
            "RESERVE_RESOURCES",
            "UNRESERVE_RESOURCES",
            "CREATE_VOLUMES",
            "DESTROY_VOLUMES",
            "GROW_VOLUME",
            "SHRINK_VOLUME");

    private static final Map<String, String> PURPOSES = Map.ofEntries(
            Map.entry("GET_HEALTH", "whether the master takes its turns and its store has not failed for good"),
            Map.entry("GET_FLAGS", "settings under the names of Mesos's flags"),
            Map.entry("GET_VERSION", "of the daemon"),
            Map.entry("GET_METRICS", "the figures of master, allocator and services"),
            Map.entry("GET_STATE", "agents, frameworks and tasks, as of one moment"),
            Map.entry("GET_AGENTS", "the agents and what they have"),
            Map.entry("GET_FRAMEWORKS", "the frameworks, those that ended included"),
            Map.entry("GET_EXECUTORS", "none ever: agents run tasks themselves"),
            Map.entry("GET_OPERATIONS", "none ever: operations are done at once"),
            Map.entry("GET_TASKS", "the tasks, those that ended included"),
            Map.entry("GET_ROLES", "the roles that somebody has to do with"),
            Map.entry("GET_WEIGHTS", "the weights of roles"),
            Map.entry("UPDATE_WEIGHTS", "sets weights"),
            Map.entry("GET_MASTER", "which master answers, and since when"),
            Map.entry("SUBSCRIBE", "the state, and from then on a stream of what changes of it"),
            Map.entry("RESERVE_RESOURCES", "reserves what is free on an agent"),
            Map.entry("UNRESERVE_RESOURCES", "undoes that"),
            Map.entry("CREATE_VOLUMES", "makes persistent volumes of what is reserved"),
            Map.entry("DESTROY_VOLUMES", "undoes that"),
            Map.entry("GROW_VOLUME", "makes a volume larger"),
            Map.entry("SHRINK_VOLUME", "makes a volume smaller"),
            Map.entry("GET_MAINTENANCE_STATUS", "which machines are down or draining, and what frameworks answered"),
            Map.entry("GET_MAINTENANCE_SCHEDULE", "which machines will be down, and when"),
            Map.entry("UPDATE_MAINTENANCE_SCHEDULE", "replaces the schedule"),
            Map.entry("START_MAINTENANCE", "takes scheduled machines down"),
            Map.entry("STOP_MAINTENANCE", "brings them back, and takes them out of the schedule"),
            Map.entry("DRAIN_AGENT", "ends an agent's tasks and offers it to nobody"),
            Map.entry("DEACTIVATE_AGENT", "offers an agent to nobody"),
            Map.entry("REACTIVATE_AGENT", "offers it again"),
            Map.entry("GET_QUOTA", "the guarantees and limits of roles"),
            Map.entry("UPDATE_QUOTA", "sets guarantees and limits"),
            Map.entry("SET_QUOTA", "sets a guarantee, in the older form"),
            Map.entry("REMOVE_QUOTA", "takes a quota away, in the older form"),
            Map.entry("TEARDOWN", "ends a framework and its tasks"),
            Map.entry("MARK_AGENT_GONE", "says that an agent will never come back; 404 if it is not known"),
            Map.entry("GET_LOGGING_LEVEL", ""),
            Map.entry("SET_LOGGING_LEVEL", "the setting `log` and `tender config reload` do that"),
            Map.entry("LIST_FILES", "nobody reads files through the daemon"),
            Map.entry("READ_FILE", "nobody reads files through the daemon"));

    /** To bring the page up to date, run this test with {@code -Dtender.api.write=true}. */
    @Test
    void the_page_says_what_the_daemon_describes_and_answers() throws IOException {
        String made = page();
        if (Boolean.getBoolean("tender.api.write")) {
            Files.writeString(PAGE, made);
        }
        assertThat(Files.readString(PAGE).lines().toList())
                .as("%s is out of date: run this test with -Dtender.api.write=true", PAGE)
                .containsExactlyElementsOf(made.lines().toList());
    }

    private static String page() throws IOException {
        StringBuilder page = new StringBuilder("""
                # The HTTP API

                Made by a test from [openapi.yaml](../daemon/src/main/resources/io/tender/daemon/http/work/openapi.yaml), which a daemon
                serves as `GET /v1/openapi.yaml`, and from what it answers. Frameworks use `POST /api/v1/scheduler`, which
                [frameworks](frameworks.md) tells of; what an answer promises, who may ask, `/metrics`, `/healthz` and `/readyz` are in
                [operating](operating.md).

                ## Work: `/v1`

                """);
        Map<?, ?> root = description();
        page.append(wrapped(text(map(root, "info"), "description"))).append("\n\n");
        Map<String, String> codes = new TreeMap<>();
        page.append("| request | what it does | parameters | codes |\n|---|---|---|---|\n");
        map(root, "paths")
                .forEach((path, methods) -> ((Map<?, ?>) methods)
                        .forEach((method, operation) -> page.append(
                                row(String.valueOf(method), String.valueOf(path), (Map<?, ?>) operation, codes))));
        page.append("\n| code | meaning |\n|---|---|\n");
        codes.forEach((code, meaning) ->
                page.append("| ").append(code).append(" | ").append(meaning).append(" |\n"));
        operators(page);
        return page.toString();
    }

    private static Map<?, ?> description() throws IOException {
        try (InputStream in = Objects.requireNonNull(WorkApi.class.getResourceAsStream("openapi.yaml"))) {
            return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromInputStream(in);
        }
    }

    private static Map<?, ?> map(Map<?, ?> in, String key) {
        return (Map<?, ?>) Objects.requireNonNull(in.get(key), key);
    }

    private static String text(Map<?, ?> in, String key) {
        return String.valueOf(in.get(key));
    }

    private static String row(String method, String path, Map<?, ?> operation, Map<String, String> codes) {
        List<String> parameters = new ArrayList<>();
        if (operation.get("parameters") instanceof List<?> all) {
            for (Object one : all) {
                Map<?, ?> parameter = (Map<?, ?>) one;
                if (text(parameter, "in").equals("query")) {
                    parameters.add("`" + text(parameter, "name") + "`"
                            + (Boolean.TRUE.equals(parameter.get("required")) ? " (needed)" : "") + ": "
                            + text(parameter, "description"));
                }
            }
        }
        map(operation, "responses")
                .forEach((code, response) -> codes.merge(
                        String.valueOf(code), text((Map<?, ?>) response, "description"), ApiReferenceTest::joined));
        List<String> answered = map(operation, "responses").keySet().stream()
                .map(String::valueOf)
                .toList();
        return "| `%s %s` | %s | %s | %s |\n"
                .formatted(
                        method.toUpperCase(Locale.ROOT),
                        path,
                        text(operation, "summary"),
                        String.join("; ", parameters),
                        String.join(", ", answered));
    }

    private static String joined(String known, String more) {
        return known.contains(more) ? known : known + "; or: " + more;
    }

    private static String wrapped(String text) {
        StringBuilder out = new StringBuilder();
        int length = 0;
        for (String word : text.split(" +", -1)) {
            boolean breaks = length + word.length() > 125;
            out.append(out.isEmpty() ? "" : breaks ? "\n" : " ").append(word);
            length = breaks ? word.length() : length + word.length() + 1;
        }
        return out.toString();
    }

    private static void operators(StringBuilder page) throws IOException {
        page.append("""

                ## Operators: `POST /api/v1`

                The calls of Mesos's operator API, in JSON or protobuf, named in `type`. Besides the code of success: 400 for what makes no
                sense or is not there, 401 and 403 for who may not, 415 and 406 for other forms, 501 for what is not answered here, 503 when too
                much is going on or the store fails. GET_… and SUBSCRIBE need the permission viewer, the others operator.

                | call | code | what it does |
                |---|---|---|
                """);
        Map<String, Integer> answers = new LinkedHashMap<>();
        try (ServedMaster master = new ServedMaster()) {
            for (String type : types()) {
                int status = type.equals("SUBSCRIBE")
                        ? 200
                        : master.call(ServedMaster.OPERATOR, "{'type': '" + type + "'}")
                                .status();
                answers.put(type, status == NOT_HERE ? NOT_HERE : ACCEPTED.contains(type) ? 202 : 200);
            }
        }
        answers.forEach((type, status) -> page.append(
                "| %s | %d | %s |\n".formatted(type, status, Objects.requireNonNull(PURPOSES.get(type), type))));
    }

    private static List<String> types() throws IOException {
        try (InputStream in = Objects.requireNonNull(MesosSchema.class.getResourceAsStream("master.proto"))) {
            String proto = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            int begin = proto.indexOf("enum Type {");
            Matcher type = TYPE.matcher(proto.substring(begin, proto.indexOf('}', begin)));
            List<String> types = new ArrayList<>();
            while (type.find()) {
                if (!type.group(1).equals("UNKNOWN")) {
                    types.add(type.group(1));
                }
            }
            return types;
        }
    }
}
