package io.tender.daemon.settings;

/**
 * A setting that says something else than what is in force.
 *
 * @param waits why it waits for a restart; empty if it is in force now
 */
public record SettingChange(String setting, String waits) {
    public boolean isInForce() {
        return waits.isEmpty();
    }
}
