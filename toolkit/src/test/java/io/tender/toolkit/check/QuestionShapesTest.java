package io.tender.toolkit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.client.Verb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Checks ask in the forms of the golden files, which are those of the real programs. */
class QuestionShapesTest {
    private static final Path GOLDEN = Path.of("../extender/src/test/resources/io/tender/extender");
    /** Members whose own members are data: names of nodes, tasks and labels. */
    private static final String DATA =
            "labels|annotations|PodAnnotations|requests|Tasks|TaskStatusIndex|TaskStatusIndex\\.\\*|SubJobs"
                    + "|TaskToSubJob|ScalarResources|Jobs|Nodes|Queues|NamespaceInfo|NodeNameToVictims|NodeNameToMetaVictims"
                    + "|resources|requested|allocated|used|idle";

    /** What a situation may have or not have: quotas of namespaces, images, and what runs already. */
    private static final String ACCIDENTAL =
            "NamespaceInfo.*|.*\\.image|Jobs.*\\.nodeName|Jobs.*Allocated\\.ScalarResources.*";

    static Stream<String> batchVerbs() {
        return Dialect.TENDER.verbs().stream().map(Verb::value);
    }

    private static JsonNode golden(String file) throws IOException {
        return Templates.JSON.readTree(Files.readString(GOLDEN.resolve(file)));
    }

    private static CheckPlan plan(Dialect dialect, NodeMode mode) {
        return CheckPlan.of("http://127.0.0.1:1", dialect).mode(mode).build();
    }

    private static JsonNode asked(Dialect dialect, String verb) {
        return Dialogue.of(plan(dialect, NodeMode.FULL)).question(new Verb(verb), Scene.of(1));
    }

    /** The kinds of all members by their paths; lists and maps of data count by their first member. */
    private static Map<String, String> shape(JsonNode node) {
        Map<String, String> shape = new TreeMap<>();
        collect(node, "", shape);
        return shape;
    }

    private static void collect(JsonNode node, String path, Map<String, String> shape) {
        boolean noData = node.has("items") || node.has("requests");
        if (node.isArray()) {
            node.forEach(element -> collect(element, path + "[]", shape));
        } else if (node.isObject() && !noData && path.matches("(.*\\.)?(" + DATA + ")")) {
            node.forEach(value -> collect(value, path + ".*", shape));
        } else if (node.isObject()) {
            node.properties()
                    .forEach(member -> collect(
                            member.getValue(), path.isEmpty() ? member.getKey() : path + "." + member.getKey(), shape));
        } else if (!node.isNull()) {
            shape.put(path, node.isNumber() ? "NUMBER" : node.getNodeType().name());
        }
    }

    @ParameterizedTest
    @MethodSource("batchVerbs")
    void questions_of_tender_have_the_shape_of_the_documented_ones(String verb) throws IOException {
        assertThat(differences(asked(Dialect.TENDER, verb), golden("volcano/documented/" + verb + "-request.json")))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("batchVerbs")
    void questions_of_volcano_have_the_shape_of_the_real_program(String verb) throws IOException {
        assertThat(differences(asked(Dialect.VOLCANO, verb), golden("volcano/volcano/" + verb + "-request.json")))
                .isEmpty();
    }

    /** What one has and the other has not. */
    private static Set<String> differences(JsonNode asked, JsonNode golden) {
        Map<String, String> ours = shape(asked);
        Map<String, String> theirs = shape(golden);
        Set<String> differences = new TreeSet<>();
        ours.forEach((path, kind) -> {
            if (!kind.equals(theirs.get(path)) && !path.matches(ACCIDENTAL)) {
                differences.add("asked only: " + path + " " + kind);
            }
        });
        theirs.forEach((path, kind) -> {
            if (!kind.equals(ours.get(path)) && !path.matches(ACCIDENTAL)) {
                differences.add("golden only: " + path + " " + kind);
            }
        });
        return differences;
    }

    @Test
    void questions_of_kube_have_the_shape_of_the_real_program_in_both_modes() throws IOException {
        for (NodeMode mode : List.of(NodeMode.FULL, NodeMode.NAMES)) {
            for (String verb : List.of("filter", "prioritize", "preempt")) {
                String file = "kube/" + verb + "-request-" + (mode == NodeMode.FULL ? "full" : "names") + ".json";
                JsonNode asked = Dialogue.of(plan(Dialect.KUBE, mode)).question(new Verb(verb), Scene.of(1));

                assertThat(differences(asked, golden(file))).as(file).isEmpty();
                assertThat(asked.propertyNames())
                        .as(file)
                        .containsExactlyElementsOf(golden(file).propertyNames());
            }
        }
        assertThat(shape(asked(Dialect.KUBE, "bind"))).isEqualTo(shape(golden("kube/bind-request.json")));
    }

    @Test
    void questions_of_aurora_have_the_shape_of_the_published_ones() throws IOException {
        assertThat(shape(asked(Dialect.AURORA, "offerset"))).isEqualTo(shape(golden("aurora/request-published.json")));
    }
}
