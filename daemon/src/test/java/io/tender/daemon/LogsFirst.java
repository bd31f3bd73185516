package io.tender.daemon;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.slf4j.LoggerFactory;

/**
 * Wakes the log before any test does: classes of tests run beside each other, and whoever asks SLF4J for a logger while another one
 * wakes it is given a stand-in, which no test can listen to.
 */
public final class LogsFirst implements LauncherSessionListener {
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        LoggerFactory.getILoggerFactory();
    }
}
