package io.tender.benchmarks.report;

import io.tender.benchmarks.reference.Figure;
import java.util.Locale;

/** Numbers as people read them: about three digits that count. */
final class Numbers {

    private Numbers() {}

    static String ms(double ms) {
        if (ms >= 100) {
            return String.format(Locale.ROOT, "%.0f", ms);
        }
        if (ms >= 10) {
            return String.format(Locale.ROOT, "%.1f", ms);
        }
        return String.format(Locale.ROOT, ms >= 1 ? "%.2f" : "%.3f", ms);
    }

    static String ratio(double ratio) {
        if (ratio >= 100) {
            return String.format(Locale.ROOT, "%.0fx", ratio);
        }
        return String.format(Locale.ROOT, ratio >= 10 ? "%.1fx" : "%.2fx", ratio);
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A reference figure, bracketed by what it is worth. */
    static String reference(Figure figure) {
        String median = ms(figure.medianMs());
        String text = figure.minMs() == figure.maxMs()
                ? median
                : ms(figure.minMs()) + " / " + median + " / " + ms(figure.maxMs());
        return switch (figure.state()) {
            case QUIET, CPU -> text;
            case BUSY -> "(" + text + ")";
            case PUBLISHED -> "[" + text + "]";
        };
    }
}
