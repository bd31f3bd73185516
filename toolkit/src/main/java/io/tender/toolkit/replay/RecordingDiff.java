package io.tender.toolkit.replay;

import io.tender.extender.compare.AskedQuestion;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares two recordings of the same questions, and asks nobody. Questions are the same if verb and body are, up to what two
 * runs never have in common; the first of one kind is compared with the first of that kind in the other, and so on.
 */
public final class RecordingDiff {
    /** The id of a session, and the clock reading that old Auroras put behind the job's key. */
    private static final Pattern OF_ONE_RUN =
            Pattern.compile("\\A\\s*\\{\\s*\"(?:sessionId\"\\s*:\\s*\"[^\"]*\"|jobKey\"\\s*:\\s*\"[^\"]*(@[0-9]+)\")");

    private static final int MOST_PREFIX = 2_000;

    private final Path before;
    private final Path after;
    private final Selection selection;

    public RecordingDiff(Path before, Path after, Selection selection) {
        this.before = before;
        this.after = after;
        this.selection = selection;
    }

    /** Where the questions of the second recording stand; their bodies stay on the disk. */
    public Report run(Progress progress) throws IOException {
        ReportBuilder report = new ReportBuilder(before.toString(), after.toString(), selection.tolerance());
        Cases cases = new Cases(selection, report);
        Index others = index(cases, report);
        boolean whole = others.whole();
        long compared = 0;
        try (RecordingReader reader = RecordingReader.open(before);
                RandomAccessFile file = new RandomAccessFile(after.toFile(), "r")) {
            Cases again = new Cases(selection, new ReportBuilder("", "", 0));
            for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
                Optional<Case> found = entry.flatMap(cases::of);
                if (found.isPresent()) {
                    Queue<Entry.Place> places = others.places().getOrDefault(key(found.get()), new ArrayDeque<>());
                    Entry.Place place = places.poll();
                    if (place == null) {
                        if (others.whole()) {
                            report.unmatched(before.toString());
                        }
                    } else if (compared == selection.limit()) {
                        report.stopped();
                        whole = false;
                        break;
                    } else {
                        Case other = again.of(RecordingReader.at(file, place)).orElseThrow();
                        report.compared(
                                found.get(), other.decision(), other.exchange().latency());
                        compared++;
                    }
                }
                progress.at(reader.position(), compared);
            }
        }
        if (whole) {
            // Of what was not looked at nobody knows whom it would have matched.
            others.places().values().forEach(left -> left.forEach(place -> report.unmatched(after.toString())));
        }
        return report.build();
    }

    /** @param whole whether all of the recording is in it */
    private record Index(Map<String, Queue<Entry.Place>> places, boolean whole) {}

    private Index index(Cases cases, ReportBuilder report) throws IOException {
        Map<String, Queue<Entry.Place>> places = new HashMap<>();
        long known = 0;
        try (RecordingReader reader = RecordingReader.open(after)) {
            for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
                Optional<Case> found = entry.flatMap(cases::of);
                if (found.isPresent() && known++ == Selection.MOST) {
                    report.stopped();
                    return new Index(places, false);
                }
                found.ifPresent(one -> places.computeIfAbsent(key(one), key -> new ArrayDeque<>())
                        .add(one.place()));
            }
        }
        return new Index(places, true);
    }

    private static String key(Case asked) {
        AskedQuestion question = asked.question();
        byte[] body = asked.exchange().request().bytes();
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((question.dialect() + " " + question.kind() + " ").getBytes(StandardCharsets.UTF_8));
            int beginning = Math.min(MOST_PREFIX, body.length);
            String prefix = new String(body, 0, beginning, StandardCharsets.ISO_8859_1);
            digest.update(withoutRun(prefix).getBytes(StandardCharsets.ISO_8859_1));
            digest.update(body, beginning, body.length - beginning);
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JDK knows SHA-256", impossible);
        }
    }

    private static String withoutRun(String prefix) {
        Matcher found = OF_ONE_RUN.matcher(prefix);
        if (!found.find()) {
            return prefix;
        }
        boolean clock = found.group(1) != null;
        int from = clock ? found.start(1) : found.start();
        int to = clock ? found.end(1) : found.end();
        return prefix.substring(0, from) + prefix.substring(to);
    }
}
