package io.tender.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShuffleTest {
    private static final Chance CHANCE = Chance.seeded(7);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 63, 64, 65, 1_000, 4_096, 100_000})
    void every_number_has_a_place_of_its_own_and_is_found_there(int count) {
        Shuffle shuffle = new Shuffle(CHANCE, 1, count);
        BitSet taken = new BitSet();
        boolean found = true;
        for (int number = 0; number < shuffle.places(); number++) {
            int place = shuffle.placeOf(number);
            found &= place >= 0 && place < shuffle.places() && shuffle.at(place) == number;
            taken.set(place);
        }
        assertThat(found).isTrue();
        assertThat(taken.cardinality()).isEqualTo(shuffle.places()).isGreaterThanOrEqualTo(count);
    }

    @Test
    void the_same_key_gives_the_same_order_and_another_key_another() {
        assertThat(order(1, 200)).isEqualTo(order(1, 200)).isNotEqualTo(order(2, 200));
    }

    @Test
    void all_orders_of_a_few_are_equally_likely() {
        int orders = 24;
        int shuffles = 240_000;
        Map<List<Integer>, Integer> seen = new TreeMap<>(Comparator.comparing(List::toString));
        for (long key = 0; key < shuffles; key++) {
            seen.merge(order(key, 4), 1, Integer::sum);
        }
        assertThat(seen).hasSize(orders);
        double expected = (double) shuffles / orders;
        double chiSquare = seen.values().stream()
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
        // Exceeded by chance once in a thousand times, with 23 degrees of freedom; the keys are fixed, so is the
        // outcome.
        assertThat(chiSquare).isLessThan(49.7);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 50, 300})
    void everybody_is_as_often_first_and_as_often_before_the_one_beside(int count) {
        int each = 400;
        int shuffles = each * count;
        int[] first = new int[count];
        int[] before = new int[count];
        for (long key = 0; key < shuffles; key++) {
            Shuffle shuffle = new Shuffle(CHANCE, key, count);
            int[] places = IntStream.range(0, count).map(shuffle::placeOf).toArray();
            int least = 0;
            for (int i = 1; i < count; i++) {
                least = places[i] < places[least] ? i : least;
                before[i] += places[i] < places[i - 1] ? 1 : 0;
            }
            first[least]++;
        }
        double chiSquare = Arrays.stream(first)
                .mapToDouble(times -> (double) (times - each) * (times - each) / each)
                .sum();
        assertThat(chiSquare / count).isLessThan(2);
        for (int i = 1; i < count; i++) {
            assertThat((double) before[i] / shuffles).isCloseTo(0.5, within(2.5 / Math.sqrt(shuffles)));
        }
    }

    @Test
    void it_says_how_many_it_can_shuffle() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Shuffle(CHANCE, 1, -1))
                .withMessage("a shuffle of -1 things: expected 0 to 1073741824");
    }

    private static List<Integer> order(long key, int count) {
        Shuffle shuffle = new Shuffle(CHANCE, key, count);
        return IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingInt(shuffle::placeOf))
                .toList();
    }
}
