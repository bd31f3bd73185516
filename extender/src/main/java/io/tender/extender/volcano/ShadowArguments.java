package io.tender.extender.volcano;

import io.tender.extender.shadow.Mode;
import io.tender.extender.shadow.ShadowSettings;
import io.tender.extender.shadow.Share;
import io.tender.extender.shadow.StopRules;
import io.tender.spi.batch.Arguments;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads how an extender is tried out, and notes all that is wrong with it. */
final class ShadowArguments {
    private static final String MODE = "extender.mode";
    private static final String SHARE = "extender.canaryShare";
    private static final String OF = "extender.shadowOf";
    private static final String STOP = "extender.canaryStop.";
    private static final int WINDOW = 200;
    private static final int FEWEST = 20;

    private final Arguments arguments;
    private final ClientArguments numbers;
    private final int problemsBefore;

    ShadowArguments(Arguments arguments) {
        this.arguments = arguments;
        this.numbers = new ClientArguments(arguments);
        this.problemsBefore = arguments.problems().size();
    }

    /**
     * Empty if something is wrong; the arguments then tell what.
     *
     * @param timeout of a call
     */
    Optional<ShadowSettings> read(Duration timeout) {
        Mode mode = mode();
        Optional<String> of = Optional.of(arguments.text(OF, "")).filter(name -> !name.isBlank());
        String share = arguments.text(SHARE, "");
        StopRules stop = stop(timeout);
        int waiting = (int) numbers.number("extender.shadowQueue", 64, 1, 10_000);
        int nodes = (int) numbers.number("extender.shadowNodes", 100, 1, 10_000);
        int examples = (int) numbers.number("extender.shadowExamples", 20, 0, 1_000);
        if (mode == Mode.DECIDE && of.isPresent()) {
            arguments.problem(OF, "'" + of.get() + "' beside " + MODE + " decide", MODE + ": shadow or canary");
        }
        if (mode != Mode.CANARY && !share.isEmpty()) {
            arguments.problem(SHARE, "'" + share + "' beside " + MODE + " " + mode, MODE + ": canary");
        }
        if (mode == Mode.CANARY && share.isEmpty()) {
            arguments.problem(SHARE, "nothing", Share.EXPECTED);
        }
        Share parsed = share.isEmpty() ? Share.NONE : share(SHARE, share);
        return arguments.problems().size() > problemsBefore
                ? Optional.empty()
                : Optional.of(new ShadowSettings(mode, of, parsed, stop, waiting, nodes, examples));
    }

    private Mode mode() {
        String text = arguments.text(MODE, Mode.DECIDE.label());
        Optional<Mode> mode = Arrays.stream(Mode.values())
                .filter(one -> one.label().equals(text))
                .findFirst();
        if (mode.isEmpty()) {
            arguments.problem(
                    MODE,
                    "'" + text + "'",
                    Arrays.stream(Mode.values()).map(Mode::label).collect(Collectors.joining(" or ")));
        }
        return mode.orElse(Mode.DECIDE);
    }

    private StopRules stop(Duration timeout) {
        int window = (int) numbers.number(STOP + "window", WINDOW, 1, 10_000);
        int fewest = (int) numbers.number(STOP + "minAnswers", Math.min(FEWEST, window), 1, window);
        return new StopRules(
                window,
                fewest,
                share(STOP + "disagreement", arguments.text(STOP + "disagreement", "50%")),
                share(STOP + "errors", arguments.text(STOP + "errors", "10%")),
                numbers.duration(
                        STOP + "latency", timeout.dividedBy(2), ClientArguments.SHORTEST, ClientArguments.LONGEST));
    }

    private Share share(String name, String text) {
        Optional<Share> share = Share.parse(text);
        if (share.isEmpty()) {
            arguments.problem(name, "'" + text + "'", Share.EXPECTED);
        }
        return share.orElse(Share.NONE);
    }
}
