package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every cell of the table: each verb, ignorable or not, with each kind of failure. */
class IgnorableTableTest extends PluginTestBase {
    /** Bound and not listening, so that whoever calls it is refused, and nobody else is given its port. */
    private static final Socket DEAF = new Socket();

    @BeforeAll
    static void keep_a_port_where_nobody_listens() throws IOException {
        DEAF.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterAll
    static void let_go_of_the_port() throws IOException {
        DEAF.close();
    }

    /** What can go wrong. */
    enum Failure {
        REFUSED,
        TIMEOUT,
        STATUS_500,
        MALFORMED,
        WRONG_TYPE,
        EMPTY,
        TOO_LARGE
    }

    private static String unasked(Question question) {
        return switch (question) {
            case ON_SESSION_OPEN -> "open";
            case PREDICATE, BATCH_PREDICATE -> "fits";
            case PRIORITIZE -> "left out";
            case PREEMPTABLE, RECLAIMABLE, JOB_ENQUEUEABLE -> "abstains";
            case QUEUE_OVERUSED, JOB_READY, ALLOCATE -> "yes";
            case BIND -> "not delegated";
            case ON_SESSION_CLOSE, JOB_ENQUEUED, DEALLOCATE, COMMIT, ABORT -> "told";
        };
    }

    private static String closed(Question question) {
        return switch (question) {
            case ON_SESSION_OPEN, PREDICATE, BATCH_PREDICATE -> "refused: ";
            case PRIORITIZE -> "unranked: ";
            case PREEMPTABLE, RECLAIMABLE -> "no victims: ";
            case JOB_ENQUEUEABLE -> "rejects: ";
            case QUEUE_OVERUSED, JOB_READY, ALLOCATE, BIND -> "no: ";
            case COMMIT, ABORT -> "to be told again";
            case ON_SESSION_CLOSE, JOB_ENQUEUED, DEALLOCATE -> "told";
        };
    }

    /** Verbs whose answer is not looked at, so that nothing can be wrong with it but its size. */
    private static boolean isRead(Question question, Failure failure) {
        boolean body = failure == Failure.MALFORMED || failure == Failure.WRONG_TYPE || failure == Failure.EMPTY;
        return switch (question) {
            case ON_SESSION_OPEN, ON_SESSION_CLOSE, COMMIT, ABORT -> !body;
            case JOB_ENQUEUED -> failure != Failure.WRONG_TYPE;
            default -> true;
        };
    }

    static Stream<Arguments> cells() {
        List<Arguments> cells = new ArrayList<>();
        for (Question question : Question.values()) {
            for (Failure failure : Failure.values()) {
                cells.add(Arguments.of(question, failure, true));
                cells.add(Arguments.of(question, failure, false));
            }
        }
        return cells.stream();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void a_failure_means_what_the_table_says(Question question, Failure failure, boolean ignorable) {
        ExtenderPlugin plugin = failing(question, failure, Map.of("extender.ignorable", ignorable));
        String decided = new Decision(session, "cpu=1").of(question, plugin);
        if (!isRead(question, failure)) {
            assertThat(decided).isEqualTo(question == Question.ON_SESSION_OPEN ? "open" : "told");
            assertThat(failures(question, "ignored") + failures(question, "failed_closed"))
                    .isZero();
        } else if (ignorable) {
            assertThat(decided).isEqualTo(unasked(question));
            assertThat(failures(question, "ignored")).isEqualTo(1);
        } else {
            assertThat(decided).startsWith(closed(question));
            assertThat(failures(question, "failed_closed")).isEqualTo(1);
            if (decided.contains(": ")) {
                assertThat(decided).contains("'gpu'").contains("expected").contains("to do");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_verb_of_its_own_setting_does_not_follow_the_common_one(Question question) {
        ExtenderPlugin plugin = failing(
                question,
                Failure.STATUS_500,
                Map.of("extender.ignorable", "true", "extender.ignorable." + question.label(), "F"));
        assertThat(new Decision(session, "cpu=1").of(question, plugin)).startsWith(closed(question));
    }

    /** As Python writes it. */
    @Test
    void a_score_that_is_no_number_is_told_as_what_it_is() {
        extender.on("prioritize", "{\"nodeScore\":{\"node-1\":NaN}}")
                .on("batchPredicate", "{\"nodes\":{\"node-1\":{\"code\":0,\"score\":-Infinity}}}");
        assertThat(new Decision(session, "cpu=1").of(Question.PRIORITIZE, plugin(Question.PRIORITIZE)))
                .startsWith("unranked: ")
                .contains("Got NaN as the score of node 'node-1', expected a finite number");
        assertThat(new Decision(new FakeSession(), "cpu=1")
                        .of(
                                Question.BATCH_PREDICATE,
                                plugin(
                                        Map.of("extender.prioritizeScope", "node"),
                                        Question.BATCH_PREDICATE,
                                        Question.PRIORITIZE)))
                .startsWith("refused: ")
                .contains("Got -Infinity as a score of node 'node-1', expected a finite number");
    }

    private ExtenderPlugin failing(Question question, Failure failure, Map<String, ?> more) {
        Map<String, Object> arguments = new TreeMap<>(more);
        arguments.put("extender.retries", 0);
        arguments.put("extender.maxResponseBytes", 1000);
        String verb = question.label();
        switch (failure) {
            case REFUSED -> arguments.put("extender.urlPrefix", "http://127.0.0.1:" + DEAF.getLocalPort());
            case TIMEOUT -> {
                extender.hangingOn(verb);
                arguments.put("extender.httpTimeout", "60ms");
            }
            case STATUS_500 -> extender.on(verb, 500, Decision.good(question));
            case MALFORMED -> extender.on(verb, "{\"code\":");
            case WRONG_TYPE ->
                extender.on(
                        verb,
                        "{\"code\":\"0\",\"nodes\":7,\"nodeScore\":[],\"status\":{},\"overused\":\"no\","
                                + "\"victims\":1,\"errorMessage\":false}");
            case EMPTY -> extender.on(verb, "");
            case TOO_LARGE -> extender.on(verb, Decision.good(question) + " ".repeat(2000));
        }
        return plugin(arguments, question);
    }
}
