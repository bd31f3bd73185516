package io.tender.cli;

import io.tender.toolkit.check.CheckResult;
import io.tender.toolkit.check.Checker;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far a run of checks is, and which one was last; takes itself away when it is over. */
final class CheckProgress implements Checker.Progress, AutoCloseable {
    private final Optional<ProgressBar> bar;

    private CheckProgress(Optional<ProgressBar> bar) {
        this.bar = bar;
    }

    /** @param visible false: nothing is shown */
    static CheckProgress start(int checks, boolean visible) {
        return new CheckProgress(
                visible
                        ? Optional.of(new ProgressBarBuilder()
                                .setTaskName("checks")
                                .setInitialMax(checks)
                                .setStyle(ProgressBarStyle.ASCII)
                                .setUpdateIntervalMillis(100)
                                .clearDisplayOnFinish()
                                .build())
                        : Optional.empty());
    }

    @Override
    public void done(CheckResult result) {
        bar.ifPresent(shown -> {
            shown.setExtraMessage(result.check().id().value());
            shown.step();
        });
    }

    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
    }
}
