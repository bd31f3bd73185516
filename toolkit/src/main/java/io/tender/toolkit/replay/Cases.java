package io.tender.toolkit.replay;

import io.tender.extender.client.RecordedBody;
import io.tender.extender.client.RecordedExchange;
import io.tender.extender.compare.AskedQuestion;
import io.tender.extender.compare.Decision;
import io.tender.extender.compare.DecisionReader;
import io.tender.extender.compare.Recognition;
import java.net.URI;
import java.util.Optional;

/** Decides which lines of a recording are cases; of the others the report is told why not. */
final class Cases {
    private final Selection selection;
    private final ReportBuilder report;

    Cases(Selection selection, ReportBuilder report) {
        this.selection = selection;
        this.report = report;
    }

    Optional<Case> of(Entry entry) {
        return switch (entry) {
            case Entry.Note note -> {
                report.problem(note.place(), "note of the recorder: " + note.text());
                yield Optional.empty();
            }
            case Entry.Broken broken -> {
                report.unreadable(broken.place(), broken.why());
                yield Optional.empty();
            }
            case Entry.Recorded recorded -> of(recorded);
        };
    }

    private Optional<Case> of(Entry.Recorded recorded) {
        RecordedExchange exchange = recorded.exchange();
        String path = path(exchange.url());
        RecordedBody request = exchange.request();
        if (request.truncated() || !request.coding().isEmpty()) {
            return told(recorded, "the request is not whole", missing(request));
        }
        byte[] answer = exchange.answer().map(RecordedBody::bytes).orElse(new byte[0]);
        return switch (selection.recognition().of(exchange.verb(), path, request.bytes(), answer)) {
            case Recognition.Result.Unknown unknown -> told(recorded, "not recognised", unknown.why());
            case Recognition.Result.Known known -> of(recorded, path, known.question());
        };
    }

    private Optional<Case> of(Entry.Recorded recorded, String path, AskedQuestion question) {
        if (!selection.kinds().isEmpty() && !selection.kinds().contains(question.kind())) {
            report.skipped("another verb");
            return Optional.empty();
        }
        if (question.kind().changes() && !selection.changes()) {
            report.skipped("changes things (" + question.kind().label() + ")");
            return Optional.empty();
        }
        RecordedExchange exchange = recorded.exchange();
        if (exchange.status().isEmpty()) {
            return told(
                    recorded,
                    "no answer was recorded (" + exchange.outcome() + ")",
                    exchange.failure().isEmpty() ? "there is nothing to compare with" : exchange.failure());
        }
        RecordedBody answer = exchange.answer().orElse(RecordedBody.EMPTY);
        boolean good = exchange.status().getAsInt() == 200;
        if (good
                && (answer.truncated()
                        || !answer.coding().isEmpty()
                        || exchange.outcome().equals("cut_short"))) {
            return told(recorded, "the answer is not whole", "what was answered cannot be compared");
        }
        Decision decision = good
                ? DecisionReader.read(question, answer.bytes())
                : new Decision.Failed("status " + exchange.status().getAsInt(), exchange.failure());
        return Optional.of(new Case(recorded.place(), question, path, exchange, decision));
    }

    /** A recording does not say whether the sender stopped or the recorder did. */
    private static String missing(RecordedBody request) {
        return request.truncated()
                ? request.bytes().length + " of at least " + request.length()
                        + " bytes were recorded: the scheduler stopped within it, or the recording keeps less of bodies"
                        + " (--body-bytes, or bodyBytes of the daemon's recording)"
                : "it was recorded as it was sent, packed with '" + request.coding() + "', and cannot be unpacked";
    }

    private Optional<Case> told(Entry.Recorded recorded, String kind, String why) {
        report.skipped(kind);
        report.problem(recorded.place(), kind + ": " + why);
        return Optional.empty();
    }

    /** Without the query, which recordings leave out. */
    private static String path(String url) {
        int question = url.indexOf('?');
        String plain = question < 0 ? url : url.substring(0, question);
        try {
            String path = URI.create(plain).getRawPath();
            return path == null || path.isEmpty() ? "/" : path;
        } catch (IllegalArgumentException odd) {
            // A stranger's request line is no address; what follows the host is the path all the same.
            int slash = plain.indexOf('/', plain.indexOf("://") + 3);
            return slash < 0 ? "/" : plain.substring(slash);
        }
    }
}
