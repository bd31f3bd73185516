package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {
    private static final String HEADER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @Test
    void what_is_read_is_written_back_the_same() {
        assertThat(TraceParent.parse(HEADER)).map(TraceParent::header).contains(HEADER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01"
            })
    void what_is_no_trace_is_not_continued(String header) {
        assertThat(TraceParent.parse(header)).isEmpty();
    }

    @Test
    void a_child_keeps_the_trace_and_gets_a_span_of_its_own() {
        TraceParent parent = TraceParent.parse(HEADER).orElseThrow();
        TraceParent child = parent.child(() -> 255L);

        assertThat(child.header()).isEqualTo("00-0af7651916cd43dd8448eb211c80319c-00000000000000ff-01");
    }

    @Test
    void ids_are_never_all_zero() {
        assertThat(TraceParent.fresh(() -> 0L).header())
                .isEqualTo("00-00000000000000010000000000000000-0000000000000001-01");
        assertThatThrownBy(() -> new TraceParent("0".repeat(32), "1".repeat(16), true))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
