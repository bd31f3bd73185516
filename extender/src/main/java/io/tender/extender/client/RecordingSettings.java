package io.tender.extender.client;

import java.nio.file.Path;

/**
 * Where exchanges are written, as docs/recording.md describes.
 *
 * @param file the file that is written; full ones get {@code .1}, {@code .2} … behind their names, newest first
 * @param bodyBytes of each body that is kept; a longer one is marked as truncated
 * @param fileBytes from which a file is full
 * @param files how many are kept, the current one included
 * @param queued exchanges that may wait for the disk; further ones are dropped and counted
 */
public record RecordingSettings(Path file, int bodyBytes, long fileBytes, int files, int queued) {
    public RecordingSettings {
        new SettingsProblems("The recording settings")
                .within("bodyBytes", bodyBytes, 0, 1 << 28)
                .within("fileBytes", fileBytes, 1, 1L << 40)
                .within("files", files, 1, 1_000)
                .within("queued", queued, 1, 100_000)
                .throwIfAny();
    }

    /** Bodies up to 1 MiB, eight files of 64 MiB. */
    public static RecordingSettings into(Path file) {
        return new RecordingSettings(file, 1 << 20, 64 << 20, 8, 256);
    }
}
