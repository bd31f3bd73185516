package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.ClientSurroundings;
import io.tender.model.batch.GoDuration;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.PluginSetup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentReaderTest {
    private static final String PREFIX = "http://gpu:8080/v1";

    private static PluginSettings read(Map<String, ?> values) {
        Map<String, Object> all = new TreeMap<>();
        all.put("extender.urlPrefix", PREFIX);
        all.putAll(values);
        Arguments arguments = new Arguments(all);
        PluginSettings settings = new ArgumentReader(arguments).read("gpu").orElseThrow();
        assertThat(arguments.problems()).isEmpty();
        assertThat(arguments.unread()).isEmpty();
        return settings;
    }

    private static List<Arguments.Problem> problems(Map<String, ?> values) {
        Map<String, Object> all = new TreeMap<>();
        all.put("extender.urlPrefix", PREFIX);
        all.putAll(values);
        Arguments arguments = new Arguments(all);
        BatchPlugin plugin = new ExtenderPluginFactory(ClientSurroundings.system(new SimpleMeterRegistry()))
                .create(arguments, new PluginSetup("gpu", false));
        plugin.close();
        assertThat(arguments.unread()).isEmpty();
        return arguments.problems();
    }

    @Test
    void the_published_example_is_read_as_it_stands() {
        PluginSettings settings = read(Map.of(
                "extender.httpTimeout",
                "1m30s",
                "extender.onSessionOpenVerb",
                "onSessionOpen",
                "extender.predicateVerb",
                "predicate",
                "extender.prioritizeVerb",
                "",
                "extender.ignorable",
                true,
                "extender.managedResources",
                "nvidia.com/gpu, rdma/hca"));
        assertThat(settings.client().deadline()).isEqualTo(Duration.ofSeconds(90));
        assertThat(settings.verbs().keySet()).containsExactlyInAnyOrder(Question.ON_SESSION_OPEN, Question.PREDICATE);
        assertThat(settings.verbs().get(Question.PREDICATE)).hasToString("http://gpu:8080/v1/predicate");
        assertThat(settings.ignorable()).containsExactlyInAnyOrder(Question.values());
        assertThat(settings.managed()).containsExactly("nvidia.com/gpu", "rdma/hca");
    }

    @Test
    void what_is_not_given_has_its_documented_value() {
        PluginSettings settings = read(Map.of());
        assertThat(settings.client().deadline()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.sessionBudget()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.client().limits().answerBytes()).isEqualTo(10 << 20);
        assertThat(settings.dialect()).isEqualTo(DialectName.DOCUMENTED);
        assertThat(settings.snapshot()).isEqualTo(SnapshotMode.FULL);
        assertThat(settings.concurrency()).isEqualTo(16);
        assertThat(settings.weight()).isEqualTo(1);
        assertThat(settings.ignorable()).isEmpty();
        assertThat(settings.verbs()).isEmpty();
        assertThat(settings.managed()).isEmpty();
        assertThat(settings.stateless()).isFalse();
        // A score may depend on what else was placed, so none is kept unless the extender says that it may be.
        assertThat(settings.scoresByList()).isTrue();
    }

    @Test
    void lists_and_quoted_truths_are_understood() {
        PluginSettings settings = read(Map.of(
                "extender.ignorable",
                "T",
                "extender.ignorable.bind",
                false,
                "extender.managedResources",
                List.of("nvidia.com/gpu")));
        assertThat(settings.ignorable()).hasSize(Question.values().length - 1).doesNotContain(Question.BIND);
        assertThat(settings.managed()).containsExactly("nvidia.com/gpu");
    }

    @Test
    void all_mistakes_are_told_at_once() {
        assertThat(problems(Map.of(
                        "extender.urlPrefix", "gpu:8080",
                        "extender.httpTimeout", "5",
                        "extender.dialect", "kub",
                        "extender.snapshot", "some",
                        "extender.scoreRange", "10-0",
                        "extender.prioritizeScope", "all",
                        "extender.concurrency", 0,
                        "extender.ignorable", 1)))
                .extracting(Arguments.Problem::name)
                .containsExactlyInAnyOrder(
                        "extender.urlPrefix",
                        "extender.httpTimeout",
                        "extender.dialect",
                        "extender.snapshot",
                        "extender.scoreRange",
                        "extender.prioritizeScope",
                        "extender.concurrency",
                        "extender.ignorable");
    }

    @ParameterizedTest
    @CsvSource({
        "extender.urlPrefix, ''",
        "extender.urlPrefix, ftp://gpu",
        "extender.urlPrefix, 'http://'",
        "extender.httpTimeout, 0s",
        "extender.httpTimeout, -1s",
        "extender.httpTimeout, 1d",
        "extender.httpTimeout, forever",
        "extender.sessionBudget, 0",
        "extender.predicateVerb, 'a b'",
        "extender.tls.certificate, /some/file",
        "extender.http, 3",
    })
    void a_value_that_cannot_be_used_is_told(String name, String value) {
        assertThat(problems(Map.of(name, value))).isNotEmpty();
    }

    @Test
    void what_is_wrong_is_told_as_it_was_written_and_what_is_right_as_it_may_be() {
        assertThat(problems(Map.of(
                        "extender.urlPrefix",
                        "127.0.0.1:80",
                        "extender.httpTimeout",
                        5,
                        "extender.concurrency",
                        "8",
                        "extender.http",
                        2)))
                .extracting(Arguments.Problem::toString)
                .containsExactlyInAnyOrder(
                        "Problem[name=extender.urlPrefix, got='127.0.0.1:80' (Illegal character in scheme name),"
                                + " expected=an http or https address without credentials: write http://host:port/path]",
                        "Problem[name=extender.httpTimeout, got=5, expected=a duration such as 500ms, 1.5s or 1m30s, from"
                                + " 1ms to 1h: nothing waits without a deadline]",
                        "Problem[name=extender.concurrency, got=the text '8', expected=a whole number from 1 to 1000]",
                        "Problem[name=extender.http, got=2, expected=\"1.1\" or \"2\", in quotes: they are no"
                                + " numbers]");
    }

    @Test
    void deltas_do_not_exist_in_the_dialect_of_volcano() {
        assertThat(problems(Map.of("extender.snapshot", "delta", "extender.dialect", "volcano")))
                .extracting(Arguments.Problem::name)
                .containsExactly("extender.snapshot");
    }

    @ParameterizedTest
    @CsvSource({
        "any, ANY",
        "v1.6, ERROR_MESSAGE",
        "v1.7.3, ERROR_MESSAGE",
        "v1.8, STATUS_LIST",
        "1.9.1, STATUS_LIST",
        "v1.10, STATUS_TEXT",
        "1.10, STATUS_TEXT",
        "v1.16.0-alpha.1, STATUS_TEXT"
    })
    void replies_are_read_as_the_version_that_is_named(String version, ReplyShape shape) {
        assertThat(read(Map.of("extender.replyShape", version, "extender.dialect", "volcano"))
                        .replyShape())
                .isEqualTo(shape);
    }

    @Test
    void a_version_that_cannot_be_is_told_with_what_was_meant() {
        assertThat(problems(Map.of("extender.replyShape", "v1,9", "extender.dialect", "volcano")))
                .singleElement()
                .satisfies(
                        problem -> assertThat(problem.expected()).contains("v1.6 or later", ". Did you mean 'v1.9'"));
        // Too old is no slip.
        assertThat(problems(Map.of("extender.replyShape", "v1.5", "extender.dialect", "volcano")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.expected()).doesNotContain("Did you mean"));
        for (Object other : List.of("v1.5", "v2.0", "status", "", "v1.99999", 1.9, 1, List.of("v1.9"))) {
            assertThat(problems(Map.of("extender.replyShape", other, "extender.dialect", "volcano")))
                    .as("%s", other)
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.expected()).contains("with its v: v1.6 or later"));
        }
    }

    @Test
    void only_volcano_has_versions_whose_replies_differ() {
        assertThat(problems(Map.of("extender.replyShape", "v1.8")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.got()).contains("with the dialect documented"));
        assertThat(problems(Map.of("extender.replyShape", "any"))).isEmpty();
    }

    @Test
    void scores_that_depend_on_the_list_cannot_be_kept() {
        assertThat(problems(Map.of("extender.stateless", true, "extender.prioritizeScope", "list")))
                .extracting(Arguments.Problem::name)
                .containsExactly("extender.stateless");
    }

    @Test
    void looking_ahead_needs_the_verb_for_it_and_a_reason() {
        assertThat(problems(Map.of("extender.askAhead", 3)))
                .extracting(Arguments.Problem::name)
                .containsExactly("extender.askAhead");
        assertThat(problems(
                        Map.of("extender.askAhead", 3, "extender.batchPredicateVerb", "b", "extender.looksAt", "node")))
                .extracting(Arguments.Problem::name)
                .containsExactly("extender.askAhead");
        assertThat(problems(Map.of("extender.askAhead", 1_001, "extender.batchPredicateVerb", "b")))
                .extracting(Arguments.Problem::name)
                .containsExactly("extender.askAhead");
        assertThat(problems(Map.of("extender.askAhead", 3, "extender.batchPredicateVerb", "b")))
                .isEmpty();
    }

    @Test
    void a_certificate_that_is_not_there_is_told() {
        assertThat(problems(Map.of("extender.urlPrefix", "https://gpu", "extender.tls.ca", "/no/such/file.pem")))
                .extracting(Arguments.Problem::name)
                .containsExactly("extender.tls.ca");
    }

    @Test
    void secrets_are_in_no_problem() {
        List<Arguments.Problem> problems = problems(Map.of(
                "extender.urlPrefix", "http://user:hunter2secret@gpu/?key=hunter3secret",
                "extender.headers.X-Api-Key", 12345678,
                "extender.predicateVerb", "a b?key=hunter4secret"));
        assertThat(problems).hasSize(2);
        assertThat(problems.toString()).doesNotContain("hunter2", "hunter3", "hunter4", "12345678");
    }

    @Test
    void slashes_between_prefix_and_verb_are_one_and_a_verb_may_bring_a_query() {
        PluginSettings settings = read(Map.of(
                "extender.urlPrefix", PREFIX + "///",
                "extender.predicateVerb", "/predicate",
                "extender.prioritizeVerb", "score?secret=1"));
        assertThat(settings.verbs().get(Question.PREDICATE)).hasToString(PREFIX + "/predicate");
        assertThat(settings.verbs().get(Question.PRIORITIZE)).hasToString(PREFIX + "/score?…");
    }

    @Test
    void the_factory_is_found_by_the_name_of_the_published_plugin() {
        assertThat(ServiceLoader.load(BatchPluginFactory.class))
                .extracting(BatchPluginFactory::name)
                .contains("extender");
    }

    @ParameterizedTest
    @CsvSource({
        "1s, 1000000000",
        "1.5s, 1500000000",
        "1m30s, 90000000000",
        ".5ms, 500000",
        "1h, 3600000000000",
        "2us, 2000",
        "2µs, 2000",
        "7ns, 7",
        "-1s, -1000000000",
        "0, 0",
        "+3s, 3000000000",
    })
    void durations_are_gos(String text, long nanos) {
        assertThat(GoDuration.parse(text)).contains(Duration.ofNanos(nanos));
    }

    @ParameterizedTest
    @CsvSource({"5", "1d", "''", "s", "1 s", "1s2", ".s", "1.2.3s", "99999999999h", "one second"})
    void other_texts_are_no_durations(String text) {
        assertThat(GoDuration.parse(text)).isEmpty();
    }
}
