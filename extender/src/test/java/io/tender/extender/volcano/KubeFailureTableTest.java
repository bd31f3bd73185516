package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every cell of what a failure does to kube-scheduler: each verb, ignorable or not, with each kind of failure. */
class KubeFailureTableTest extends KubeTestBase {
    private static final List<Question> VERBS = List.of(
            Question.BATCH_PREDICATE, Question.PRIORITIZE, Question.PREEMPTABLE, Question.RECLAIMABLE, Question.BIND);

    /** What can go wrong. */
    enum Failure {
        NOBODY,
        TIMEOUT,
        STATUS_500,
        STATUS_201,
        REDIRECT,
        MALFORMED,
        EMPTY,
        TOO_LARGE
    }

    private static String ignored(Question question) {
        return switch (question) {
            case BATCH_PREDICATE -> "[fits, fits]";
            case PRIORITIZE -> "left out";
            case PREEMPTABLE, RECLAIMABLE -> "abstains";
            default -> "not delegated";
        };
    }

    private static String closed(Question question) {
        return switch (question) {
            case BATCH_PREDICATE -> "[refused: Extender 'gpu'";
            // Scores that cannot be had are done without, whatever the setting says.
            case PRIORITIZE -> "left out";
            case PREEMPTABLE, RECLAIMABLE -> "no victims: Extender 'gpu'";
            default -> "no: Extender 'gpu'";
        };
    }

    static Stream<Arguments> cells() {
        List<Arguments> cells = new ArrayList<>();
        for (Question question : VERBS) {
            for (Failure failure : Failure.values()) {
                cells.add(Arguments.of(question, failure, true));
                cells.add(Arguments.of(question, failure, false));
            }
        }
        return cells.stream();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void a_failure_means_what_it_means_to_kube_scheduler(Question question, Failure failure, boolean ignorable) {
        Map<String, Object> arguments = new TreeMap<>();
        arguments.put("extender.ignorable", ignorable);
        arguments.put("extender.retries", 0);
        arguments.put("extender.nodeCacheCapable", true);
        arguments.put("extender.maxResponseBytes", 1000);
        String verb = verb(question);
        String good = good(question);
        switch (failure) {
            case NOBODY -> arguments.put("extender.urlPrefix", extender.url() + "/nowhere");
            case TIMEOUT -> {
                extender.hangingOn(verb);
                arguments.put("extender.httpTimeout", "60ms");
            }
            case STATUS_500 -> extender.on(verb, 500, good);
            case STATUS_201 -> extender.on(verb, 201, good);
            case REDIRECT ->
                extender.on(verb, (exchange, request) -> {
                    exchange.getResponseHeaders().add("Location", extender.url() + "/elsewhere");
                    ScriptedExtender.send(exchange, 307, "");
                });
            case MALFORMED -> extender.on(verb, "{\"NodeNames\":");
            case EMPTY -> extender.on(verb, "");
            case TOO_LARGE -> extender.on(verb, good + " ".repeat(2000));
        }
        String decided = ask(kube(arguments), question);
        if (ignorable) {
            assertThat(decided).isEqualTo(ignored(question));
        } else {
            assertThat(decided).startsWith(closed(question));
        }
        assertThat(extender.asked("elsewhere")).isEmpty();
    }

    private static String good(Question question) {
        return switch (question) {
            case BATCH_PREDICATE -> golden("filter-reply-all-names");
            case PRIORITIZE -> golden("prioritize-reply");
            case PREEMPTABLE, RECLAIMABLE -> golden("preempt-reply");
            default -> golden("bind-reply");
        };
    }
}
