package io.tender.mesos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.tender.model.TextPattern;
import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextPatternsTest {
    @Test
    void the_whole_text_must_match() {
        TextPattern pattern = TextPatterns.compile("[a-d]+");
        assertThat(pattern.matches("abcd")).isTrue();
        assertThat(pattern.matches("bcde")).isFalse();
        assertThat(pattern.matches("")).isFalse();
        assertThat(pattern.regex()).isEqualTo("[a-d]+");
        assertThat(pattern).hasToString("[a-d]+");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[a-d|malformed",
                "(a+){50}|too complex",
                "(a+){500}|too large",
                "(a)\\1|malformed",
                "a{1001}|too large",
                "(((a{100}){100}){100}){100}|too large",
                "((((((((a{9}){9}){9}){9}){9}){9}){9}){9})|too large",
                "(a{2,})((b{1,9999}))|too large"
            })
    void o8_bad_expressions_are_refused(String regex, String problem) {
        assertThatThrownBy(() -> TextPatterns.compile(regex))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + regex + "' is " + problem)
                .hasMessageContaining("got:")
                .hasMessageContaining("to do:");
    }

    @Test
    void o8_small_repetitions_are_fine() {
        assertThat(TextPatterns.compile("(a+){10}").matches("a".repeat(20))).isTrue();
    }

    @Test
    void an_endless_expression_is_refused_at_once() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            assertThatThrownBy(() -> TextPatterns.compile("a".repeat(1_000_000)))
                    .hasMessageContaining("too large");
            assertThatThrownBy(() -> TextPatterns.compile("(".repeat(100_000))).hasMessageContaining("is ");
        });
    }

    @Test
    void evil_input_is_matched_in_linear_time() {
        TextPattern pattern = TextPatterns.compile("(a*)*b");
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(5),
                () -> assertThat(pattern.matches("a".repeat(20_000))).isFalse());
    }

    @Provide
    Arbitrary<String> expressions() {
        return Arbitraries.of(
                        "a", "b", "(", ")", "|", "*", "+", "?", "{2}", "{3,}", "{1,5}", "[a-c]", "[^]x]", "\\d", ".",
                        "{", "}", "[", "]", "\\", "^", "$", "(?:")
                .list()
                .ofMaxSize(12)
                .map(parts -> String.join("", parts));
    }

    @Property
    void the_estimate_is_never_far_below_the_compiled_size(@ForAll("expressions") String regex) {
        try {
            int size = Pattern.compile(regex).programSize();
            assertThat(size).as(regex).isLessThanOrEqualTo((int) (2 * RegexSize.of(regex) + 10));
        } catch (PatternSyntaxException e) {
            assertThat(RegexSize.of(regex)).isNotNegative();
        }
    }
}
