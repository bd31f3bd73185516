package io.tender.core.sorter;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.spi.Chance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ordering all clients at once gives what taking them one by one gives. */
class WholeOrderTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 17, 256, 1000, 5000})
    void places_are_sorted_by_the_upper_half_and_otherwise_stay(int size) {
        Random random = new Random(size);
        RadixOrder radix = new RadixOrder();
        for (int round = 0; round < 3; round++) {
            double[] values = DoubleStream.generate(() -> random.nextInt(4) == 0
                            ? random.nextInt(3)
                            : Math.scalb(random.nextDouble(), random.nextInt(60) - 30))
                    .limit(size + 5)
                    .toArray();

            int[] places = radix.sort(values, size);

            List<Integer> expected = IntStream.range(0, size)
                    .boxed()
                    .sorted(Comparator.comparingLong(place -> Double.doubleToLongBits(values[place]) >>> 32))
                    .toList();
            assertThat(IntStream.of(places).limit(size).boxed().toList()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_random_order_is_the_same_whether_taken_whole_or_one_by_one(boolean equalWeights) {
        Chance chance = Chance.seeded(7);
        ShareTree tree = new ShareTree(SorterKind.RANDOM, new Totals(Set.of()), true);
        for (int i = 0; i < 700; i++) {
            String path = i % 7 == 0 ? "c" + i / 7 : "c" + i / 7 + "/" + i;
            tree.activate(tree.add(equalWeights ? "d" + i : path, path));
        }
        for (long key = 1; key <= 20; key++) {
            Walk oneByOne = new Walk(chance);
            oneByOne.begin(tree, key);
            Walk whole = new Walk(chance);
            whole.begin(tree, key);
            whole.wantAll();

            assertThat(paths(whole)).hasSize(700).isEqualTo(paths(oneByOne));
        }
    }

    @Test
    void draws_that_agree_are_ordered_by_path() {
        ShareTree tree = new ShareTree(SorterKind.RANDOM, new Totals(Set.of()), false);
        for (String path : List.of("c", "a", "d", "b")) {
            tree.activate(tree.add(path, path));
        }
        Walk walk = new Walk(key -> 42);
        walk.begin(tree, 1);
        walk.wantAll();
        assertThat(paths(walk)).containsExactly("a", "b", "c", "d");

        walk.begin(tree, 1);
        assertThat(paths(walk)).containsExactly("a", "b", "c", "d");
    }

    private static List<String> paths(Walk walk) {
        List<String> paths = new ArrayList<>();
        for (ShareClient client = walk.next(); client != null; client = walk.next()) {
            paths.add(client.path());
        }
        return paths;
    }
}
