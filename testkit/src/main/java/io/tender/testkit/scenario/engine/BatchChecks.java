package io.tender.testkit.scenario.engine;

import io.tender.core.batch.Assessment;
import io.tender.core.batch.Decision;
import io.tender.core.batch.Explanations;
import io.tender.core.batch.FitErrors;
import io.tender.core.batch.SessionResult;
import io.tender.model.batch.JobId;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.TaskId;
import io.tender.runtime.yaml.YamlProblem;
import io.tender.testkit.scenario.step.BatchExpectation;
import io.tender.testkit.scenario.step.BatchExpectation.Ending;
import io.tender.testkit.scenario.step.BatchExpectation.ExpectedProblem;
import io.tender.testkit.scenario.step.BatchExpectation.Reason;
import io.tender.testkit.scenario.step.BatchExpectation.Where;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.text.BatchNotation;
import io.tender.testkit.scenario.text.ConditionNotation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Compares what is expected of a batch scheduler with what is. */
final class BatchChecks {
    private final BatchWorld world;

    BatchChecks(BatchWorld world) {
        this.world = world;
    }

    void check(BatchExpectation expectation, Source step, Source cause) {
        Differences differences = new Differences();
        compare(expectation, differences);
        differences.requireNone(step, cause);
    }

    private void compare(BatchExpectation expectation, Differences differences) {
        switch (expectation) {
            case BatchExpectation.All all -> all.parts().forEach(part -> compare(part, differences));
            case BatchExpectation.Anything anything -> {
                if (anything.evicted()) {
                    world.evictions().clear();
                } else {
                    world.binds().clear();
                }
            }
            case BatchExpectation.Placed placed -> placed(placed.tasks(), differences);
            case BatchExpectation.Evicted evicted -> evicted(evicted.tasks(), differences);
            case BatchExpectation.Phases phases ->
                phases.phases()
                        .forEach((job, phase) -> differences.compare(
                                job + ": ",
                                phase,
                                world.cluster()
                                        .phase(BatchNotation.job(job))
                                        .<Object>map(got -> got)
                                        .orElse("no such job")));
            case BatchExpectation.States states -> states(states.states(), differences);
            case BatchExpectation.Scores scores -> scores(scores, differences);
            case BatchExpectation.Why why -> why.reasons().forEach((name, reason) -> why(name, reason, differences));
            case BatchExpectation.PassedOver passed -> passedOver(passed.queues(), differences);
            case BatchExpectation.Pipelined pipelined ->
                differences.compare("pipelined ", pipelined.nodes(), texts(last().promised()));
            case BatchExpectation.Nominated nominated ->
                differences.compare("nominated ", nominated.nodes(), nominated());
            case BatchExpectation.NominatedDomains domains ->
                differences.compare("nominated domains ", domains.domains(), nominatedDomains());
            case BatchExpectation.Requests requests -> new ExtenderRequests(world).compare(requests, differences);
            case BatchExpectation.Faults faults -> parts(faults.faults(), faults(), differences);
            case BatchExpectation.Notices notices -> parts(notices.notices(), world.notices(), differences);
            case BatchExpectation.Problems problems -> problems(problems.problems(), differences);
        }
    }

    private SessionResult last() {
        return world.last().orElseThrow(() -> new IllegalArgumentException("there was no session yet"));
    }

    static String print(Decision.Bind bind) {
        return bind.task() + " on " + bind.node();
    }

    static String print(Decision.Evict evict) {
        return evict.task() + " on " + evict.node()
                + (evict.beneficiary().isEmpty() ? "" : " for " + shortName(evict.beneficiary()))
                + " because " + evict.reason();
    }

    private static String shortName(String job) {
        return job.startsWith("default/") ? job.substring("default/".length()) : job;
    }

    private Set<TaskId> named(String name) {
        return new HashSet<>(world.tasks(name));
    }

    private void placed(SortedMap<String, Where> expected, Differences differences) {
        List<Decision.Bind> left = new ArrayList<>(world.binds());
        boolean right = true;
        for (Map.Entry<String, Where> entry : expected.entrySet()) {
            Set<TaskId> tasks = named(entry.getKey());
            List<String> nodes = left.stream()
                    .filter(bind -> tasks.contains(bind.task()))
                    .map(Decision.Bind::node)
                    .sorted()
                    .toList();
            left.removeIf(bind -> tasks.contains(bind.task()));
            Where where = entry.getValue();
            right &= where.count().isPresent()
                    ? where.count().getAsInt() == nodes.size()
                    : where.nodes().equals(nodes);
        }
        if (!right || !left.isEmpty()) {
            List<String> wanted = new ArrayList<>();
            expected.forEach((name, where) -> wanted.add(name + ": " + where));
            differences.add(
                    wanted.isEmpty() ? "nothing" : String.join("\n", wanted),
                    lines(world.binds().stream().map(BatchChecks::print).toList()) + waiting());
        }
        world.binds().clear();
    }

    private static String lines(List<String> lines) {
        return lines.isEmpty() ? "nothing" : String.join("\n", lines);
    }

    /** Why others wait, which is mostly why something else was expected. */
    private String waiting() {
        StringBuilder text = new StringBuilder();
        for (JobId job : world.cluster().jobIds()) {
            List<String> reasons = reasons(shortName(job.toString()));
            boolean waits =
                    world.tasksOf(job).stream().anyMatch(task -> world.cluster().status(task) == TaskStatus.PENDING);
            if (waits) {
                text.append("\n").append(shortName(job.toString())).append(" (");
                text.append(world.cluster().phase(job).map(Enum::name).orElse(""))
                        .append(") waits: ");
                text.append(reasons.isEmpty() ? "nobody says why" : String.join("; ", reasons));
            }
        }
        world.last().ifPresent(result -> {
            result.explanations()
                    .queues()
                    .forEach((queue, refusal) -> text.append("\nqueue ")
                            .append(queue)
                            .append(" was passed over: ")
                            .append(refusal));
            result.faults().forEach(fault -> text.append("\nfault: ").append(fault));
        });
        return text.toString();
    }

    private void evicted(SortedMap<String, Ending> expected, Differences differences) {
        List<Decision.Evict> left = new ArrayList<>(world.evictions());
        boolean right = true;
        for (Map.Entry<String, Ending> entry : expected.entrySet()) {
            Set<TaskId> tasks = named(entry.getKey());
            List<Decision.Evict> own =
                    left.stream().filter(evict -> tasks.contains(evict.task())).toList();
            left.removeAll(own);
            Ending ending = entry.getValue();
            right &= own.size() == ending.count().orElse(tasks.size());
            right &= own.stream().allMatch(evict -> fits(ending, evict));
        }
        if (!right || !left.isEmpty()) {
            List<String> wanted = new ArrayList<>();
            expected.forEach((name, ending) -> wanted.add(name + ": " + ending));
            differences.add(
                    lines(wanted),
                    lines(world.evictions().stream().map(BatchChecks::print).toList()) + waiting());
        }
        world.evictions().clear();
    }

    private static boolean fits(Ending ending, Decision.Evict evict) {
        String whom = evict.beneficiary().isEmpty() ? "nobody" : shortName(evict.beneficiary());
        return ending.beneficiary().filter(job -> !job.equals(whom)).isEmpty()
                && ending.because()
                        .filter(text -> !evict.reason().contains(text))
                        .isEmpty();
    }

    private void states(SortedMap<String, String> expected, Differences differences) {
        expected.forEach((name, wanted) -> {
            for (TaskId task : world.tasks(name)) {
                String status = world.cluster().status(task).name();
                boolean withNode = wanted.contains(" on ");
                String got = withNode
                        ? status + " on " + world.cluster().nodeOf(task).orElse("no node")
                        : status;
                if (!got.equalsIgnoreCase(wanted)) {
                    differences.add(task + ": " + wanted, task + ": " + got);
                }
            }
        });
    }

    private void scores(BatchExpectation.Scores expected, Differences differences) {
        List<TaskId> tasks = world.tasks(expected.task());
        SortedMap<String, Assessment> got = world.assess(tasks.getFirst());
        expected.nodes().forEach((node, wanted) -> {
            Optional<Assessment> said = Optional.ofNullable(got.get(node));
            boolean right = said.filter(one -> one.refusal().isPresent()
                            ? one.refusal().get().toString().contains(wanted)
                            : isNumber(wanted)
                                    && ConditionNotation.condition(wanted).holds(Optional.of(rounded(one.score()))))
                    .isPresent();
            if (!right) {
                differences.add(
                        expected.task() + " on " + node + ": " + wanted,
                        expected.task() + " on " + node + ": "
                                + said.map(one -> one.refusal()
                                                .map(Object::toString)
                                                .orElse(Double.toString(rounded(one.score()))))
                                        .orElse("no such node"));
            }
        });
    }

    /** Scores are written with at most three digits behind the point. */
    private static double rounded(double score) {
        return Math.round(score * 1000) / 1000.0;
    }

    private static boolean isNumber(String text) {
        return text.matches("[-<>=0-9. /%]+");
    }

    private List<String> reasons(String name) {
        List<String> reasons = new ArrayList<>();
        world.last().ifPresent(result -> {
            Optional<JobId> job = world.job(name);
            JobId id = job.orElseGet(
                    () -> world.cluster().jobOf(world.tasks(name).getFirst()).orElseThrow());
            Optional<Explanations.OfJob> said = result.explanations().job(id);
            said.ifPresent(about -> {
                if (job.isPresent()) {
                    about.refusals().forEach(refusal -> reasons.add(refusal.toString()));
                }
                about.tasks().forEach((task, refusal) -> {
                    if (job.isPresent() || task.value().equals(name)) {
                        reasons.add(refusal.toString());
                    }
                });
                about.fits().forEach((task, errors) -> {
                    if (job.isPresent() || task.value().equals(name)) {
                        reasons.add(errors.toString());
                    }
                });
                about.evictions().forEach((task, refusals) -> {
                    if (job.isPresent() || task.value().equals(name)) {
                        refusals.forEach(refusal -> reasons.add(refusal.toString()));
                    }
                });
            });
        });
        return reasons.stream().distinct().toList();
    }

    private void why(String name, Reason expected, Differences differences) {
        List<String> got = reasons(name);
        if (!expected.byNode().isEmpty()) {
            byNode(name, expected.byNode(), differences);
        } else if (expected.text().isEmpty()) {
            if (!got.isEmpty()) {
                differences.add(name + ": nothing", name + ": " + String.join("; ", got));
            }
        } else if (got.stream()
                .noneMatch(reason -> reason.contains(expected.text().get()))) {
            differences.add(
                    name + ": " + expected.text().get(),
                    name + ": " + (got.isEmpty() ? "nobody says why" : String.join("; ", got)));
        }
    }

    private void byNode(String name, SortedMap<String, String> expected, Differences differences) {
        TaskId task = world.tasks(name).stream()
                .filter(one -> world.cluster().status(one) == TaskStatus.PENDING)
                .findFirst()
                .orElse(world.tasks(name).getFirst());
        Optional<FitErrors> errors = world.cluster()
                .jobOf(task)
                .flatMap(job -> last().explanations().job(job))
                .map(about -> about.fits().get(task));
        Map<String, String> got = new TreeMap<>();
        errors.ifPresent(said ->
                said.byNode().forEach(one -> got.put(one.node(), one.refusal().toString())));
        expected.forEach((node, text) -> {
            String said = got.getOrDefault(node, "no refusal");
            if (!said.contains(text)) {
                differences.add(task + " on " + node + ": " + text, task + " on " + node + ": " + said);
            }
        });
    }

    private void passedOver(SortedMap<String, String> expected, Differences differences) {
        SortedMap<String, String> got = new TreeMap<>();
        last().explanations().queues().forEach((queue, refusal) -> got.put(queue, refusal.toString()));
        boolean right = expected.keySet().equals(got.keySet())
                && expected.entrySet().stream()
                        .allMatch(entry -> got.getOrDefault(entry.getKey(), "").contains(entry.getValue()));
        if (!right) {
            differences.add(
                    expected.isEmpty() ? "nothing" : expected.toString(), got.isEmpty() ? "nothing" : got.toString());
        }
    }

    private static SortedMap<String, String> texts(SortedMap<TaskId, String> nodes) {
        SortedMap<String, String> texts = new TreeMap<>();
        nodes.forEach((task, node) -> texts.put(task.value(), node));
        return texts;
    }

    private SortedMap<String, String> nominated() {
        SortedMap<String, String> nodes = new TreeMap<>();
        for (Decision decision : last().decisions()) {
            if (decision instanceof Decision.Nominate nominate) {
                nodes.put(nominate.task().value(), nominate.node());
            }
        }
        return nodes;
    }

    private SortedMap<String, List<String>> nominatedDomains() {
        SortedMap<String, List<String>> jobs = new TreeMap<>();
        for (Decision decision : last().decisions()) {
            if (decision instanceof Decision.NominateDomains nominate) {
                jobs.put(
                        shortName(nominate.job().toString()),
                        nominate.domains().values().stream().distinct().sorted().toList());
            }
        }
        return jobs;
    }

    private List<String> faults() {
        return last().faults().stream()
                .map(fault -> fault.plugin() + ": " + fault.question() + ": " + fault.message())
                .toList();
    }

    /** As many as expected, and each with what is expected of it in it. */
    private static void parts(List<String> expected, List<String> got, Differences differences) {
        boolean right = got.size() == expected.size();
        for (int i = 0; right && i < got.size(); i++) {
            right = got.get(i).contains(expected.get(i));
        }
        if (!right) {
            differences.add(lines(expected), lines(got));
        }
    }

    private void problems(List<ExpectedProblem> expected, Differences differences) {
        List<YamlProblem> got = world.problems();
        boolean right = got.size() == expected.size();
        for (int i = 0; right && i < got.size(); i++) {
            YamlProblem problem = got.get(i);
            right = problem.toString().contains(expected.get(i).text())
                    && problem.line() == expected.get(i).line().orElse(problem.line());
        }
        if (!right) {
            differences.add(
                    lines(expected.stream().map(ExpectedProblem::toString).toList()),
                    lines(got.stream().map(YamlProblem::toString).toList()));
        }
        world.forgetProblems();
    }
}
