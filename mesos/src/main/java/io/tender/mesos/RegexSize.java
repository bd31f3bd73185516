package io.tender.mesos;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Estimates how large an expression is once its repetitions are written out, without writing them out.
 *
 * <p>A compiler that does so runs out of memory on {@code ((((a{99}){99}){99}){99})} before anybody can ask how large
 * the result is. Malformed expressions get some estimate; refusing them is the compiler's business.
 */
final class RegexSize {
    /** Counting stops here, far beyond any limit and far below an overflow. */
    private static final long MOST = 1_000_000_000;

    private final String regex;
    private int position;

    private RegexSize(String regex) {
        this.regex = regex;
    }

    static long of(String regex) {
        return new RegexSize(regex).size();
    }

    private long size() {
        Deque<Long> outer = new ArrayDeque<>();
        long size = 0;
        long last = 0;
        while (position < regex.length()) {
            char c = regex.charAt(position);
            switch (c) {
                case '(' -> {
                    outer.push(size);
                    size = 0;
                    last = 0;
                    position++;
                }
                case ')' -> {
                    last = bounded(size + 2);
                    size = bounded((outer.isEmpty() ? 0 : outer.pop()) + last);
                    position++;
                }
                case '{' -> {
                    long times = repetitions();
                    size = bounded(size + (times - 1) * last);
                    last = bounded(times * last);
                }
                case '[' -> {
                    skipClass();
                    last = 1;
                    size = bounded(size + 1);
                }
                default -> {
                    position += c == '\\' ? 2 : 1;
                    boolean repeated = "*+?|".indexOf(c) >= 0;
                    last = repeated ? bounded(last + 1) : 1;
                    size = bounded(size + 1);
                }
            }
        }
        while (!outer.isEmpty()) {
            size = bounded(size + outer.pop());
        }
        return size;
    }

    private static long bounded(long size) {
        return Math.min(size, MOST);
    }

    /** The largest count of a repetition such as {2,5}; a brace that is none counts as one character. */
    private long repetitions() {
        int end = regex.indexOf('}', position);
        String counts = end < 0 ? "" : regex.substring(position + 1, end);
        if (!counts.matches("[0-9]{1,4}(,[0-9]{0,4})?")) {
            position++;
            return 1;
        }
        position = end + 1;
        long most = 1;
        for (String count : counts.split(",", -1)) {
            most = Math.max(most, count.isEmpty() ? 0 : Long.parseLong(count));
        }
        return counts.endsWith(",") ? most + 1 : most;
    }

    /** Skips a character class; a closing bracket in first place belongs to it. */
    private void skipClass() {
        position++;
        if (position < regex.length() && regex.charAt(position) == '^') {
            position++;
        }
        boolean first = true;
        while (position < regex.length() && (first || regex.charAt(position) != ']')) {
            boolean named = regex.startsWith("[:", position);
            int end = named ? regex.indexOf(":]", position) : -1;
            if (end >= 0) {
                position = end + 2;
            } else {
                position += regex.charAt(position) == '\\' ? 2 : 1;
            }
            first = false;
        }
        position++;
    }
}
