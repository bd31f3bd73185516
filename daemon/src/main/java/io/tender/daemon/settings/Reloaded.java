package io.tender.daemon.settings;

import java.util.List;

/**
 * What came of reading the settings again.
 *
 * @param from the file they were read from
 * @param changes what differs from what is in force; none if nothing does
 * @param notices what they say that has no effect here, and why
 */
public record Reloaded(String from, List<SettingChange> changes, List<String> notices) {
    public Reloaded {
        changes = List.copyOf(changes);
        notices = List.copyOf(notices);
    }
}
