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
    @ValueSource(ints = {0, 1, 2, 3, 17, 256, 1000, 5000, 100_000})
    void buckets_keep_the_order_of_the_numbers_and_otherwise_that_of_coming(int size) {
        Random random = new Random(size);
        BucketOrder buckets = new BucketOrder();
        for (int range : new int[] {1, 3, 1000, Integer.MAX_VALUE}) {
            int[] keys = random.ints(size + 5L, 0, range).toArray();

            int[] places = buckets.sort(keys, size, range % 3);

            assertThat(IntStream.of(places).limit(size).sorted().toArray())
                    .isEqualTo(IntStream.range(0, size).toArray());
            // How wide a bucket may be: as many numbers as the range has for each of the fewest buckets.
            int width = range / Math.min(Math.max(size, 1), 1 << 15) + 1;
            for (int i = 1; i < size; i++) {
                int before = keys[places[i - 1]];
                int after = keys[places[i]];
                assertThat(after).isGreaterThan(before - width);
                if (before == after) {
                    assertThat(places[i]).isGreaterThan(places[i - 1]);
                }
            }
        }
    }

    @Test
    void a_rough_logarithm_is_off_by_no_more_than_it_says() {
        Random random = new Random(3);
        double[] numbers = DoubleStream.concat(
                        DoubleStream.of(1, Math.nextDown(1.0), 0.999, Math.nextUp(0.999), 0.5, 0.25, 0x1.0p-54),
                        DoubleStream.generate(random::nextDouble).limit(100_000).map(unit -> Math.max(unit, 0x1.0p-54)))
                .toArray();
        for (double number : numbers) {
            double exact = StrictMath.log(number);
            assertThat(Math.abs(RoughLogarithm.of(number) - exact))
                    .isLessThanOrEqualTo(Math.abs(exact) * RoughLogarithm.ERROR);
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

    @Test
    void values_too_close_for_a_rough_logarithm_are_told_apart_exactly() {
        ShareTree tree = new ShareTree(SorterKind.RANDOM, new Totals(Set.of()), false);
        List<ShareClient> clients = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            ShareClient client = tree.add("c" + i, i);
            tree.updateWeight(client.path(), i % 2 == 0 ? 1 : 1.0 + i * 1e-13);
            tree.activate(client);
            clients.add(client);
        }
        // Draws that differ by their last bits only.
        Chance chance = key -> (1L << 62) + ((key >>> 60) << 11);
        Walk walk = new Walk(chance);
        walk.begin(tree, 1);
        walk.wantAll();

        List<String> expected = clients.stream()
                .sorted(Comparator.<ShareClient>comparingDouble(client -> {
                            double unit = Chance.unit(chance.draw(Chance.keyWithHalf(1, client.half)));
                            return -StrictMath.log(unit) / client.relativeWeight;
                        })
                        .thenComparing(ShareClient::path))
                .map(ShareClient::path)
                .toList();
        assertThat(paths(walk)).isEqualTo(expected);

        walk.begin(tree, 1);
        assertThat(paths(walk)).isEqualTo(expected);
    }

    private static List<String> paths(Walk walk) {
        List<String> paths = new ArrayList<>();
        for (ShareClient client = walk.next(); client != null; client = walk.next()) {
            paths.add(client.path());
        }
        return paths;
    }
}
