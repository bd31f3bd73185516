package io.tender.daemon.work;

import io.tender.core.batch.Explanations;
import io.tender.core.batch.FitErrors;
import io.tender.core.batch.Refusal;
import io.tender.core.batch.life.JobSpec;
import io.tender.core.batch.life.JobState;
import io.tender.core.batch.life.LifePhase;
import io.tender.core.batch.life.TaskLife;
import io.tender.core.batch.life.TaskPhase;
import io.tender.core.services.TaskView;
import io.tender.core.services.Waiting;
import io.tender.model.AgentId;
import io.tender.model.service.TaskId;
import io.tender.model.service.Veto;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Answers why a job or task is where it is, from what its scheduler and the allocator say. */
public final class Explaining {
    /** Agents named as examples of a reason. */
    static final int EXAMPLES = 3;

    /** What is said of a gang that is not whole, which follows from what was said of its tasks. */
    private static final String NOT_WHOLE = "have a place";

    /** Of a task whose job was ended around it. */
    private static final String STOPPED = "stopped";

    private Explaining() {}

    /**
     * Explains a job, or one of its tasks.
     *
     * @param only the task to explain; empty for the job
     * @param said what the last session said of the job; empty if nobody refused it anything
     * @param agents where launched tasks are, by the ids they were launched under
     * @param queue why the job's queue was passed over, if it was
     * @param unoffered why there were no offers that agents could have refused, if there were none
     * @param tooLarge finds what no agent could take
     */
    public static Explanation job(
            JobSpec spec,
            JobState state,
            Optional<TaskId> only,
            Optional<Explanations.OfJob> said,
            Optional<Refusal> queue,
            Optional<String> unoffered,
            Function<TaskId, Optional<AgentId>> agents,
            TooLarge tooLarge,
            List<Explanation.Share> shares) {
        List<TaskLife> tasks = state.tasks().stream()
                .filter(task -> only.isEmpty() || only.get().equals(task.id(spec.id())))
                .toList();
        Predicate<TaskLife> stopped = state.stopped();
        List<Explanation.Place> places = new ArrayList<>();
        for (TaskLife task : tasks) {
            places.add(new Explanation.Place(
                    task.role() + "-" + task.index(),
                    stopped.test(task) ? STOPPED : word(task),
                    task.launched()
                            .filter(run -> !task.phase().isOver())
                            .flatMap(agents)
                            .map(AgentId::value)
                            .orElse(""),
                    stopped.test(task) ? "" : said(task)));
        }
        List<Explanation.No> refusals = new ArrayList<>();
        List<TaskLife> waiting =
                tasks.stream().filter(task -> waits(task, stopped)).toList();
        // Agents that were asked have said as much themselves.
        List<Explanation.No> hopeless = new ArrayList<>(
                said.filter(about -> !about.fits().isEmpty()).isPresent()
                        ? List.of()
                        : merged(tooLarge.among(spec, waiting)));
        if (hopeless.isEmpty() && !waiting.isEmpty()) {
            tooLarge.together(spec, state).ifPresent(hopeless::add);
        }
        refusals.addAll(hopeless);
        if (!waiting.isEmpty()) {
            unoffered.ifPresent(why -> refusals.add(unoffered(why)));
            queue.ifPresent(no -> refusals.add(whole("queue " + spec.frame().queue(), no)));
            said.ifPresent(about -> refusals.addAll(refusals(spec, about, only)));
        }
        // What no agent could take is not helped by what would help against the other refusals.
        List<String> advice = new ArrayList<>(Advice.on(hopeless.isEmpty() ? refusals : hopeless));
        tasks.stream()
                .filter(task -> task.phase() == TaskPhase.BLOCKED && !stopped.test(task))
                .map(TaskLife::role)
                .distinct()
                .forEach(role -> advice.add("'" + role + "' starts once what it depends on runs"));
        String subject = only.map(task -> "Task '" + task + "'").orElse("Job '" + spec.id() + "'");
        String word = only.isPresent() && !tasks.isEmpty()
                ? places.getFirst().state()
                : state.phase().word();
        return new Explanation(
                subject, word, summary(state, tasks, waiting.size(), refusals), places, refusals, shares, advice);
    }

    private static Explanation.No unoffered(String why) {
        return new Explanation.No("", "master", why, 0, 0, List.of(), true);
    }

    private static String word(TaskLife task) {
        return switch (task.phase()) {
            case BLOCKED -> "held back";
            case PENDING -> task.launched().isPresent() && task.exitCode().isEmpty() ? "starting" : "waiting";
            case RUNNING -> "running";
            case ENDING -> "ending";
            case BACKING_OFF -> "pausing before restart " + task.restarts();
            case SUCCEEDED -> "succeeded";
            case FAILED ->
                "failed"
                        + task.exitCode()
                                // What was said tells it too, in better words.
                                .filter(code -> task.message().isBlank())
                                .map(code -> " with exit code " + code)
                                .orElse("");
        };
    }

    /** What was said of a run that broke off, where that is why the task is where it is. */
    private static String said(TaskLife task) {
        return switch (task.phase()) {
            case FAILED, BACKING_OFF -> task.message();
            case BLOCKED, PENDING, RUNNING, ENDING, SUCCEEDED -> "";
        };
    }

    private static boolean waits(TaskLife task, Predicate<TaskLife> stopped) {
        return task.phase() == TaskPhase.PENDING && !stopped.test(task);
    }

    private static String summary(JobState state, List<TaskLife> tasks, int waiting, List<Explanation.No> refusals) {
        long running =
                tasks.stream().filter(task -> task.phase() == TaskPhase.RUNNING).count();
        String why = state.why().isBlank() ? "" : " (" + state.why() + ")";
        if (state.phase().isFinal() || state.phase() == LifePhase.ABORTED) {
            return "It is over" + why + ".";
        }
        if (waiting == 0) {
            return running + " of " + tasks.size() + " tasks run" + why + ".";
        }
        return waiting + " of " + tasks.size() + " tasks wait"
                + (refusals.isEmpty()
                        ? "; nobody has refused them anything yet, so the next session should place them."
                        : ": " + sentence(mostTelling(refusals).reason()));
    }

    /** What extenders and other strangers say may have its full stop. */
    private static String sentence(String reason) {
        return reason.endsWith(".") ? reason : reason + ".";
    }

    /** What could never be tells most, and what was said of agents or of a task tells more than that the gang is not whole. */
    private static Explanation.No mostTelling(List<Explanation.No> refusals) {
        Explanation.No first = refusals.getFirst();
        if (first.author().equals(TooLarge.AUTHOR)) {
            return first;
        }
        return refusals.stream()
                .filter(no -> no.agents() > 0)
                .findFirst()
                .or(() -> refusals.stream()
                        .filter(no -> first.reason().endsWith(NOT_WHOLE) && isAboutPlacing(no))
                        .findFirst())
                .orElse(first);
    }

    private static boolean isAboutPlacing(Explanation.No no) {
        return !no.task().isEmpty() && !no.reason().startsWith(Advice.NOBODY_EVICTED);
    }

    private static List<Explanation.No> refusals(JobSpec spec, Explanations.OfJob about, Optional<TaskId> only) {
        List<Explanation.No> refusals = new ArrayList<>();
        about.refusals().forEach(no -> refusals.add(whole("", no)));
        about.tasks().forEach((task, no) -> {
            if (only.isEmpty() || only.get().equals(task)) {
                refusals.add(whole(shortName(spec, task), no));
            }
        });
        about.fits().forEach((task, errors) -> {
            if (only.isEmpty() || only.get().equals(task)) {
                refusals.addAll(byReason(shortName(spec, task), errors));
            }
        });
        about.evictions().forEach((task, nos) -> {
            if (only.isEmpty() || only.get().equals(task)) {
                nos.forEach(no -> refusals.add(eviction(shortName(spec, task), no)));
            }
        });
        return merged(refusals);
    }

    private static String shortName(JobSpec spec, TaskId task) {
        String prefix = spec.id().namespace() + "." + spec.id().name() + ".";
        return task.value().startsWith(prefix)
                ? task.value().substring(prefix.length()).replace('.', '-')
                : task.value();
    }

    private static Explanation.No whole(String task, Refusal no) {
        return new Explanation.No(task, no.author(), no.reason(), 0, 0, List.of(), mayChange(no));
    }

    /** What could not be found out, or is to be asked later, is as open as room that others hold. */
    private static boolean mayChange(Refusal no) {
        return switch (no.code()) {
            case UNSCHEDULABLE, ERROR, WAIT -> true;
            case UNRESOLVABLE, SKIP -> false;
        };
    }

    private static Explanation.No eviction(String task, Refusal no) {
        return new Explanation.No(
                task, no.author(), Advice.NOBODY_EVICTED + no.reason(), 0, 0, List.of(), mayChange(no));
    }

    private static List<Explanation.No> byReason(String task, FitErrors errors) {
        Map<String, Explanation.No> found = new LinkedHashMap<>();
        errors.byReason().forEach((said, count) -> {
            int colon = said.indexOf(": ");
            String author = colon < 0 ? "" : said.substring(0, colon);
            List<String> examples = new ArrayList<>();
            boolean hope = false;
            for (FitErrors.NodeRefusal refusal : errors.byNode()) {
                if (refusal.refusal().toString().equals(said)) {
                    hope |= mayChange(refusal.refusal());
                    if (examples.size() < EXAMPLES) {
                        examples.add(refusal.node());
                    }
                }
            }
            boolean mayChange =
                    errors.byNode().isEmpty() ? said.contains("insufficient") || Advice.isFailedExtender(said) : hope;
            found.put(
                    said,
                    new Explanation.No(
                            task, author, said.substring(colon + 2), count, errors.nodes(), examples, mayChange));
        });
        return List.copyOf(found.values());
    }

    /** Tasks of one role are refused alike; one of them is told for all. */
    private static List<Explanation.No> merged(List<Explanation.No> refusals) {
        Map<List<Object>, List<Explanation.No>> alike = new LinkedHashMap<>();
        for (Explanation.No no : refusals) {
            String role = no.task().replaceAll("-[0-9]+$", "");
            alike.computeIfAbsent(
                            List.of(role, no.author(), no.reason(), no.agents(), no.among()), key -> new ArrayList<>())
                    .add(no);
        }
        List<Explanation.No> merged = new ArrayList<>();
        alike.values().forEach(same -> {
            Explanation.No first = same.getFirst();
            String task = same.size() == 1 ? first.task() : first.task() + " and " + (same.size() - 1) + " more";
            merged.add(new Explanation.No(
                    task,
                    first.author(),
                    first.reason(),
                    first.agents(),
                    first.among(),
                    first.examples(),
                    first.hope()));
        });
        return merged;
    }

    private static boolean mayFindRoom(String reason) {
        return Stream.of(Veto.Reason.INSUFFICIENT, Veto.Reason.LIMIT, Veto.Reason.EMPTY)
                .anyMatch(about -> reason.startsWith(about.text("")));
    }

    /** Explains one task of a service; why it waits is empty if it has a place, and so is how its last run ended. */
    public static Explanation service(
            TaskView task,
            Optional<Waiting> waiting,
            Optional<LastEnd> ended,
            Optional<String> unoffered,
            List<Explanation.Share> shares) {
        List<Explanation.No> refusals = new ArrayList<>();
        if (waiting.filter(why -> why.reasons().isEmpty()).isPresent()) {
            unoffered.ifPresent(why -> refusals.add(unoffered(why)));
        }
        waiting.ifPresent(why -> why.reasons()
                .forEach((reason, count) -> refusals.add(new Explanation.No(
                        "",
                        Veto.FILTER,
                        reason,
                        count,
                        Math.max(count, why.offersLookedAt()),
                        List.of(),
                        mayFindRoom(reason)))));
        String agent = task.agent().map(AgentId::value).orElse("");
        String summary = waiting.map(why -> why.pendingReason() + "; tried again in "
                        + Duration.ofMillis(why.nextTryMillis()).toSeconds() + " s."
                        + (why.troubles().isEmpty() ? "" : " " + String.join(" ", why.troubles())))
                .orElse(agent.isEmpty() ? "It has no place." : "It is on " + agent + ".");
        return new Explanation(
                "Task '" + task.id() + "' of service '" + task.instance().job() + "'",
                task.state().name(),
                summary,
                List.of(new Explanation.Place(
                        task.instance().toString(),
                        task.state().name(),
                        agent,
                        ended.map(LastEnd::words).orElse(""))),
                refusals,
                shares,
                Advice.onOffers(refusals));
    }

    /**
     * Explains a service as a whole: each reason once, with the instances that have no place.
     *
     * @param ended how the last runs of instances ended that have no place, by their numbers
     * @param unoffered why there are no offers, if there are none
     */
    public static Explanation service(
            String name,
            List<TaskView> tasks,
            Map<TaskId, Waiting> waiting,
            Map<Integer, LastEnd> ended,
            Optional<String> unoffered,
            List<Explanation.Share> shares) {
        List<Explanation.Place> places = new ArrayList<>();
        Map<String, Integer> reasons = new TreeMap<>();
        Set<String> lines = new LinkedHashSet<>();
        Set<String> troubles = new LinkedHashSet<>();
        int looked = 0;
        for (TaskView task : tasks) {
            places.add(new Explanation.Place(
                    task.instance().toString(),
                    task.state().name(),
                    task.agent().map(AgentId::value).orElse(""),
                    Optional.ofNullable(ended.get(task.instance().instance()))
                            .map(LastEnd::words)
                            .orElse("")));
            Waiting why = waiting.get(task.id());
            if (why != null) {
                lines.add(why.pendingReason());
                troubles.addAll(why.troubles());
                why.reasons().forEach((reason, count) -> reasons.merge(reason, count, Math::max));
                looked = Math.max(looked, why.offersLookedAt());
            }
        }
        List<Explanation.No> refusals = new ArrayList<>();
        if (!waiting.isEmpty() && reasons.isEmpty()) {
            unoffered.ifPresent(why -> refusals.add(unoffered(why)));
        }
        int among = looked;
        reasons.forEach((reason, count) -> refusals.add(new Explanation.No(
                "", Veto.FILTER, reason, count, Math.max(count, among), List.of(), mayFindRoom(reason))));
        long placed = tasks.stream().filter(task -> task.agent().isPresent()).count();
        String summary = placed + " of " + tasks.size() + " instances have a place"
                + (lines.isEmpty() ? "." : "; the others wait: " + String.join("; ", lines) + ".")
                + (troubles.isEmpty() ? "" : " " + String.join(" ", troubles));
        return new Explanation(
                "Service '" + name + "'",
                placed == tasks.size() ? "placed" : "waiting",
                summary,
                places,
                refusals,
                shares,
                Advice.onOffers(refusals));
    }
}
