package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotBlank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoleTest {
    @ParameterizedTest
    @ValueSource(strings = {"*", "a", "eng/dev", "a/b/c", "a-b", "a.b", "...", "*a", "a*", "dev-", "é", "a@b"})
    void good_names_are_kept_as_they_are(String path) {
        assertThat(Role.of(path)).hasToString(path).isEqualTo(Role.of(path)).hasSameHashCodeAs(Role.of(path));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "''|0|at least one",
                "/a|0|slash",
                "a/|2|slash",
                "a//b|2|slash",
                ".|0|component",
                "a/..|2|component",
                "a/*|2|component",
                "*/a|0|component",
                "-a|0|starts with '-'",
                "a/-b|2|starts with '-'",
                "a b|1|white space",
                "a\tb|1|white space",
                "a\u0008b|1|backspace",
                "a\u007fb|1|backspace",
                "a\u2003b|1|white space"
            })
    void bad_names_are_refused_at_a_position(String path, int position, String expected) {
        assertThatThrownBy(() -> Role.of(path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got:")
                .hasMessageContaining("wrong at position " + position)
                .hasMessageContaining(expected)
                .hasMessageContaining("to do:");
    }

    @Test
    void a_path_knows_its_ancestors() {
        Role role = Role.of("a/b/c");
        assertThat(role.ancestors()).containsExactly(Role.of("a"), Role.of("a/b"));
        assertThat(role.parent()).contains(Role.of("a/b"));
        assertThat(role.topLevel()).isEqualTo(Role.of("a"));
        assertThat(role.isTopLevel()).isFalse();
        assertThat(Role.of("a").isTopLevel()).isTrue();
        assertThat(Role.of("a").parent()).isEmpty();
        assertThat(Role.of("a").ancestors()).isEmpty();
        assertThat(Role.ANY.isTopLevel()).isTrue();
    }

    @Test
    void being_below_follows_whole_components() {
        assertThat(Role.of("a/b").isDescendantOf(Role.of("a"))).isTrue();
        assertThat(Role.of("ab").isDescendantOf(Role.of("a"))).isFalse();
        assertThat(Role.of("a").isDescendantOf(Role.of("a"))).isFalse();
        assertThat(Role.of("a").isDescendantOf(Role.of("a/b"))).isFalse();
        assertThat(Role.of("a").isDescendantOf(Role.ANY)).isFalse();
    }

    @Property
    void roles_are_ordered_by_their_bytes(@ForAll @NotBlank String a, @ForAll @NotBlank String b) {
        Role left = role("r" + a);
        Role right = role("r" + b);
        int bytes = Arrays.compareUnsigned(
                left.path().getBytes(StandardCharsets.UTF_8), right.path().getBytes(StandardCharsets.UTF_8));
        assertThat(Integer.signum(left.compareTo(right))).isEqualTo(Integer.signum(bytes));
        assertThat(left.equals(right)).isEqualTo(bytes == 0);
    }

    /** Lone surrogates have no bytes of their own, so they are replaced as the encoder would. */
    private static Role role(String text) {
        String clean = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        return Role.of(clean.replaceAll("[\\s\\p{Z}\\p{Cc}/]", "x"));
    }

    @Test
    void supplementary_characters_come_after_all_others() {
        assertThat(Role.of("\uFF5E")).isLessThan(Role.of("\uD83D\uDE00"));
        assertThat(Role.of("\uD83D\uDE00")).isLessThan(Role.of("\uD83D\uDE01"));
    }
}
