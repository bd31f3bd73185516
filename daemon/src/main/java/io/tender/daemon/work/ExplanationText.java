package io.tender.daemon.work;

import java.util.List;
import java.util.Locale;

/** Tells an explanation to a person. */
public final class ExplanationText {
    /** Beyond this a list is counted rather than shown. */
    private static final int MOST_LINES = 20;

    private ExplanationText() {}

    public static String render(Explanation about) {
        StringBuilder out = new StringBuilder();
        out.append(about.subject()).append(": ").append(about.state()).append('\n');
        out.append("  ").append(about.summary()).append('\n');
        section(
                out,
                "Where",
                about.places().stream().map(ExplanationText::place).toList());
        section(
                out,
                "Who refused",
                about.refusals().stream().map(ExplanationText::no).toList());
        section(
                out,
                "Shares",
                about.shares().stream().map(ExplanationText::share).toList());
        section(out, "What would help", about.advice());
        return out.toString();
    }

    private static void section(StringBuilder out, String title, List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        out.append(title).append(":\n");
        lines.stream()
                .limit(MOST_LINES)
                .forEach(line -> out.append("  ").append(line).append('\n'));
        if (lines.size() > MOST_LINES) {
            out.append("  … and ").append(lines.size() - MOST_LINES).append(" more\n");
        }
    }

    private static String place(Explanation.Place place) {
        return place.task() + "  " + place.state() + (place.said().isBlank() ? "" : ": " + place.said())
                + (place.agent().isEmpty() ? "" : "  on " + place.agent());
    }

    private static String no(Explanation.No no) {
        String whom = no.agents() == 0 ? "" : no.agents() + " of " + no.among() + " agents: ";
        String examples = no.examples().isEmpty() ? "" : " (" + String.join(", ", no.examples()) + ")";
        return (no.task().isEmpty() ? "" : no.task() + "  ") + whom + no.reason() + "  [" + no.author() + "]"
                + examples;
    }

    private static String share(Explanation.Share share) {
        return share.whose() + "  share " + String.format(Locale.ROOT, "%.1f%%", share.share() * 100)
                + (share.weight() == 1 ? "" : ", weight " + share.weight())
                + (share.used().isBlank() ? "" : ", uses " + share.used())
                + (share.guarantee().isBlank() ? "" : ", guaranteed " + share.guarantee())
                + (share.limit().isBlank() ? "" : ", at most " + share.limit());
    }
}
