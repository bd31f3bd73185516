package io.tender.cli.demo;

import io.tender.cli.DaemonClient;
import io.tender.cli.ExtenderText;
import io.tender.cli.UserError;
import io.tender.daemon.Daemon;
import io.tender.daemon.journal.JournalException;
import io.tender.daemon.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * The real thing in a minute: a daemon with a journal, simulated agents and this machine, two services that have a say and one
 * that looks on, and a framework over HTTP, each in a process of its own. Everything the show knows it has asked the daemon, as anybody can. It
 * leaves nothing behind.
 */
public final class Show {
    private static final Duration TIME_TO_SAY_GOODBYE = Duration.ofSeconds(20);
    private static final Duration TIME_TO_END = Duration.ofSeconds(8);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
    private static final Duration MOST_OVERTIME = Duration.ofMinutes(1);
    private static final int MOST_NEWS = 1_000;
    private static final int TASKS_PER_AGENT = 4;
    /** Both answers, the titles, and the nodes that both would have chosen. */
    private static final int EXAMPLE_LINES = 5;

    private final ShowPlan plan;
    private final Cast cast;
    private final Daemon daemon;
    private final DaemonClient client;
    private final Load load;
    private final Audit audit = new Audit();
    private final Tally tally = new Tally();
    private final List<String> news = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private Optional<String> said = Optional.empty();
    private Optional<Look> last = Optional.empty();
    private long startedAt = System.nanoTime();

    private Show(ShowPlan plan, Cast cast, Daemon daemon, DaemonClient client) {
        this.plan = plan;
        this.cast = cast;
        this.daemon = daemon;
        this.client = client;
        this.load = new Load(client, plan, this::tell);
        this.notes.addAll(cast.notes());
    }

    /**
     * Runs a show. After Ctrl-C, too, it says what came of it, clears everything away, and hands the summary over.
     *
     * @param checked looks at the settings before anything is started with them, and may refuse them
     * @throws IOException if there is no place for its data, or the daemon cannot listen
     */
    public static ShowSummary run(
            ShowPlan plan, String version, UnaryOperator<Settings> checked, Stage stage, Consumer<ShowSummary> atEnd)
            throws IOException, JournalException {
        try (Goodbye goodbye = new Goodbye(TIME_TO_SAY_GOODBYE);
                Scratch scratch = Scratch.create();
                Cast cast = Cast.of(plan)) {
            Path folder = scratch.folder();
            Files.writeString(folder.resolve("volcano-scheduler.conf"), cast.sessions(plan));
            Path file = Files.writeString(folder.resolve("tender.yaml"), cast.settings(plan));
            Settings settings = checked.apply(Settings.read(file, Settings.Given.NOTHING));
            try (Daemon daemon = Daemon.start(settings, version);
                    DaemonClient client = new DaemonClient(URI.create(daemon.address()), Optional.empty())) {
                ShowSummary summary = new Show(plan, cast, daemon, client).play(goodbye, ShowView.on(stage));
                atEnd.accept(summary);
                return summary;
            }
        }
    }

    private void tell(String what) {
        if (news.size() < MOST_NEWS) {
            news.add(String.format(Locale.ROOT, "%4.0f s  %s", seconds(), what));
        }
    }

    private double seconds() {
        return (System.nanoTime() - startedAt) / 1e9;
    }

    private ShowSummary play(Goodbye goodbye, ShowView view) {
        boolean complete;
        Optional<ExampleProgram> framework = framework();
        try {
            startedAt = System.nanoTime();
            load.begin();
            complete = perform(goodbye, view);
        } finally {
            framework.ifPresent(ExampleProgram::close);
        }
        ShowSummary atItsBest = summary(complete);
        leaveNothing();
        ShowSummary summary = problems.isEmpty() ? atItsBest : summary(complete);
        view.end(plan, summary, news);
        return summary;
    }

    /** A framework as anybody could have written it, which knows the daemon's address and nothing else. */
    private Optional<ExampleProgram> framework() {
        try {
            return Optional.of(ExampleProgram.start(
                    ExampleProgram.command(
                            Cast.FRAMEWORK,
                            "--server",
                            daemon.address(),
                            "--name",
                            ShowRole.REMOTE.framework(),
                            "--role",
                            ShowRole.REMOTE.role(),
                            "--where",
                            "kind=simulated",
                            "--tasks",
                            Integer.toString(Integer.MAX_VALUE),
                            "--at-once",
                            Integer.toString(TASKS_PER_AGENT * plan.agents()),
                            "--cpus",
                            "1",
                            "--mem",
                            "512"),
                    "subscribed"));
        } catch (ExampleProgram.NotStarted why) {
            notes.add("The example framework could not be started. " + why.getMessage());
            return Optional.empty();
        }
    }

    /** Returns false if it was stopped before its end. */
    private boolean perform(Goodbye goodbye, ShowView view) {
        while (true) {
            Duration elapsed = Duration.ofNanos(System.nanoTime() - startedAt);
            load.pass(elapsed);
            look();
            view.show(plan, summary(false), news);
            if (isOver(elapsed)) {
                return true;
            }
            try {
                if (goodbye.stopped().await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
                    return false;
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    /** When its time is over and everybody has had a part; on a machine that is much too busy that takes longer. */
    private boolean isOver(Duration elapsed) {
        if (plan.length().filter(length -> elapsed.compareTo(length) >= 0).isEmpty()) {
            return false;
        }
        List<String> missing = missing();
        if (!missing.isEmpty() && elapsed.compareTo(plan.length().get().plus(MOST_OVERTIME)) < 0) {
            return false;
        }
        missing.forEach(who -> problems.add(who + " had no part in it"));
        return true;
    }

    private List<String> missing() {
        List<String> missing = new ArrayList<>();
        tally.rows().stream()
                .filter(row -> row.launched() == 0)
                .forEach(row -> missing.add("The framework " + row.role().framework()));
        if (audit.gangs() == 0) {
            missing.add("A gang");
        }
        if (plan.real() && said.isEmpty()) {
            missing.add("A real process");
        }
        if (cast.extender().isPresent() && calls(false).made() == 0) {
            missing.add("The extender");
        }
        if (cast.offerSet().isPresent() && calls(true).made() == 0) {
            missing.add("The offer set");
        }
        if (cast.shadow().isPresent()
                && shadow().filter(looks -> !looks.example().isEmpty()).isEmpty()) {
            missing.add("The shadow");
        }
        return missing;
    }

    private void look() {
        try {
            Look now = Look.at(client);
            audit.check(now.state(), load.gangs());
            tally.add(now);
            last = Optional.of(now);
            listen(now);
        } catch (UserError silent) {
            problems.add(silent.text());
        }
    }

    /** What the latest of the real processes wrote. */
    private void listen(Look now) {
        for (JsonNode job : now.jobs()) {
            String id = job.path("id").asString();
            if (id.equals("default/hello-" + tally.finished("hello-"))) {
                JsonNode task = client.get("/v1/jobs/" + id).at("/status/taskStatus/0");
                if (task.has("run")) {
                    String run = job.at("/status/framework").asString() + "/"
                            + task.path("run").asString();
                    byte[] written = client.raw("/v1/tasks/" + run + "/logs").body();
                    said = Optional.of(new String(written, StandardCharsets.UTF_8).strip())
                            .filter(words -> !words.isEmpty())
                            .or(() -> said);
                }
            }
        }
    }

    private Look.Calls calls(boolean ofOfferSet) {
        Look.Calls all = Look.Calls.NONE;
        for (Map.Entry<String, Look.Calls> entry :
                last.map(Look::calls).orElse(Map.of()).entrySet()) {
            if (entry.getKey().contains("offer") == ofOfferSet
                    && !entry.getKey().equals(SessionSettings.SHADOW)) {
                all = all.plus(entry.getValue());
            }
        }
        return all;
    }

    /** How the extender does that looks on, as {@code tender extenders} tells it. */
    private Optional<ShowSummary.Shadow> shadow() {
        return last.flatMap(Look::shadow).map(described -> {
            List<String> example = new ArrayList<>();
            for (JsonNode one : described.path("examples")) {
                if (example.isEmpty() && one.path("verb").asString().equals("prioritize")) {
                    example.add(one.path("about").asString());
                    ExtenderText.lines(one).lines().limit(EXAMPLE_LINES).forEach(example::add);
                }
            }
            return new ShowSummary.Shadow(
                    ExtenderText.agreement(described),
                    String.format(
                            Locale.ROOT,
                            "%+.2f",
                            described.path("rankCorrelation").asDouble()),
                    described.path("sameWinner").asLong(),
                    described.path("otherWinner").asLong(),
                    example);
        });
    }

    private ShowSummary summary(boolean complete) {
        List<String> wrong = new ArrayList<>(problems);
        wrong.addAll(load.problems());
        wrong.addAll(audit.problems());
        return new ShowSummary(
                daemon.address(),
                tally.agents(),
                seconds(),
                complete,
                tally.rows().stream()
                        .map(row -> new ShowSummary.Role(
                                row.role().role(),
                                row.role().weight(),
                                row.role().framework(),
                                row.share(),
                                row.tasks(),
                                row.launched()))
                        .toList(),
                tally.inUse("cpus"),
                tally.total("cpus"),
                new ShowSummary.Tasks(
                        tally.launched(), tally.ended("TASK_FINISHED"), tally.ended("TASK_KILLED"), tally.failed()),
                new ShowSummary.Gangs(
                        audit.gangs(),
                        tally.finished("gang-"),
                        (int) tally.waiting().stream()
                                .filter(id -> id.startsWith("default/gang-"))
                                .count(),
                        tally.medianWaitMillis(),
                        tally.waitOf(0.95)),
                tally.finished("hello-"),
                said,
                ShowSummary.Asked.of(calls(false)),
                ShowSummary.Asked.of(calls(true)),
                shadow(),
                new ShowSummary.Checks(audit.looks(), audit.agents()),
                notes(),
                wrong);
    }

    private List<String> notes() {
        List<String> all = new ArrayList<>(notes);
        cast.extender()
                .filter(url -> calls(false).failed() > 0)
                .ifPresent(url -> all.add("The extender at " + url
                        + " did not answer every question; where it did not, gangs were placed without it."));
        cast.offerSet()
                .filter(url -> calls(true).failed() > 0)
                .ifPresent(url -> all.add("The offer-set service at " + url
                        + " did not answer every question; where it did not, offers were tried in native order."));
        return all;
    }

    /** Tasks outlive a daemon; those of a show must not. */
    private void leaveNothing() {
        try {
            load.end();
            long giveUpAt = System.nanoTime() + TIME_TO_END.toNanos();
            for (int left = alive(); left > 0; left = alive()) {
                if (System.nanoTime() > giveUpAt) {
                    problems.add(left + " tasks have not ended");
                    return;
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
        } catch (UserError silent) {
            problems.add(silent.text());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            problems.add("stopped before all tasks had ended");
        }
    }

    private int alive() {
        int count = 0;
        for (JsonNode task : client.get("/v1/tasks?limit=10000").path("items")) {
            count += Audit.OVER.contains("TASK_" + task.path("state").asString()) ? 0 : 1;
        }
        return count;
    }
}
