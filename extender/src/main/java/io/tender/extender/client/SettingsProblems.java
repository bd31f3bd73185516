package io.tender.extender.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with settings, so that all of it is told at once. */
final class SettingsProblems {
    private final String subject;
    private final List<String> problems = new ArrayList<>();

    SettingsProblems(String subject) {
        this.subject = subject;
    }

    SettingsProblems within(String setting, long value, long least, long most) {
        return require(value >= least && value <= most, setting, Long.toString(value), least + " to " + most);
    }

    SettingsProblems within(String setting, Duration value, Duration least, Duration most) {
        return require(
                value.compareTo(least) >= 0 && value.compareTo(most) <= 0,
                setting,
                Times.shown(value),
                Times.shown(least) + " to " + Times.shown(most));
    }

    SettingsProblems require(boolean fine, String setting, String got, String expected) {
        if (!fine) {
            problems.add(setting + ": got " + got + ", expected " + expected);
        }
        return this;
    }

    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(subject + " cannot be used.\n  " + String.join("\n  ", problems));
        }
    }
}
