package io.tender.extender.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A codec remembers what it was asked and what it said. One that remembers nothing, since it is new, reads and writes all of
 * it: whatever comes, both must say the same.
 */
class RememberedRequestsTest {

    /** A kind of request with many agents, and what is put in the place of its agents. */
    enum Form {
        KUBE_NODES(Dialect.KUBE, "filter", "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"Nodes\":{\"items\":[%s]}}"),
        KUBE_LOWER_CASE(Dialect.KUBE, "filter", "{\"nodes\":{\"Items\":[%s]},\"pod\":{\"Metadata\":{\"Name\":\"p\"}}}"),
        KUBE_NAMES(Dialect.KUBE, "filter", "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNames\":[%s]}"),
        TENDER(Dialect.TENDER, "batchPredicate", "{\"task\":{\"name\":\"t\"},\"nodes\":[%s]}"),
        VOLCANO(Dialect.VOLCANO, "batchPredicate", "{\"task\":{\"UID\":\"u\",\"Name\":\"t\"},\"nodes\":[%s]}");

        private final Dialect dialect;
        private final String verb;
        private final String frame;

        Form(Dialect dialect, String verb, String frame) {
            this.dialect = dialect;
            this.verb = verb;
            this.frame = frame;
        }

        private String agent(Random random, int i) {
            return switch (this) {
                case KUBE_NAMES -> "\"" + called(random, i) + "\"";
                case TENDER ->
                    "{\"name\":\"%s\",\"idle\":{\"cpu\":%d},\"note\":\"%s\",\"labels\":{\"zone\":\"%s\"},\"tasks\":[%s]}"
                            .formatted(
                                    called(random, i),
                                    random.nextInt(2),
                                    text(random),
                                    text(random),
                                    random.nextInt(4) == 0 ? "{\"name\":\"r\",\"note\":\"" + text(random) + "\"}" : "");
                case VOLCANO ->
                    ("{\"Name\":\"%s\",\"Idle\":{\"MilliCPU\":%d,\"Memory\":5},\"State\":{\"Reason\":\"%s\"},"
                                    + "\"Labels\":{%s},\"Node\":{\"metadata\":{%s}}}")
                            .formatted(
                                    called(random, i),
                                    random.nextInt(2),
                                    text(random),
                                    random.nextInt(4) == 0 ? "\"zone\":\"" + text(random) + "\"" : "",
                                    random.nextInt(4) == 0
                                            ? ""
                                            : "\"labels\":{\"zone\":\"%s\",\"%s\":\"b\"},\"annotations\":{\"a\":\"%s\"}"
                                                    .formatted(text(random), text(random), text(random)));
                case KUBE_NODES, KUBE_LOWER_CASE -> node(random, i);
            };
        }

        private String node(Random random, int i) {
            String condition = "{\"type\":\"Ready\",\"lastHeartbeatTime\":\"%s\",\"message\" : \"%s\"}";
            return ("{\"metadata\":{\"name\":\"%s\",\"resourceVersion\":\"%s\",\"labels\":{\"zone\":\"%s\"},"
                            + "\"managedFields\":[\"%s\",null,{\"\":\"%s\"}]},\"spec\":{\"podCIDR\":\"%s\"},"
                            + "\"%s\":{\"%s\":{\"cpu\":\"%d\"},\"capacity\":{\"cpu\":\"%d\"},\"conditions\":[%s,%s]}}")
                    .formatted(
                            called(random, i),
                            text(random),
                            text(random),
                            text(random),
                            text(random),
                            text(random),
                            random.nextInt(8) == 0 ? "Status" : "status",
                            random.nextInt(4) == 0 ? "allocated" : "allocatable",
                            random.nextInt(2),
                            random.nextInt(2),
                            condition.formatted(text(random), text(random)),
                            condition.formatted(text(random), text(random)));
        }
    }

    private static final List<String> TEXTS = List.of(
            "a",
            "b",
            "a",
            "b",
            "999",
            "1000",
            "",
            "ä",
            "ö",
            "\\u00e4",
            "\\\"",
            "\\\\",
            "a:b",
            "},{",
            "]",
            "😀",
            "\\ud83d\\ude00",
            "\\ud800",
            "\u007f",
            "\\n",
            "null",
            "name");

    private static String text(Random random) {
        return TEXTS.get(random.nextInt(random.nextBoolean() ? 4 : TEXTS.size()));
    }

    private static String called(Random random, int i) {
        return "n" + i + (random.nextInt(10) == 0 ? text(random) : "");
    }

    /** Some of the agents of the last request have changed, are gone, came twice or in another place, or make no sense. */
    private static void change(List<String> agents, Form form, Random random) {
        for (int changes = random.nextInt(4); changes > 0; changes--) {
            int i = random.nextInt(agents.size());
            switch (random.nextInt(7)) {
                case 6 -> Collections.rotate(agents, 1 + random.nextInt(agents.size()));
                case 0 -> agents.add(random.nextInt(agents.size()), agents.get(i));
                case 1 -> agents.add(agents.remove(i));
                case 2 -> agents.set(i, form.agent(random, 100 + i));
                default -> agents.set(i, form.agent(random, i));
            }
        }
    }

    private static byte[] body(List<String> agents, Form form, Random random) {
        byte[] body = form.frame.formatted(String.join(",", agents)).getBytes(StandardCharsets.UTF_8);
        switch (random.nextInt(8)) {
            case 0 -> body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            case 1 -> body[random.nextInt(body.length)] = (byte) "\",:{}[]\\ 0n".charAt(random.nextInt(11));
            case 2 -> body = Arrays.copyOf(body, random.nextInt(body.length));
            default -> {
                // as it is
            }
        }
        return body;
    }

    /** What was understood, or why nothing was. */
    private static Object understood(Codec codec, Form form, byte[] body) {
        try {
            return codec.read(form.verb, body);
        } catch (Unreadable wrong) {
            return String.valueOf(wrong.getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void what_was_sent_before_changes_neither_what_is_understood_nor_what_is_said(Form form) {
        Random random = new Random(7);
        Codec codec = Codecs.of(form.dialect);
        List<String> agents = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            agents.add(form.agent(random, i));
        }
        int sound = 0;
        for (int request = 0; request < 1_000; request++) {
            change(agents, form, random);
            while (agents.size() > 12) {
                agents.removeFirst();
            }
            byte[] body = body(agents, form, random);
            Object got = understood(codec, form, body);
            Object expected = understood(Codecs.of(form.dialect), form, body);
            if (!(expected instanceof Codec.Asked fresh)) {
                assertThat(got).isEqualTo(expected);
                continue;
            }
            sound++;
            Codec.Asked asked = (Codec.Asked) got;
            assertThat(asked.question()).isEqualTo(fresh.question());
            for (int answer = 0; answer < 2; answer++) {
                Answer checked =
                        outlooks(((Question.Fit) asked.question()).agents().size(), random);
                assertThat(asked.reply(checked).toString())
                        .isEqualTo(fresh.reply(checked).toString());
            }
        }
        assertThat(sound).isGreaterThan(400);
    }

    /** One that is alone in its request has nobody to be compared with, so that all of it is read. */
    @ParameterizedTest
    @EnumSource(value = Form.class, names = "KUBE_NAMES", mode = EnumSource.Mode.EXCLUDE)
    void an_agent_is_understood_among_others_as_it_is_alone(Form form) {
        Random random = new Random(11);
        int sound = 0;
        for (int request = 0; request < 2_000; request++) {
            List<String> agents = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                agents.add(broken(form.agent(random, i), random));
            }
            List<Agent> expected = new ArrayList<>();
            boolean readable = true;
            for (String agent : agents) {
                Object alone = understood(Codecs.of(form.dialect), form, asked(form, List.of(agent)));
                if (alone instanceof Codec.Asked asked) {
                    expected.addAll(((Question.Fit) asked.question()).agents());
                } else {
                    readable = false;
                }
            }
            Object together = understood(Codecs.of(form.dialect), form, asked(form, agents));
            if (readable) {
                sound++;
                assertThat(((Question.Fit) ((Codec.Asked) together).question()).agents())
                        .isEqualTo(expected);
            } else {
                assertThat(together).as("%s", agents).isInstanceOf(String.class);
            }
        }
        assertThat(sound).isBetween(500, 1_900);
    }

    private static byte[] asked(Form form, List<String> agents) {
        return form.frame.formatted(String.join(",", agents)).getBytes(StandardCharsets.UTF_8);
    }

    /** As a rule it is left as it is. */
    private static String broken(String agent, Random random) {
        if (random.nextInt(8) > 0) {
            return agent;
        }
        int at = random.nextInt(agent.length());
        return switch (random.nextInt(3)) {
            case 0 -> agent.substring(0, at) + agent.substring(at + 1);
            case 1 -> agent.substring(0, at) + (char) random.nextInt(128) + agent.substring(at + 1);
            default -> agent.substring(0, at) + "\",:{}[]\\ 0n".charAt(random.nextInt(11)) + agent.substring(at + 1);
        };
    }

    @Test
    void agents_of_one_kind_are_told_apart_without_being_read() throws Unreadable {
        Codec codec = Codecs.of(Dialect.KUBE);
        String first = node("7", "z1", "0", "16");
        String second = node("12", "z2", "", "16").replace("\"n\"", "\"another\"");
        List<Agent> agents = all(codec, first + "," + second);
        assertThat(agents).extracting(Agent::name).containsExactly("n", "another");
        assertThat(agents.get(1).label("zone")).contains("z2");
        assertThat(agents.get(1).annotations()).containsEntry("ttl", "").containsEntry("note", "\"it\"");
        assertThat(agents.get(1).raw().text()).isEqualTo(second);
        assertThat(agents.get(1).allocatable().orElseThrow())
                .isSameAs(agents.get(0).allocatable().orElseThrow());
    }

    @Test
    void an_agent_without_a_name_is_refused_though_all_else_is_as_with_the_one_before() {
        Codec codec = Codecs.of(Dialect.KUBE);
        String first = node("7", "z1", "0", "16");
        assertThatThrownBy(() -> all(codec, first + "," + first.replace("\"n\"", "\"\"")))
                .hasMessageContaining("without a name");
    }

    private static Answer outlooks(int agents, Random random) {
        List<Outlook> all = new ArrayList<>();
        for (int i = 0; i < agents; i++) {
            all.add(
                    switch (random.nextInt(20)) {
                        case 0 -> Outlook.of(Verdict.notNow("full \"up\" ä"));
                        case 1 -> Outlook.of(Verdict.never("no \\ ssd"));
                        case 2 -> Outlook.of(Verdict.never("no hdd"));
                        default -> Outlook.of(Verdict.fits());
                    });
        }
        return new Answer.Checked(all);
    }

    @Test
    void an_agent_that_differs_where_nobody_reads_is_told_with_its_new_bytes() throws Unreadable {
        Codec codec = Codecs.of(Dialect.KUBE);
        for (String version : List.of("8", "9", "10", "11", "11", "7")) {
            for (String label : List.of("yes", "no")) {
                String body = "{\"Pod\":{},\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"n\",\"resourceVersion\":\""
                        + version + "\",\"labels\":{\"ssd\":\"" + label + "\"}}}]}}";
                Question.Fit fit = (Question.Fit) codec.read("filter", body.getBytes(StandardCharsets.UTF_8))
                        .question();
                assertThat(fit.agents().getFirst().raw().at("/metadata/resourceVersion"))
                        .contains(version);
                assertThat(fit.agents().getFirst().label("ssd")).contains(label);
            }
        }
    }

    @Test
    void an_agent_of_which_a_label_or_an_annotation_is_another_is_not_read_again() throws Unreadable {
        Codec codec = Codecs.of(Dialect.KUBE);
        Agent before = told(codec, node("7", "z1", "0", "16"));
        Agent after = told(codec, node("1024", "zone-23", "", "16"));
        assertThat(after.label("zone")).contains("zone-23");
        assertThat(after.annotations()).containsEntry("ttl", "").containsEntry("note", "\"it\"");
        assertThat(after.raw().text()).isEqualTo(node("1024", "zone-23", "", "16"));
        assertThat(after.allocatable().orElseThrow())
                .isSameAs(before.allocatable().orElseThrow());
        assertThat(before.label("zone")).contains("z1");
    }

    @Test
    void an_agent_of_which_an_amount_is_another_is_read_again() throws Unreadable {
        Codec codec = Codecs.of(Dialect.KUBE);
        Agent before = told(codec, node("7", "z1", "0", "16"));
        Agent after = told(codec, node("8", "z1", "0", "32"));
        assertThat(after.allocatable().orElseThrow().millis("cpu")).isEqualTo(32_000);
        assertThat(before.allocatable().orElseThrow().millis("cpu")).isEqualTo(16_000);
    }

    private static String node(String version, String zone, String ttl, String cpus) {
        return """
                {"metadata":{"name":"n","resourceVersion":"%s","labels":{"os":"linux","zone":"%s"},\
                "annotations":{"note":"\\"it\\"","ttl":"%s"}},"status":{"capacity":{"cpu":"64"},\
                "allocatable":{"cpu":"%s"}}}""".formatted(version, zone, ttl, cpus);
    }

    private static Agent told(Codec codec, String node) throws Unreadable {
        return all(codec, node).getFirst();
    }

    private static List<Agent> all(Codec codec, String nodes) throws Unreadable {
        String body = "{\"Pod\":{},\"Nodes\":{\"items\":[" + nodes + "]}}";
        return ((Question.Fit) codec.read("filter", body.getBytes(StandardCharsets.UTF_8))
                        .question())
                .agents();
    }

    @Test
    void a_list_that_comes_again_after_new_heartbeats_is_the_same_list_again() throws Unreadable {
        Codec codec = Codecs.of(Dialect.KUBE);
        List<Question.Fit> asked = new ArrayList<>();
        for (String version : List.of("7", "8", "9", "9")) {
            String body = "{\"Pod\":{},\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"n\",\"resourceVersion\":\""
                    + version + "\"}}]}}";
            asked.add((Question.Fit)
                    codec.read("filter", body.getBytes(StandardCharsets.UTF_8)).question());
        }
        assertThat(asked.get(3).agents())
                .isSameAs(asked.get(2).agents())
                .isNotEqualTo(asked.get(1).agents());
    }

    @Test
    void an_agent_that_is_kept_keeps_nothing_of_the_request_but_itself() throws Unreadable {
        Codec codec = Codecs.of(Dialect.KUBE);
        Agent agent = Agent.named("none");
        for (String version : List.of("7", "8", "9")) {
            String body = "{\"Pod\":{},\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"n\",\"resourceVersion\":\""
                    + version + "\"}}]}}";
            agent = ((Question.Fit) codec.read("filter", body.getBytes(StandardCharsets.UTF_8))
                            .question())
                    .agents()
                    .getFirst();
        }
        assertThat(agent.raw().isApart()).isFalse();
        assertThat(agent.kept()).isEqualTo(agent);
        assertThat(agent.kept().raw().isApart()).isTrue();
        KnownAgents known = new KnownAgents(5);
        known.put(List.of(agent));
        assertThat(known.apply("n").orElseThrow().raw().isApart()).isTrue();
    }

    @Test
    void names_in_another_order_are_the_agents_that_are_known() throws Unreadable {
        Codec codec = Codecs.of(Dialect.KUBE);
        List<Agent> first = named(codec, "a", "b", "c", "d", "e", "f", "g", "h", "i");
        List<Agent> turned = named(codec, "c", "d", "e", "f", "g", "h", "i", "a");
        assertThat(turned).hasSize(8);
        for (int i = 0; i < turned.size(); i++) {
            assertThat(turned.get(i)).isSameAs(first.get((i + 2) % first.size()));
        }
        assertThat(named(codec, "h", "g", "x", "a")).extracting(Agent::name).containsExactly("h", "g", "x", "a");
        assertThat(named(codec, "x", "h")).extracting(Agent::name).containsExactly("x", "h");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fffffffffffff",
                "fffnvfffvvfnn",
                "vvvvvvvvvvvvv",
                "nffffffffffff",
                "ffffffffffffv",
                "vnvnvnvnvnvnv"
            })
    void what_was_said_of_each_name_is_said_again_in_another_order(String kinds) throws Unreadable {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < kinds.length(); i++) {
            names.add("\"" + kinds.charAt(i) + i + "\"");
        }
        Codec codec = Codecs.of(Dialect.KUBE);
        for (int turned = 0; turned < names.size(); turned++) {
            List<String> some = turned % 3 == 2 ? names.subList(1, names.size()) : names;
            byte[] body =
                    Form.KUBE_NAMES.frame.formatted(String.join(",", some)).getBytes(StandardCharsets.UTF_8);
            Codec.Asked asked = codec.read("filter", body);
            Answer answer = new Answer.Checked(((Question.Fit) asked.question())
                    .agents().stream()
                            .map(agent -> Outlook.of(
                                    switch (agent.name().charAt(0)) {
                                        case 'f' -> Verdict.fits();
                                        case 'n' -> Verdict.notNow("not now");
                                        default -> Verdict.never("never");
                                    }))
                            .toList());
            assertThat(asked.reply(answer))
                    .isEqualTo(Codecs.of(Dialect.KUBE).read("filter", body).reply(answer));
            Collections.rotate(names, 1);
        }
    }

    @Test
    void what_was_said_of_many_names_is_sent_from_where_it_lies() throws Unreadable {
        List<String> names = new ArrayList<>(
                IntStream.range(0, 1_000).mapToObj("\"node-%04d\""::formatted).toList());
        Codec codec = Codecs.of(Dialect.KUBE);
        for (int turned = 0; turned < 3; turned++) {
            byte[] body =
                    Form.KUBE_NAMES.frame.formatted(String.join(",", names)).getBytes(StandardCharsets.UTF_8);
            Answer answer = new Answer.Checked(Collections.nCopies(1_000, Outlook.of(Verdict.never("never"))));
            Reply reply = codec.read("filter", body).reply(answer);
            assertThat(reply.isInOnePiece()).isEqualTo(turned == 0);
            assertThat(reply)
                    .isEqualTo(Codecs.of(Dialect.KUBE).read("filter", body).reply(answer));
            Collections.rotate(names, 300);
        }
    }

    @Test
    void names_that_were_made_to_collide_are_told_apart() throws Unreadable {
        Codec codec = Codecs.of(Dialect.KUBE);
        List<String> names = new ArrayList<>();
        for (int i = 512; i < 1_024; i++) {
            // All of these have the same hash.
            String bits = Integer.toBinaryString(i);
            names.add(bits.replace("0", "Aa").replace("1", "BB"));
        }
        named(codec, names.toArray(new String[0]));
        List<String> reversed = names.reversed();
        for (int i = 0; i < 2; i++) {
            assertThat(named(codec, reversed.toArray(new String[0])))
                    .extracting(Agent::name)
                    .isEqualTo(reversed);
        }
    }

    private static List<Agent> named(Codec codec, String... names) throws Unreadable {
        String body = "{\"Pod\":{},\"NodeNames\":[\"" + String.join("\",\"", names) + "\"]}";
        return ((Question.Fit) codec.read("filter", body.getBytes(StandardCharsets.UTF_8))
                        .question())
                .agents();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    a        | a
                    \\u0061  | a
                    \\"      | \\"
                    \\/      | /
                    \\ud800  | \\ud800
                    \\n      | \\u000a
                    ä        | ä
                    \\u00e4  | ä""")
    void names_are_said_in_one_way_however_they_were_sent(String sent, String said) throws Unreadable {
        byte[] body =
                "{\"Pod\":{},\"NodeNames\":[\"%s\",\"b\"]}".formatted(sent).getBytes(StandardCharsets.UTF_8);
        Codec codec = Codecs.of(Dialect.KUBE);
        Answer answer = new Answer.Checked(List.of(Outlook.of(Verdict.fits()), Outlook.of(Verdict.notNow("no"))));
        Answer other = new Answer.Checked(List.of(Outlook.of(Verdict.never("no")), Outlook.of(Verdict.fits())));
        for (int i = 0; i < 3; i++) {
            assertThat(codec.read("filter", body).reply(answer))
                    .isEqualTo(
                            Reply.ok("{\"Nodes\":null,\"NodeNames\":[\"" + said + "\"],\"FailedNodes\":{\"b\":\"no\"},"
                                    + "\"FailedAndUnresolvableNodes\":null,\"Error\":\"\"}"));
            assertThat(codec.read("filter", body).reply(other))
                    .isEqualTo(Reply.ok("{\"Nodes\":null,\"NodeNames\":[\"b\"],\"FailedNodes\":null,"
                            + "\"FailedAndUnresolvableNodes\":{\"" + said + "\":\"no\"},\"Error\":\"\"}"));
        }
    }

    @Test
    void no_agents_at_all_are_answered_in_each_dialect_of_its_own() throws Unreadable {
        Answer none = new Answer.Checked(List.of());
        for (int i = 0; i < 2; i++) {
            for (Form form : List.of(Form.KUBE_NODES, Form.TENDER)) {
                byte[] body = form.frame.replace("[%s]", "null").getBytes(StandardCharsets.UTF_8);
                Reply reply = Codecs.of(form.dialect).read(form.verb, body).reply(none);
                assertThat(reply.toString()).contains(form == Form.TENDER ? "{\"nodes\":{}}" : "\"items\":[]");
            }
        }
    }
}
