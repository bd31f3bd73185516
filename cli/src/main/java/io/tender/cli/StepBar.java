package io.tender.cli;

import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far a run of many things is; takes itself away when it is over. */
final class StepBar implements AutoCloseable {
    private final Optional<ProgressBar> bar;

    private StepBar(Optional<ProgressBar> bar) {
        this.bar = bar;
    }

    /** @param visible false: nothing is shown */
    static StepBar start(String things, int many, boolean visible) {
        return new StepBar(
                visible
                        ? Optional.of(new ProgressBarBuilder()
                                .setTaskName(things)
                                .setInitialMax(many)
                                .setStyle(ProgressBarStyle.ASCII)
                                .setUpdateIntervalMillis(100)
                                .clearDisplayOnFinish()
                                .build())
                        : Optional.empty());
    }

    void step() {
        bar.ifPresent(ProgressBar::step);
    }

    /** @param done what was last */
    void step(String done) {
        bar.ifPresent(shown -> {
            shown.setExtraMessage(done);
            shown.step();
        });
    }

    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
    }
}
