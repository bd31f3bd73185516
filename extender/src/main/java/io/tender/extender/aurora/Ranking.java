package io.tender.extender.aurora;

import io.tender.model.service.HostOffer;
import java.util.Arrays;
import java.util.List;

/**
 * Offers in the order in which their hosts are named: all offers of a host together and in their own order, a host only
 * the first time it is named. Counts what does not fit.
 */
final class Ranking {
    private final HostNames hosts;
    /** Not typed, lest each be looked at. */
    private final Object[] ordered;

    private final boolean[] named;
    private int size;
    /** The position behind the host named last: where an order that is much like that of the request goes on. */
    private int expected;

    private int unknown;
    private int repeated;

    Ranking(HostNames hosts) {
        this.hosts = hosts;
        this.ordered = new Object[hosts.size()];
        this.named = new boolean[hosts.size()];
    }

    /** The next host of an answer. */
    void name(String host) {
        add(hosts.first(host));
    }

    /** The same, named in plain text. */
    void name(byte[] text, int from, int to) {
        add(hosts.first(text, from, to));
    }

    /**
     * Names the hosts that are expected next, for as long as a text goes on with them, in quotes and with a comma between: they
     * need not be looked for.
     *
     * @return where the text goes on behind the last of them; negative if it begins with another one
     */
    int nameExpected(byte[] text, int from, int end) {
        HostNames.Table table = hosts.prepared();
        int behind = -1;
        int at = from;
        int position = expected;
        while (position < named.length && !named[position]) {
            int to = table.endOfQuoted(position, text, at, end);
            if (to < 0) {
                break;
            }
            behind = to;
            named[position] = true;
            ordered[size++] = hosts.untouched(position++);
            if (to == end || text[to] != ',') {
                break;
            }
            at = to + 1;
        }
        expected = position;
        return behind;
    }

    private void add(int first) {
        if (first < 0) {
            unknown++;
        } else if (named[first]) {
            repeated++;
        } else {
            named[first] = true;
            expected = first + 1;
            for (int at = first; at >= 0; at = hosts.next(at)) {
                ordered[size++] = hosts.untouched(at);
            }
        }
    }

    /** Something among the hosts that is no name. */
    void nameNothing() {
        unknown++;
    }

    /** The offers whose hosts were named, best first. */
    @SuppressWarnings("unchecked") // nothing else is in it
    List<HostOffer> ordered() {
        List<?> all = Arrays.asList(size == ordered.length ? ordered : Arrays.copyOf(ordered, size));
        return (List<HostOffer>) all;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Offers whose hosts were not named. */
    int missing() {
        return ordered.length - size;
    }

    /** Names that are nobody's. */
    int unknown() {
        return unknown;
    }

    /** Names that had been named before. */
    int repeated() {
        return repeated;
    }
}
