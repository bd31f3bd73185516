package io.tender.cli;

import io.tender.testkit.scenario.Outcome;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far a run of scenarios is; takes itself away when it is over. */
final class TestProgress implements ScenarioRun.Progress, AutoCloseable {

    private final Optional<ProgressBar> bar;

    private TestProgress(Optional<ProgressBar> bar) {
        this.bar = bar;
    }

    /** @param visible false: nothing is shown */
    static TestProgress start(int scenarios, boolean visible) {
        return new TestProgress(
                visible
                        ? Optional.of(new ProgressBarBuilder()
                                .setTaskName("scenarios")
                                .setInitialMax(scenarios)
                                .setStyle(ProgressBarStyle.ASCII)
                                .setUpdateIntervalMillis(100)
                                .clearDisplayOnFinish()
                                .build())
                        : Optional.empty());
    }

    @Override
    public void stepped(Outcome outcome) {
        bar.ifPresent(ProgressBar::step);
    }

    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
    }
}
