package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** All forms of replies that are about, in both dialects. */
class ReplyShapesTest {
    private static final JsonFactory JSON = JsonFactory.builder().build();

    private final FakeSession session = new FakeSession();
    private final List<String> nodes =
            session.nodes(2).stream().map(NodeView::name).toList();
    private final FakeTask first = session.task("a", "cpu=1").on(session.nodes().getFirst(), TaskStatus.RUNNING);
    private final FakeTask second =
            session.task("b", "cpu=1").on(session.nodes().getFirst(), TaskStatus.RUNNING);
    private final List<TaskView> offered = List.of(first, second);

    private static <T> T read(AnswerReader<T> reader, String text) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text.replace('\'', '"'))) {
            return reader.read(parser);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'code':0,'errorMessage':''}                        | fits            | fits
            {'status':'','code':0}                              | fits            | fits
            {}                                                  | fits            | fits
            null                                                | malformed       | fits
            {'status':[]}                                       | fits            | fits
            {'status':null,'code':null}                         | fits            | fits
            {'status':[{'Code':0,'Reason':'x','Plugin':'p'}]}   | fits            | fits
            {'status':'full','code':2}                          | UNSCHEDULABLE   | UNSCHEDULABLE
            {'status':'full'}                                   | ERROR           | ERROR
            {'status':'full','code':0}                          | ERROR           | ERROR
            {'status':'never','code':3}                         | UNRESOLVABLE    | UNRESOLVABLE
            {'status':'later','code':4}                         | WAIT            | WAIT
            {'status':'not me','code':5}                        | SKIP            | SKIP
            {'errorMessage':'full'}                             | ERROR           | ERROR
            {'code':2,'errorMessage':'no'}                      | UNSCHEDULABLE   | UNSCHEDULABLE
            {'code':2}                                          | UNSCHEDULABLE   | fits
            {'code':1,'status':''}                              | ERROR           | fits
            {'STATUS':'full','Code':2}                          | UNSCHEDULABLE   | UNSCHEDULABLE
            {'ErrorMessage':'full','CODE':3}                    | UNRESOLVABLE    | UNRESOLVABLE
            {'code':0,'code':3,'status':'x'}                    | UNRESOLVABLE    | UNRESOLVABLE
            {'status':[{'Code':2,'Reason':'r'}]}                | UNSCHEDULABLE   | UNSCHEDULABLE
            {'status':[{'code':0},{'code':3}]}                  | UNRESOLVABLE    | UNRESOLVABLE
            {'status':'odd','code':99}                          | malformed       | ERROR
            {'code':99}                                         | malformed       | fits
            {'other':{'code':[1,{}]},'code':2,'status':'x'}     | UNSCHEDULABLE   | UNSCHEDULABLE
            """)
    void a_verdict_is_understood_in_every_form(String text, String documented, String volcano) {
        assertThat(verdict(text, false)).isEqualTo(documented);
        assertThat(verdict(text, true)).isEqualTo(volcano);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'errorMessage':''}                                     | fits          | fits          | fits          | fits
            {'errorMessage':'full'}                                 | ERROR         | ERROR         | fits          | fits
            {'code':2,'errorMessage':'full'}                        | UNSCHEDULABLE | ERROR         | fits          | fits
            {'status':[{'Code':2,'Reason':'full'}]}                 | UNSCHEDULABLE | fits          | UNSCHEDULABLE | malformed
            {'status':[{'Code':3}]}                                 | UNRESOLVABLE  | fits          | UNRESOLVABLE  | malformed
            {'status':[{'Code':99,'Reason':'odd'}]}                 | ERROR         | fits          | ERROR         | malformed
            {'status':[]}                                           | fits          | fits          | fits          | malformed
            {'status':'full','code':2}                              | UNSCHEDULABLE | fits          | malformed     | UNSCHEDULABLE
            {'status':'full'}                                       | ERROR         | fits          | malformed     | ERROR
            {'status':'odd','code':99}                              | ERROR         | fits          | malformed     | fits
            {'status':'','code':2}                                  | fits          | fits          | malformed     | fits
            {'status':'ok','errorMessage':''}                       | ERROR         | fits          | malformed     | ERROR
            {'status':'','code':0,'errorMessage':'degraded'}        | ERROR         | ERROR         | malformed     | fits
            {'status':'','code':0,'message':'fits well'}            | ERROR         | fits          | malformed     | fits
            {'status':7,'errorMessage':''}                          | malformed     | fits          | malformed     | malformed
            {'code':'2','errorMessage':'full'}                      | malformed     | ERROR         | fits          | malformed
            {'errorMessage':{}}                                     | malformed     | malformed     | fits          | fits
            null                                                    | fits          | fits          | fits          | fits
            {}                                                      | fits          | fits          | fits          | fits
            7                                                       | malformed     | malformed     | malformed     | malformed
            """)
    void who_is_read_as_one_version_of_volcano_is_read_in_its_shape_alone(
            String text, String any, String v16, String v18, String v110) {
        assertThat(verdict(text, new VerdictReader(true))).isEqualTo(any);
        assertThat(verdict(text, VerdictReader.asVolcano(ReplyShape.ERROR_MESSAGE)))
                .isEqualTo(v16);
        assertThat(verdict(text, VerdictReader.asVolcano(ReplyShape.STATUS_LIST)))
                .isEqualTo(v18);
        assertThat(verdict(text, VerdictReader.asVolcano(ReplyShape.STATUS_TEXT)))
                .isEqualTo(v110);
    }

    private static String verdict(String text, boolean strict) {
        return verdict(text, new VerdictReader(strict));
    }

    private static String verdict(String text, VerdictReader reader) {
        try {
            return read(reader, text) instanceof Verdict.Refused refused
                    ? refused.code().name()
                    : "fits";
        } catch (MalformedAnswer wrong) {
            assertThat(wrong).hasMessageContaining("got").hasMessageContaining("expected");
            return "malformed";
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7",
                "[]",
                "'fits'",
                "true",
                "{'code':'2'}",
                "{'code':1.5}",
                "{'status':7}",
                "{'status':[7]}",
                "{'errorMessage':{}}",
                "{'status':[{'Code':'2'}]}",
                ""
            })
    void a_wrong_type_is_no_verdict(String text) {
        assertThatThrownBy(() -> read(new VerdictReader(false), text)).isInstanceOf(MalformedAnswer.class);
        assertThatThrownBy(() -> read(new VerdictReader(true), text)).isInstanceOf(MalformedAnswer.class);
    }

    @Test
    void a_reason_is_kept_and_cannot_forge_lines() {
        assertThat(read(new VerdictReader(false), "{'status':'no\\nWARN all is lost','code':2}"))
                .isEqualTo(Verdict.unschedulable("no\uFFFDWARN all is lost"));
    }

    private BatchVerdictReader batch(int enough, int ahead) {
        return new BatchVerdictReader(
                nodes,
                enough,
                new NodeAnswerReader(new VerdictReader(false), true, Optional.of(new ScoreRange(0, 10)), ahead));
    }

    @Test
    void verdicts_about_many_nodes_are_in_the_order_of_the_question() {
        assertThat(read(batch(2, 0), "{'Nodes':{'n1':{'status':'full','code':2},'n0':{'code':0}}}"))
                .extracting(answer -> answer.verdict(0))
                .containsExactly(Verdict.fits(), Verdict.unschedulable("full"));
    }

    @Test
    void nodes_may_be_left_out_once_enough_fit() {
        assertThat(read(batch(1, 0), "{'nodes':{'n0':{}}}"))
                .extracting(answer -> answer.verdict(0))
                .containsExactly(Verdict.fits());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'nodes':{'n0':{}}}                     | no verdict about node 'n1'
            {'nodes':{'n0':{},'n1':{},'n7':{}}}     | about node 'n7'
            {'nodes':[]}                            | a list as nodes
            {}                                      | no verdict about node 'n0'
            {'nodes':{'n0':7,'n1':{}}}              | a whole number
            {'nodes':{'n0':{'score':'x'}}}          | a text as a score of node 'n0'
            {'nodes':{'n0':{'score':11}}}           | 11.0 as a score of node 'n0'
            {'nodes':{'n0':{'ahead':7}}}            | a whole number as ahead of node 'n0'
            {'nodes':{'n0':{'ahead':[1,2,3,4]}}}    | more than 3 answers as ahead of node 'n0'
            {'nodes':{'n0':{'ahead':[1,12]}}}       | 12.0 as a score of node 'n0'
            {'nodes':{'n0':{'ahead':['yes']}}}      | a text
            {'nodes':{'n0':{'ahead':[{'score':[]}]}}} | a list as a score of node 'n0'
            {'nodes':{'n0':'n1','n1':{}}}           | got 'n1' about node 'n0', expected an object, or the name
            {'nodes':{'n0':{},'n1':'n7'}}           | got 'n7' about node 'n1'
            """)
    void verdicts_about_other_nodes_or_too_few_are_no_answer(String text, String message) {
        assertThatThrownBy(() -> read(batch(2, 3), text))
                .isInstanceOf(MalformedAnswer.class)
                .hasMessageContaining(message);
    }

    @Test
    void the_name_of_a_node_answered_for_before_stands_for_the_same_answer() {
        List<NodeAnswer> said =
                read(batch(2, 3), "{'nodes':{'n0':{'code':0,'score':10,'ahead':[5,{'code':2}]},'n1':'n0'}}");
        assertThat(said.get(1)).isSameAs(said.get(0));
        assertThat(said.get(1).score(1)).contains(50.0);
        assertThat(read(new VolcanoReplies(false).verdicts(), "{'nodes':{'n0':{'code':2},'n1':'n0'}}"))
                .hasEntrySatisfying(
                        "n1", reply -> assertThat(reply.verdict().isFit()).isFalse());
    }

    @Test
    void an_answer_may_bring_its_score_and_look_ahead_in_any_order_of_its_keys() {
        NodeAnswer answer = read(
                        batch(1, 3),
                        "{'nodes':{'n0':{'ahead':[5,{'code':0,'score':1},{'code':2,'status':'full'}],'score':10,'code':0}}}")
                .getFirst();
        assertThat(answer.states()).isEqualTo(4);
        assertThat(answer.verdict(0)).isEqualTo(Verdict.fits());
        assertThat(answer.score(0)).contains(100.0);
        assertThat(answer.verdict(1)).isEqualTo(Verdict.fits());
        assertThat(answer.score(1)).contains(50.0);
        assertThat(answer.score(2)).contains(10.0);
        assertThat(answer.verdict(3)).isEqualTo(Verdict.unschedulable("full"));
        assertThat(answer.score(3)).isEmpty();
    }

    @Test
    void who_looks_ahead_without_being_asked_does_no_harm() {
        assertThat(read(batch(1, 0), "{'nodes':{'n0':{'ahead':[5,[],{}]}}}"))
                .extracting(NodeAnswer::states)
                .containsExactly(1);
    }

    @Test
    void a_batch_that_failed_as_a_whole_says_so() {
        assertThatThrownBy(() -> read(batch(2, 3), "{'errorMessage':'no database'}"))
                .isInstanceOf(ErrorAnswer.class)
                .hasMessage("no database");
    }

    @Test
    void scores_may_be_negative_and_fractional() {
        assertThat(read(scores(false), "{'nodeScore':{'n0':-1.5,'n1':1e2}}"))
                .containsEntry("n0", -1.5)
                .containsEntry("n1", 100.0);
    }

    @Test
    void a_score_that_cannot_be_counted_with_is_none_wherever_it_stands() {
        NodeAnswerReader each = new NodeAnswerReader(new VerdictReader(false), true, Optional.empty(), 1);
        AnswerReader<List<NodeAnswer>> batch = new BatchVerdictReader(List.of("n0"), 1, each);
        assertThat(read(batch, "{'nodes':{'n0':{'code':0,'score':1e100}}}")).hasSize(1);
        List<AnswerReader<?>> readers = List.of(batch, batch, scores(true), new VolcanoReplies(true).scores());
        List<String> texts = List.of(
                "{'nodes':{'n0':{'code':0,'score':1e101}}}",
                "{'nodes':{'n0':{'code':0,'ahead':[-1e101]}}}",
                "{'nodeScore':{'n0':1e101}}",
                "{'nodeScore':{'n0':1e101}}");
        for (int i = 0; i < texts.size(); i++) {
            AnswerReader<?> reader = readers.get(i);
            String text = texts.get(i);
            assertThatThrownBy(() -> read(reader, text))
                    .isInstanceOf(MalformedAnswer.class)
                    .hasMessageContaining("expected a number from -1e100 to 1e100");
        }
    }

    private ScoreReader scores(boolean strict) {
        return new ScoreReader(nodes, strict, Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'nodeScore':{'n0':1}}                  | none for node 'n1'
            {'nodeScore':{'n0':1,'n1':1,'n2':1}}    | 'n2'
            {'nodeScore':{'n0':1,'n1':1e999}}       | Infinity
            {'nodeScore':{'n0':1,'n1':-1e999}}      | Infinity
            {'nodeScore':{'n0':1,'n1':'NaN'}}       | a text
            {'nodeScore':{'n0':1,'n1':null}}        | null
            {'nodeScore':[1,2]}                     | a list
            {'nodeScore':null}                      | no nodeScore
            {}                                      | no nodeScore
            [{'host':'n0','score':1}]               | a list
            """)
    void scores_that_cannot_be_are_no_answer(String text, String message) {
        assertThatThrownBy(() -> read(scores(false), text))
                .isInstanceOf(MalformedAnswer.class)
                .hasMessageContaining(message)
                .hasMessageContaining("expected");
    }

    @Test
    void to_volcano_nodes_may_be_missing_or_unknown_but_scores_may_not() {
        assertThat(read(scores(true), "{'nodeScore':{'n0':1,'n7':9}}")).containsOnlyKeys("n0");
        assertThatThrownBy(() -> read(scores(true), "{}")).isInstanceOf(MalformedAnswer.class);
    }

    @Test
    void a_scorer_that_failed_says_so() {
        assertThatThrownBy(() -> read(scores(false), "{'nodeScore':{'n0':1,'n1':1},'errorMessage':'no model'}"))
                .isInstanceOf(ErrorAnswer.class);
    }

    @Test
    void scores_are_brought_from_their_range_to_a_hundred_and_must_be_in_it() {
        ScoreRange range = ScoreRange.parse("-1-1").orElseThrow();
        ScoreReader reader = new ScoreReader(nodes, false, Optional.of(range));
        assertThat(read(reader, "{'nodeScore':{'n0':-1,'n1':0.5}}"))
                .containsEntry("n0", 0.0)
                .containsEntry("n1", 75.0);
        assertThatThrownBy(() -> read(reader, "{'nodeScore':{'n0':-1,'n1':2}}"))
                .isInstanceOf(MalformedAnswer.class)
                .hasMessageContaining("scoreRange");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'status':1,'victims':[{'uid':'uid-of-b-worker-0'}]}",
                "{'status':1,'victims':[{'UID':'uid-of-b-worker-0','Name':'x','Pod':{'metadata':{'uid':'y'}}}]}",
                "{'Status':1,'Victims':['uid-of-b-worker-0']}",
                "{'status':1,'victims':['default/b-worker-0']}",
                "{'status':1,'victims':['b-worker-0']}",
                "{'status':1,'victims':[{'namespace':'default','name':'b-worker-0'}]}",
                "{'status':1,'victims':[{'name':'b-worker-0'}]}",
                "{'status':1,'victims':[{'uid':'uid-of-b-worker-0'},'b-worker-0']}"
            })
    void victims_are_named_in_many_ways(String text) {
        for (boolean strict : new boolean[] {false, true}) {
            assertThat(read(VerbWording.victimReader(offered, strict), text).tasks())
                    .containsExactly(second);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'status':0,'victims':['a-worker-0']}   | abstains                  | abstains
            {'status':0}                            | abstains                  | abstains
            {'victims':['a-worker-0']}              | victims [a-worker-0]      | abstains
            {'status':-1,'victims':['a-worker-0']}  | no victims: no victims    | victims [a-worker-0]
            {'status':1,'victims':[]}               | no victims: no victims    | no victims: no victims
            {'status':1,'victims':null}             | no victims: no victims    | no victims: no victims
            {'status':-1,'errorMessage':'busy'}     | no victims: busy          | no victims: busy
            {}                                      | malformed                 | abstains
            {'status':1,'victims':['c-worker-0']}   | malformed                 | malformed
            {'status':1,'victims':[{'name':'z'}]}   | malformed                 | malformed
            {'status':1,'victims':[{}]}             | malformed                 | malformed
            {'status':1,'victims':[7]}              | malformed                 | malformed
            {'status':true}                         | malformed                 | malformed
            {'status':1,'victims':{}}               | malformed                 | malformed
            """)
    void victims_are_what_was_offered_or_nothing(String text, String documented, String volcano) {
        assertThat(victims(text, false)).isEqualTo(documented);
        assertThat(victims(text, true)).isEqualTo(volcano);
    }

    private String victims(String text, boolean strict) {
        try {
            return Decision.word(read(VerbWording.victimReader(offered, strict), text));
        } catch (MalformedAnswer wrong) {
            return "malformed";
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'status':1}                        | permits                       | permits
            {'status':5}                        | permits                       | permits
            {'status':0}                        | abstains                      | abstains
            {'status':-1}                       | rejects: the job is rejected  | rejects: the job is rejected
            {'Status':-2,'errorMessage':'full'} | rejects: full                 | rejects: full
            {}                                  | malformed                     | abstains
            {'status':true}                     | malformed                     | malformed
            {'status':'1'}                      | malformed                     | malformed
            """)
    void votes_are_numbers(String text, String documented, String volcano) {
        assertThat(vote(text, false)).isEqualTo(documented);
        assertThat(vote(text, true)).isEqualTo(volcano);
    }

    private static String vote(String text, boolean strict) {
        try {
            return Decision.word(read(DecisionReaders.vote(strict), text));
        } catch (MalformedAnswer wrong) {
            return "malformed";
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'status':true,'overused':false}                    | yes | yes
            {'STATUS':true,'Overused':false}                    | yes | yes
            {'status':false,'overused':true,'reason':'x'}       | no: x | no: x
            {'status':1,'overused':0}                           | malformed | malformed
            {'status':'true','overused':'false'}                | malformed | malformed
            """)
    void readiness_and_overuse_are_truths(String text, String ready, String overused) {
        for (boolean strict : new boolean[] {false, true}) {
            assertThat(answer(DecisionReaders.ready(strict), text)).isEqualTo(ready);
            assertThat(answer(DecisionReaders.overused(strict), text)).isEqualTo(overused);
        }
    }

    @Test
    void an_answer_that_does_not_say_is_none_unless_go_would_fill_it_in() {
        assertThat(answer(DecisionReaders.ready(false), "{}")).isEqualTo("malformed");
        assertThat(answer(DecisionReaders.overused(false), "{}")).isEqualTo("malformed");
        assertThat(answer(DecisionReaders.ready(true), "{}")).isEqualTo("no: the job is not ready");
        assertThat(answer(DecisionReaders.overused(true), "{}")).isEqualTo("yes");
    }

    private static String answer(AnswerReader<Answer> reader, String text) {
        try {
            return Decision.word(read(reader, text));
        } catch (MalformedAnswer wrong) {
            return "malformed";
        }
    }
}
