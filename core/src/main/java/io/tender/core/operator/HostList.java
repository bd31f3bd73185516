package io.tender.core.operator;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads the operator's file of hosts that may be offered: one name per line. */
public final class HostList {

    private HostList() {}

    /** The hosts named in the text; blank lines, and what follows a {@code #}, do not count. */
    public static SortedSet<String> parse(String text) {
        TreeSet<String> hosts = new TreeSet<>();
        text.lines().forEach(line -> {
            int comment = line.indexOf('#');
            String host = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (!host.isEmpty()) {
                hosts.add(host);
            }
        });
        return Collections.unmodifiableSortedSet(hosts);
    }
}
