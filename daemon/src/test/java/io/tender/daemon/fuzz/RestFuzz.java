package io.tender.daemon.fuzz;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Requests to everything that the description of the work API names, with its parameters right and wrong. */
final class RestFuzz {
    private static final List<String> ACTIONS =
            List.of("AbortJob", "ResumeJob", "RestartJob", "TerminateJob", "CompleteJob", "SyncJob", "abortjob");
    private static final List<String> OTHERS = List.of(
            "/metrics", "/healthz", "/readyz", "/allocator/offer_constraints_debug", "/", "/v1", "/v1/", "/v2/x");

    private final Dice dice;
    private final Words words;
    private final List<Operation> operations = new ArrayList<>();

    private record Operation(String method, String path, List<?> parameters) {}

    RestFuzz(Dice dice, Words words, String description) {
        this.dice = dice;
        this.words = words;
        Map<?, ?> root = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(description);
        ((Map<?, ?>) root.get("paths"))
                .forEach((path, methods) -> ((Map<?, ?>) methods).forEach((method, described) -> {
                    Object parameters = ((Map<?, ?>) described).get("parameters");
                    operations.add(new Operation(
                            method.toString().toUpperCase(Locale.ROOT),
                            path.toString(),
                            parameters instanceof List<?> all ? all : List.of()));
                }));
    }

    HttpMessage request() {
        if (dice.chance(4)) {
            return HttpMessage.of("another path", "GET", dice.one(OTHERS), List.of(), new byte[0]);
        }
        Operation operation = dice.one(operations);
        String path = operation.path();
        List<String> query = new ArrayList<>();
        for (Object each : operation.parameters()) {
            Map<?, ?> parameter = (Map<?, ?>) each;
            String name = String.valueOf(parameter.get("name"));
            boolean number = "integer".equals(((Map<?, ?>) parameter.get("schema")).get("type"));
            if ("path".equals(parameter.get("in"))) {
                path = path.replace("{" + name + "}", part(operation.path(), name));
            } else if (dice.chance(Boolean.TRUE.equals(parameter.get("required")) ? 85 : 50)) {
                query.add(name + "=" + encoded(parameter(name, number)));
                if (dice.chance(5)) {
                    query.add(name + "=" + encoded(parameter(name, number)));
                }
            }
        }
        if (dice.chance(5)) {
            query.add(encoded(dice.oddWord()) + "=" + encoded(dice.oddWord()));
        }
        String target = path + (query.isEmpty() ? "" : "?" + String.join("&", query));
        String method =
                dice.chance(3) ? dice.one(List.of("PUT", "PATCH", "DELETE", "POST", "OPTIONS")) : operation.method();
        byte[] body = dice.chance(5) ? dice.bytes(100) : new byte[0];
        return HttpMessage.of("the operation " + operation.path(), method, target, List.of(), body);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private String parameter(String name, boolean number) {
        if (number) {
            return dice.chance(60) ? Integer.toString(dice.below(5)) : dice.oddNumber();
        }
        if (dice.chance(25)) {
            return dice.oddWord();
        }
        return switch (name) {
            case "task" -> dice.one(List.of("main", "main-0", "main-1", "side", "side-0", "main-999999999", "x-0"));
            case "instances" -> dice.one(List.of("0", "0,1", "1", "9", "999999999", "0,0", "a", ","));
            case "stream" -> dice.one(List.of("stdout", "stderr", "stdin"));
            default -> "word";
        };
    }

    private String part(String path, String name) {
        if (dice.chance(15)) {
            return encoded(dice.oddWord());
        }
        return switch (name) {
            case "namespace" -> path.contains("podgroups") ? "science" : "default";
            case "environment" -> "prod";
            case "role" -> "www";
            case "framework" -> encoded(words.framework());
            case "id" -> encoded(words.id(dice, "TaskID"));
            case "action" -> dice.one(ACTIONS);
            default ->
                path.contains("jobs")
                        ? "steady"
                        : path.contains("podgroups") ? "together" : path.contains("queues") ? "research" : "hello";
        };
    }
}
