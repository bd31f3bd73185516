package io.tender.daemon.http.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.http.HttpProblem;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuestionTest {
    @Test
    void a_word_that_is_unknown_is_told_with_those_that_are_known() {
        HttpProblem problem = Question.unknown(404, "No such pet.", "cow", List.of("cat", "dog"), "name another");

        assertThat(problem.status()).isEqualTo(404);
        assertThat(problem).hasMessage("""
                No such pet.
                  got:      'cow'
                  expected: one of [cat, dog]
                  to do:    name another""");
    }

    @Test
    void of_many_known_words_the_first_are_told() {
        List<String> known =
                IntStream.range(0, 1_000).mapToObj(number -> "w" + number).toList();

        assertThat(Question.unknown(400, "No such word.", "x", known, "name another"))
                .hasMessageContaining("one of [w0, w1, ")
                .hasMessageContaining("w49] and 950 others\n")
                .hasMessageNotContaining("w50");
    }
}
