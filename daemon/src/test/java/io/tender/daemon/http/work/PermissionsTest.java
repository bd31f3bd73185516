package io.tender.daemon.http.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.Daemon;
import io.tender.daemon.settings.Settings;
import io.tender.extender.http.Access;
import io.tender.mesos.MesosSchema;
import io.tender.mesos.protobuf.EnumType;
import io.tender.mesos.protobuf.MessageType;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what: every endpoint of all APIs with every kind of caller, against a real daemon. */
class PermissionsTest {
    private static final String TOKEN = "-0123456789abcdef";

    /** What an endpoint asks of its callers; each includes those below it but the last two. */
    private enum Needs {
        NOTHING,
        ANY_PERMISSION,
        FRAMEWORK,
        OPERATOR
    }

    /** Nobody, somebody unknown, and one with each permission. */
    private enum Who {
        ANONYMOUS,
        STRANGER,
        VIEWER,
        FRAMEWORK,
        OPERATOR;

        boolean may(Needs needs) {
            return switch (needs) {
                case NOTHING -> true;
                case ANY_PERMISSION -> isKnown();
                case FRAMEWORK -> this == FRAMEWORK;
                case OPERATOR -> this == OPERATOR;
            };
        }

        boolean isKnown() {
            return this != ANONYMOUS && this != STRANGER;
        }

        String token() {
            return name() + TOKEN;
        }
    }

    /** Every endpoint there is. One that is added without an entry here makes the first test fail. */
    private static final Map<String, Needs> TABLE = new TreeMap<>();

    static {
        all(Needs.NOTHING, "GET /healthz", "GET /readyz");
        all(Needs.ANY_PERMISSION, "GET /metrics", "GET /v1/openapi.yaml");
        for (String kind : List.of(
                "jobs/{namespace}/{name}",
                "podgroups/{namespace}/{name}",
                "queues/{name}",
                "hypernodes/{name}",
                "resourcequotas/{namespace}/{name}",
                "poddisruptionbudgets/{namespace}/{name}",
                "priorityclasses/{name}",
                "services/{role}/{environment}/{name}")) {
            all(Needs.ANY_PERMISSION, "GET /v1/" + kind, "GET /v1/" + kind.substring(0, kind.indexOf('/')));
            all(Needs.OPERATOR, "DELETE /v1/" + kind);
        }
        all(
                Needs.ANY_PERMISSION,
                "GET /v1/jobs/{namespace}/{name}/explain",
                "GET /v1/services/{role}/{environment}/{name}/explain",
                "GET /v1/agents",
                "GET /v1/extenders",
                "GET /v1/extenders/{name}",
                "GET /v1/frameworks",
                "GET /v1/offers",
                "GET /v1/tasks",
                "GET /v1/tasks/{framework}/{id}",
                "GET /v1/tasks/{framework}/{id}/logs",
                "GET /v1/watch");
        all(
                Needs.OPERATOR,
                "POST /v1/agents/{id}/taints",
                "POST /v1/apply",
                "POST /v1/config/reload",
                "POST /v1/extenders/{name}/resume",
                "POST /v1/jobs/{namespace}/{name}/actions/{action}",
                "POST /v1/jobs/{namespace}/{name}/restart",
                "POST /v1/jobs/{namespace}/{name}/scale",
                "POST /v1/services/{role}/{environment}/{name}/restart",
                "POST /v1/services/{role}/{environment}/{name}/update/{action}",
                "POST /v1/services/{role}/{environment}/{name}/scale");
        calls(
                Needs.ANY_PERMISSION,
                "/api/v1",
                "GET_AGENTS GET_EXECUTORS GET_FLAGS GET_FRAMEWORKS GET_HEALTH GET_LOGGING_LEVEL GET_MAINTENANCE_SCHEDULE"
                        + " GET_MAINTENANCE_STATUS GET_MASTER GET_METRICS GET_OPERATIONS GET_QUOTA GET_ROLES GET_STATE"
                        + " GET_TASKS GET_VERSION GET_WEIGHTS SUBSCRIBE");
        calls(
                Needs.OPERATOR,
                "/api/v1",
                "CREATE_VOLUMES DEACTIVATE_AGENT DESTROY_VOLUMES DRAIN_AGENT GROW_VOLUME LIST_FILES MARK_AGENT_GONE"
                        + " REACTIVATE_AGENT READ_FILE REMOVE_QUOTA RESERVE_RESOURCES SET_LOGGING_LEVEL SET_QUOTA"
                        + " SHRINK_VOLUME START_MAINTENANCE STOP_MAINTENANCE TEARDOWN UNKNOWN UNRESERVE_RESOURCES"
                        + " UPDATE_MAINTENANCE_SCHEDULE UPDATE_QUOTA UPDATE_WEIGHTS");
        calls(
                Needs.FRAMEWORK,
                "/api/v1/scheduler",
                "ACCEPT ACCEPT_INVERSE_OFFERS ACKNOWLEDGE ACKNOWLEDGE_OPERATION_STATUS DECLINE DECLINE_INVERSE_OFFERS KILL"
                        + " MESSAGE RECONCILE RECONCILE_OPERATIONS REQUEST REVIVE SHUTDOWN SUBSCRIBE SUPPRESS TEARDOWN"
                        + " UNKNOWN UPDATE_FRAMEWORK");
    }

    private static void all(Needs needs, String... endpoints) {
        for (String endpoint : endpoints) {
            TABLE.put(endpoint, needs);
        }
    }

    private static void calls(Needs needs, String path, String types) {
        for (String type : types.split(" ", -1)) {
            TABLE.put("POST " + path + " " + type, needs);
        }
    }

    @TempDir
    private static Path folder;

    private static Daemon daemon;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        StringBuilder access = new StringBuilder("access:\n");
        for (Who who : List.of(Who.VIEWER, Who.FRAMEWORK, Who.OPERATOR)) {
            access.append("- {name: %s, tokenSha256: %s, permissions: [%s]%s}\n"
                    .formatted(
                            who.name(),
                            Access.sha256(who.token()),
                            who.name().toLowerCase(java.util.Locale.ROOT),
                            who == Who.FRAMEWORK ? ", roles: [shop]" : ""));
        }
        String settings = "listen: 127.0.0.1:0\nstore: store\nagents: {local: {enabled: false}}\n" + access;
        daemon = Daemon.start(Settings.read("tender.yaml", settings, folder, Settings.Given.NOTHING), "1.0");
    }

    @AfterAll
    static void stop() {
        CLIENT.close();
        daemon.close();
    }

    private static SortedSet<String> served() {
        TreeSet<String> served = new TreeSet<>(List.of("GET /healthz", "GET /readyz", "GET /metrics"));
        OpenApiTest.api().routes().forEach(route -> served.add(route.method().text() + " " + route.path()));
        types(MesosSchema.OPERATOR_CALL).forEach(type -> served.add("POST /api/v1 " + type));
        types(MesosSchema.SCHEDULER_CALL).forEach(type -> served.add("POST /api/v1/scheduler " + type));
        return served;
    }

    private static Iterable<String> types(MessageType call) {
        return ((EnumType) call.field("type").orElseThrow().type()).constants();
    }

    @Test
    void every_endpoint_has_an_entry_and_no_other_has() {
        assertThat(TABLE.keySet()).isEqualTo(served());
    }

    @Test
    void everybody_may_do_what_the_table_says_and_nothing_else() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, Needs> endpoint : TABLE.entrySet()) {
            for (Who who : Who.values()) {
                int status = status(endpoint.getKey(), who);
                boolean refused = status == 401 || status == 403;
                int expected = who.isKnown() ? 403 : 401;
                if (who.may(endpoint.getValue()) ? refused : status != expected) {
                    wrong.add(endpoint.getKey() + " as " + who + ": " + status);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void what_is_not_there_is_not_told_to_strangers() throws Exception {
        for (String path : List.of("GET /", "GET /v1/nothing", "POST /v2", "GET /healthz/x")) {
            assertThat(status(path, Who.ANONYMOUS)).as(path).isEqualTo(401);
            assertThat(status(path, Who.STRANGER)).as(path).isEqualTo(401);
            assertThat(status(path, Who.OPERATOR)).as(path).isIn(404, 405, 400);
        }
    }

    @Test
    void nobody_comes_in_by_way_of_what_everybody_may_see() throws Exception {
        for (String path : List.of(
                "/healthz/../v1/jobs", "/healthz/%2e%2e/v1/jobs", "/readyz/..%2fv1/jobs", "/healthz;/../v1/jobs")) {
            assertThat(status("GET " + path, Who.ANONYMOUS)).as(path).isIn(400, 401, 404);
        }
    }

    @Test
    void a_framework_is_one_in_its_own_roles_alone() throws Exception {
        assertThat(firstEvent("shop")).contains("SUBSCRIBED");
        assertThat(firstEvent("bank")).contains("ERROR", "not authorized");
    }

    private static String firstEvent(String role) throws Exception {
        String call = """
                {"type": "SUBSCRIBE", "subscribe": {"framework_info": {"user": "u", "name": "f", "roles": ["%s"],
                 "capabilities": [{"type": "MULTI_ROLE"}]}}}""".formatted(role);
        HttpResponse<InputStream> answer = send("POST", "/api/v1/scheduler", call, Who.FRAMEWORK);
        try (InputStream stream = answer.body()) {
            StringBuilder length = new StringBuilder();
            for (int next = stream.read(); next != '\n'; next = stream.read()) {
                assertThat(next).isNotNegative();
                length.append((char) next);
            }
            return new String(stream.readNBytes(Integer.parseInt(length.toString())), StandardCharsets.UTF_8);
        }
    }

    /** The status alone: what streams would never end. */
    private static int status(String endpoint, Who who) throws Exception {
        String[] words = endpoint.split(" ", -1);
        String path = words[1].replaceAll("\\{[a-z]+}", "x");
        String body = words.length > 2 ? "{\"type\": \"" + words[2] + "\"}" : "";
        HttpResponse<InputStream> answer = send(words[0], path, body, who);
        answer.body().close();
        return answer.statusCode();
    }

    private static HttpResponse<InputStream> send(String method, String path, String body, Who who) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(daemon.address() + path))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (who != Who.ANONYMOUS) {
            request.header("Authorization", "Bearer " + who.token());
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }
}
