package io.tender.core.batch.plugin;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Hours of the day, in UTC; an end before the start is on the next day. */
record DailyWindow(LocalTime start, LocalTime end) {
    private static final Pattern HOURS = Pattern.compile("(\\d{1,2}):(\\d{2})-(\\d{1,2}):(\\d{2})");

    /** Empty if the text is not {@code HH:MM-HH:MM}. */
    static Optional<DailyWindow> parse(String text) {
        Matcher hours = HOURS.matcher(text.trim());
        if (!hours.matches()) {
            return Optional.empty();
        }
        return time(hours.group(1), hours.group(2))
                .flatMap(start -> time(hours.group(3), hours.group(4)).map(end -> new DailyWindow(start, end)));
    }

    private static Optional<LocalTime> time(String hour, String minute) {
        int hours = Integer.parseInt(hour);
        int minutes = Integer.parseInt(minute);
        return hours > 23 || minutes > 59 ? Optional.empty() : Optional.of(LocalTime.of(hours, minutes));
    }

    boolean contains(Instant instant) {
        LocalTime now = instant.atZone(ZoneOffset.UTC).toLocalTime();
        boolean started = !now.isBefore(start);
        boolean over = now.isAfter(end);
        return end.isAfter(start) ? started && !over : started || !over;
    }
}
