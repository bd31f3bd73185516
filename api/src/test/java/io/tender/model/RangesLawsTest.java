package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Ranges against sets of single numbers, in the small and at the upper end of 64 bits. */
class RangesLawsTest {
    private static final int WORLD = 64;

    /** Where the numbers of the small world really lie: at the start, around the sign bit, or at the very end. */
    @Provide
    Arbitrary<Long> bases() {
        return Arbitraries.of(0L, 1000L, Long.MAX_VALUE - WORLD / 2, Long.MIN_VALUE - WORLD / 2, -WORLD * 1L);
    }

    @Provide
    Arbitrary<BitSet> worlds() {
        return Arbitraries.integers().between(0, WORLD - 1).list().ofMaxSize(40).map(numbers -> {
            BitSet bits = new BitSet();
            numbers.forEach(bits::set);
            return bits;
        });
    }

    private static Value.Ranges ranges(BitSet bits, long base) {
        return Value.Ranges.ofBounds(bits.stream()
                .asLongStream()
                .flatMap(n -> LongStream.of(base + n, base + n))
                .toArray());
    }

    private static BitSet bits(Value.Ranges ranges, long base) {
        BitSet bits = new BitSet();
        for (int i = 0; i < ranges.size(); i++) {
            bits.set((int) (ranges.begin(i) - base), (int) (ranges.end(i) - base) + 1);
        }
        return bits;
    }

    private static void canonical(Value.Ranges ranges) {
        for (int i = 0; i < ranges.size(); i++) {
            assertThat(Long.compareUnsigned(ranges.begin(i), ranges.end(i))).isLessThanOrEqualTo(0);
            if (i > 0) {
                assertThat(Long.compareUnsigned(ranges.end(i - 1) + 1, ranges.begin(i)))
                        .isLessThan(0);
            }
        }
    }

    @Property
    void ranges_do_as_sets_do(@ForAll("worlds") BitSet a, @ForAll("worlds") BitSet b, @ForAll("bases") long base) {
        Value.Ranges left = ranges(a, base);
        Value.Ranges right = ranges(b, base);
        BitSet union = (BitSet) a.clone();
        union.or(b);
        BitSet difference = (BitSet) a.clone();
        difference.andNot(b);
        BitSet missing = (BitSet) b.clone();
        missing.andNot(a);

        canonical(left);
        canonical(left.plus(right));
        canonical(left.minus(right));
        assertThat(bits(left, base)).isEqualTo(a);
        assertThat(left.count()).isEqualTo(a.cardinality());
        assertThat(bits(left.plus(right), base)).isEqualTo(union);
        assertThat(bits(left.minus(right), base)).isEqualTo(difference);
        assertThat(left.contains(right)).isEqualTo(missing.isEmpty());
        assertThat(left.equals(right)).isEqualTo(a.equals(b));
    }

    @Property
    void nothing_is_allocated_where_nothing_changes(@ForAll("worlds") BitSet a, @ForAll("worlds") BitSet b) {
        Value.Ranges whole = ranges(a, 0).plus(ranges(b, 0));
        Value.Ranges part = ranges(b, 0);
        assertThat(whole.plus(part)).isSameAs(whole);
        Value.Ranges elsewhere = ranges(b, 10_000);
        assertThat(whole.minus(elsewhere)).isSameAs(whole);
        assertThat(whole.minus(Value.Ranges.empty())).isSameAs(whole);
        assertThat(Value.Ranges.empty().plus(part)).isSameAs(part);
    }

    @Property
    void overlapping_input_in_any_order_is_coalesced(@ForAll("pairs") List<long[]> pairs) {
        long[] bounds = pairs.stream().flatMapToLong(Arrays::stream).toArray();
        Value.Ranges ranges = Value.Ranges.ofBounds(bounds);
        canonical(ranges);
        TreeSet<Long> numbers = pairs.stream()
                .flatMap(pair -> LongStream.rangeClosed(pair[0], pair[1]).boxed())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(ranges.count()).isEqualTo(numbers.size());
    }

    @Provide
    Arbitrary<List<long[]>> pairs() {
        Arbitrary<Long> number = Arbitraries.longs().between(0, 40);
        return number.tuple2()
                .map(pair -> new long[] {Math.min(pair.get1(), pair.get2()), Math.max(pair.get1(), pair.get2())})
                .list()
                .ofMaxSize(8);
    }

    @Example
    void the_whole_of_64_bits_is_one_range() {
        Value.Ranges all = Value.Ranges.of(0, -1);
        assertThat(all).hasToString("[0-18446744073709551615]");
        assertThat(all.count()).isEqualTo(Long.MAX_VALUE);
        assertThat(all.minus(Value.Ranges.of(5, 5))).hasToString("[0-4,6-18446744073709551615]");
        assertThat(all.minus(Value.Ranges.of(-1, -1)).plus(Value.Ranges.of(-1, -1)))
                .isEqualTo(all);
        BigInteger most = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
        assertThat(all.toString()).contains(most.toString());
    }
}
