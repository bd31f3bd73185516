package io.tender.extender.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SortedTextsTest {
    private final SortedTexts texts = SortedTexts.of(new String[] {"a", "c", "d"}, new String[] {"1", "3", "4"}, true);

    @Test
    void it_is_the_map_that_a_tree_would_be() {
        TreeMap<String, String> tree = new TreeMap<>(Map.of("a", "1", "c", "3", "d", "4"));
        assertThat(texts).isEqualTo(tree).hasSameHashCodeAs(tree).hasToString(tree.toString());
        assertThat(tree).isEqualTo(texts);
        assertThat(texts.keySet()).containsExactly("a", "c", "d");
        assertThat(texts.headMap("c")).isEqualTo(tree.headMap("c"));
        assertThat(texts.tailMap("b")).isEqualTo(tree.tailMap("b"));
        assertThat(texts.subMap("b", "d")).isEqualTo(tree.subMap("b", "d"));
        assertThat(texts.firstKey()).isEqualTo("a");
        assertThat(texts.lastKey()).isEqualTo("d");
        assertThat(texts.get("c")).isEqualTo("3");
        assertThat(texts.get("b")).isNull();
        assertThat(texts.containsKey("d")).isTrue();
        assertThat(texts.containsKey("e")).isFalse();
    }

    @Test
    void nobody_can_change_it() {
        assertThatThrownBy(() -> texts.put("a", "2")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> texts.remove("a")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> texts.headMap("z").clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> texts.entrySet().iterator().next().setValue("2"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void of_a_name_that_comes_twice_the_last_value_counts() {
        SortedTexts read = SortedTexts.of(new String[] {"b", "a", "b"}, new String[] {"1", "2", "3"}, false);
        assertThat(read).containsExactly(Map.entry("a", "2"), Map.entry("b", "3"));
    }

    @Test
    void other_values_leave_the_first_as_they_were() {
        String[] values = texts.valuesCopied();
        values[1] = "5";
        assertThat(texts.with(values)).containsEntry("c", "5").containsEntry("a", "1");
        assertThat(texts).containsEntry("c", "3");
    }

    @Test
    void none_has_no_first() {
        SortedTexts none = SortedTexts.of(new String[0], new String[0], true);
        assertThat(none).isEmpty();
        assertThatThrownBy(none::firstKey).isInstanceOf(NoSuchElementException.class);
    }
}
