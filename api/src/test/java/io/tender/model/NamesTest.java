package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamesTest {
    @Test
    void equal_names_become_one_instance() {
        String first = Names.intern(new String("some-name"));
        assertThat(Names.intern(new String("some-name"))).isSameAs(first);
        assertThat(Names.intern(new String("cpus"))).isSameAs("cpus");
    }

    @Test
    void an_endless_stream_of_names_is_not_remembered_and_still_right() {
        for (int i = 0; i < 10_000; i++) {
            Names.intern("stream-" + i);
        }
        String late = new String("late-name");
        assertThat(Names.intern(late)).isSameAs(late);
        String other = new String("late-name");
        Resources sum = Resources.of(Resource.scalar(late, 1000), Resource.scalar(other, 2000));
        assertThat(sum).hasToString("late-name:3");
        assertThat(sum.minus(Resources.parse("late-name:1"))).isEqualTo(Resources.parse("late-name:2"));
        assertThat(sum.quantities().contains(ResourceQuantities.parse("late-name:3")))
                .isTrue();
    }

    @Test
    void huge_names_are_not_remembered() {
        String huge = "x".repeat(100_000);
        assertThat(Names.intern(huge)).isSameAs(huge);
        String again = "x".repeat(100_000);
        assertThat(Names.intern(again)).isSameAs(again);
    }
}
