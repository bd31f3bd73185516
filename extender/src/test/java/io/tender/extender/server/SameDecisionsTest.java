package io.tender.extender.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.ResourceList;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the policy, whoever asks about the same things is told the same. */
class SameDecisionsTest {
    private static final Pattern NAME = Pattern.compile("\"(m\\d+)\"");

    /** A policy that looks only at what every dialect sends: the name of an agent, and what the task wants. */
    private record Whimsical(long seed) implements Policy {
        private int whim(String what, Agent agent, int range) {
            return Math.floorMod((what + agent.name() + seed).hashCode() * 31, range);
        }

        @Override
        public Verdict predicate(Task task, Agent agent) {
            long cores = task.resources().millis(ResourceList.CPU) / 1000;
            return switch (whim("fit", agent, 4)) {
                case 0 -> Verdict.notNow("busy with " + cores);
                case 1 -> Verdict.never("too old for " + cores);
                default -> Verdict.fits();
            };
        }

        @Override
        public Scores prioritize(Task task, List<Agent> agents) {
            return Scores.scoreEach(agents, agent -> 10.0 * whim("score", agent, 11));
        }
    }

    /** What came back of one dialect: verdicts by agent, and scores of those that fit. */
    private record Decisions(Map<String, String> verdicts, Map<String, Integer> tenths) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 7, 2026})
    void any_policy_decides_the_same_in_all_dialects(long seed) throws Exception {
        Random random = new Random(seed);
        List<String> agents = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            agents.add("m" + (10 + random.nextInt(990)));
        }
        agents = agents.stream().distinct().toList();
        try (ExtenderServer server =
                        ExtenderServer.builder().policy(new Whimsical(seed)).listen(0);
                SdkClient client = new SdkClient(server)) {
            Decisions lean = volcano(client, "/volcano", agents, false);
            assertThat(lean.verdicts()).hasSameSizeAs(agents);
            assertThat(volcano(client, "/tender", agents, false)).isEqualTo(lean);
            assertThat(volcano(client, "/volcano", agents, true)).isEqualTo(lean);
            assertThat(kube(client, agents, true)).isEqualTo(lean);
            assertThat(kube(client, agents, false)).isEqualTo(lean);
            assertThat(aurora(client, agents)).isEqualTo(order(agents, lean));
            assertThat(batched(client, agents)).isEqualTo(lean);
        }
    }

    private static String post(SdkClient client, String path, String body) throws Exception {
        var answer = client.post(path, body.getBytes(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static String leanTask() {
        return "{\"namespace\":\"d\",\"name\":\"t\",\"uid\":\"u\",\"resources\":{\"cpu\":2,\"memory\":64}}";
    }

    private static String realTask() {
        return "{\"UID\":\"u\",\"Name\":\"t\",\"Namespace\":\"d\",\"Resreq\":{\"MilliCPU\":2000,\"Memory\":67108864,"
                + "\"ScalarResources\":{\"pods\":1},\"MaxTaskNum\":0},\"Status\":1}";
    }

    private static String joined(List<String> agents, String before, String after) {
        return agents.stream()
                .map(agent -> before + agent + after)
                .reduce((a, b) -> a + "," + b)
                .orElse("");
    }

    private static Decisions volcano(SdkClient client, String prefix, List<String> agents, boolean real)
            throws Exception {
        String task = real ? realTask() : leanTask();
        String key = real ? "{\"Name\":\"" : "{\"name\":\"";
        Map<String, String> verdicts = new LinkedHashMap<>();
        List<String> fitting = new ArrayList<>();
        for (String agent : agents) {
            String said =
                    post(client, prefix + "/predicate", "{\"task\":" + task + ",\"node\":" + key + agent + "\"}}");
            String verdict = text(said, real ? "status" : "errorMessage");
            verdicts.put(agent, verdict);
            if (verdict.isEmpty()) {
                fitting.add(agent);
            }
        }
        String scores = post(
                client,
                prefix + "/prioritize",
                "{\"task\":" + task + ",\"nodes\":[" + joined(fitting, key, "\"}") + "]}");
        Map<String, Integer> tenths = new LinkedHashMap<>();
        for (String agent : fitting) {
            tenths.put(agent, (int) (number(scores, "\"" + agent + "\":") / 10));
        }
        return new Decisions(verdicts, tenths);
    }

    private static Decisions batched(SdkClient client, List<String> agents) throws Exception {
        String said = post(
                client,
                "/tender/batchPredicate",
                "{\"task\":" + leanTask() + ",\"nodes\":[" + joined(agents, "{\"name\":\"", "\"}") + "],\"enough\":3}");
        Map<String, String> verdicts = new LinkedHashMap<>();
        Map<String, Integer> tenths = new LinkedHashMap<>();
        for (String agent : agents) {
            String part = said.substring(said.indexOf("\"" + agent + "\":"));
            part = part.substring(0, part.indexOf('}') + 1);
            if (part.contains("errorMessage")) {
                verdicts.put(agent, text(part, "errorMessage"));
            } else {
                verdicts.put(agent, "");
                tenths.put(agent, (int) (number(part, "\"score\":") / 10));
            }
        }
        return new Decisions(verdicts, tenths);
    }

    private static Decisions kube(SdkClient client, List<String> agents, boolean byName) throws Exception {
        String pod = "{\"metadata\":{\"name\":\"t\",\"namespace\":\"d\",\"uid\":\"u\"},\"spec\":{\"containers\":"
                + "[{\"resources\":{\"requests\":{\"cpu\":\"2\",\"memory\":\"64Mi\"}}}]}}";
        String nodes = byName
                ? "\"Nodes\":null,\"NodeNames\":[" + joined(agents, "\"", "\"") + "]"
                : "\"Nodes\":{\"items\":[" + joined(agents, "{\"metadata\":{\"name\":\"", "\"}}")
                        + "]},\"NodeNames\":null";
        String said = post(client, "/kube/filter", "{\"Pod\":" + pod + "," + nodes + "}");
        String survivors = said.substring(0, said.indexOf("\"FailedNodes\""));
        Map<String, String> verdicts = new LinkedHashMap<>();
        List<String> fitting = new ArrayList<>();
        for (String agent : agents) {
            verdicts.put(agent, survivors.contains("\"" + agent + "\"") ? "" : text(said, agent));
            if (survivors.contains("\"" + agent + "\"")) {
                fitting.add(agent);
            }
        }
        String scores = post(
                client,
                "/kube/prioritize",
                "{\"Pod\":" + pod + ",\"Nodes\":null,\"NodeNames\":[" + joined(fitting, "\"", "\"") + "]}");
        Map<String, Integer> tenths = new LinkedHashMap<>();
        for (String agent : fitting) {
            tenths.put(agent, (int) number(scores, "\"" + agent + "\",\"Score\":"));
        }
        return new Decisions(verdicts, tenths);
    }

    private static List<String> aurora(SdkClient client, List<String> agents) throws Exception {
        String said = post(
                client,
                "/aurora/offerset",
                "{\"jobKey\":\"r-e-n@1\",\"request\":{\"cpu\":2.0,\"memory\":64.0,\"disk\":1.0},\"hosts\":["
                        + joined(agents, "{\"name\":\"", "\",\"offer\":{\"cpu\":8.0,\"memory\":1.0,\"disk\":1.0}}")
                        + "]}");
        List<String> hosts = new ArrayList<>();
        Matcher names = NAME.matcher(said);
        while (names.find()) {
            hosts.add(names.group(1));
        }
        return hosts;
    }

    private static List<String> order(List<String> agents, Decisions decisions) {
        return agents.stream()
                .filter(decisions.tenths()::containsKey)
                .sorted(Comparator.comparingInt(
                                (String agent) -> decisions.tenths().get(agent))
                        .reversed())
                .toList();
    }

    private static String text(String json, String key) {
        Matcher found = Pattern.compile("\"" + key + "\":\"([^\"]*)\"").matcher(json);
        assertThat(found.find()).as(key + " in " + json).isTrue();
        return found.group(1);
    }

    private static double number(String json, String before) {
        Matcher found = Pattern.compile(Pattern.quote(before) + "(-?[0-9.]+)").matcher(json);
        assertThat(found.find()).as(before + " in " + json).isTrue();
        return Double.parseDouble(found.group(1));
    }
}
