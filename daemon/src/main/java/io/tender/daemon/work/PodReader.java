package io.tender.daemon.work;

import io.tender.core.batch.life.RestartPolicy;
import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.model.batch.GoDuration;
import io.tender.model.batch.HostPort;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.batch.Toleration;
import io.tender.runtime.yaml.YamlPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the template of a task: one process in the words of a pod with one container. */
final class PodReader {
    static final String RUNS_FOR = "tender.io/runs-for";
    private static final String TASK_PRIORITY = "volcano.sh/task-priority";

    private static final Map<String, RestartPolicy> RESTARTS = new TreeMap<>(Map.of(
            "Never", RestartPolicy.NEVER,
            "OnFailure", RestartPolicy.ON_FAILURE,
            "Always", RestartPolicy.ALWAYS));

    private static final Map<String, Taint.Effect> EFFECTS = new TreeMap<>(Map.of(
            "NoSchedule", Taint.Effect.NO_SCHEDULE,
            "PreferNoSchedule", Taint.Effect.PREFER_NO_SCHEDULE,
            "NoExecute", Taint.Effect.NO_EXECUTE));

    private static final Map<String, Boolean> TOLERATES_ANY = new TreeMap<>(Map.of("Exists", true, "Equal", false));

    private static final Map<String, Boolean> PREEMPTION =
            new TreeMap<>(Map.of(PriorityClass.PREEMPTS, true, PriorityClass.NEVER, false));

    private final PriorityClasses priorityClasses;

    /** What a template says. */
    record Pod(TaskTemplate template, TaskProgram program, RestartPolicy restarts) {}

    PodReader(PriorityClasses priorityClasses) {
        this.priorityClasses = priorityClasses;
    }

    /** @param jobRank what tasks have that name no priority of their own */
    Optional<Pod> read(Fields task, Metadata job, String role, Rank jobRank) {
        task.required("template", "template: with a spec");
        Optional<Fields> within = task.within("template", "A template");
        if (within.isEmpty()) {
            return Optional.empty();
        }
        Fields template = within.get();
        SortedMap<String, String> labels = new TreeMap<>();
        SortedMap<String, String> annotations = new TreeMap<>();
        template.within("metadata", "The metadata of a template").ifPresent(fields -> {
            labels.putAll(fields.labels("labels"));
            annotations.putAll(fields.labels("annotations"));
            fields.ignore("tasks are named after their job", "name", "namespace", "creationTimestamp");
            fields.done();
        });
        Marks own = new Marks(labels, annotations);
        if (!priorityClasses.forgiving()) {
            own.check(template);
        }
        Marks marks = own.within(job);
        labels.putAll(marks.labels());
        annotations.putAll(marks.annotations());
        labels.put("volcano.sh/job-name", job.name());
        labels.put("volcano.sh/job-namespace", job.namespace());
        labels.put("volcano.sh/task-spec", role);
        template.required("spec", "spec: with containers");
        Optional<Pod> pod = template.within("spec", "A pod")
                .flatMap(spec -> pod(spec, role, jobRank, new Marks(labels, annotations)));
        template.done();
        return pod;
    }

    private Optional<Pod> pod(Fields spec, String role, Rank jobRank, Marks marks) {
        SortedMap<String, String> annotations = marks.annotations();
        spec.required("containers", "a list with one container");
        List<Container> containers = spec.each("containers", "A container", this::container);
        spec.get("containers").ifPresent(list -> {
            int count = list.items("'containers'").size();
            if (count != 1) {
                list.problem("A task runs one process.", count + " containers", "one container");
            }
        });
        Optional<Fields> affinity = spec.within("affinity", "An affinity");
        Duration grace = spec.number("terminationGracePeriodSeconds", 0, 86_400)
                .map(Duration::ofSeconds)
                .orElse(TaskOrder.USUAL_GRACE);
        RestartPolicy restarts = spec.oneOf("restartPolicy", RESTARTS).orElse(RestartPolicy.NEVER);
        Container container = containers.isEmpty() ? Container.NOTHING : containers.getFirst();
        Rank rank = Rank.read(spec, jobRank, priorityClasses);
        TaskTemplate.Builder template = TaskTemplate.builder(
                        role, container.asked().amounts())
                .named(container.asked().named())
                .limits(container.asked().limits())
                .labels(marks.labels())
                .annotations(annotations)
                .nodeSelector(spec.labels("nodeSelector"))
                .nodeAffinity(AffinityReader.ofNodes(affinity))
                .podAffinity(AffinityReader.ofTasks(affinity))
                .spread(AffinityReader.spread(spec))
                .tolerations(spec.each("tolerations", "A toleration", PodReader::toleration))
                .ports(container.hostPorts())
                .images(container.image().isEmpty() ? List.of() : List.of(container.image()))
                .priority(taskPriority(spec, annotations).orElse(rank.priority()))
                .preemptable(marks.preemptable(true))
                .mayPreempt(spec.oneOf("preemptionPolicy", PREEMPTION).orElse(rank.mayPreempt()))
                .revocableZone(marks.revocableZone())
                .gated(spec.get("schedulingGates")
                        .filter(gates -> !gates.items("'schedulingGates'").isEmpty())
                        .isPresent());
        spec.text("priorityClassName").ifPresent(template::priorityClass);
        affinity.ifPresent(Fields::done);
        spec.refuse("a task is a process of its agent, and finds the agent's files; it is given no others", "volumes");
        spec.refuse(
                "a task is one process; its command can do first what has to be done first",
                "initContainers",
                "ephemeralContainers");
        spec.ignore(
                "a task is a process of its agent",
                "imagePullSecrets",
                "serviceAccountName",
                "serviceAccount",
                "automountServiceAccountToken",
                "securityContext",
                "hostNetwork",
                "hostPID",
                "hostIPC",
                "dnsPolicy",
                "dnsConfig",
                "hostname",
                "subdomain",
                "setHostnameAsFQDN",
                "enableServiceLinks",
                "shareProcessNamespace",
                "runtimeClassName",
                "schedulerName",
                "activeDeadlineSeconds");
        spec.done();
        // Said of those who are to be simulated for a time it would be noise.
        if (container.command().words().isEmpty() && !annotations.containsKey(RUNS_FOR)) {
            spec.notice("task '" + role
                    + "' has no command, and images are not run: an agent that runs processes will fail it;"
                    + " say in 'command' what to run");
        }
        Optional<Duration> runsFor =
                Optional.ofNullable(annotations.get(RUNS_FOR)).flatMap(GoDuration::parse);
        if (annotations.containsKey(RUNS_FOR)
                && runsFor.filter(time -> !time.isNegative()).isEmpty()) {
            spec.part()
                    .problem(
                            "The annotation '" + RUNS_FOR + "' cannot be this.",
                            "'" + annotations.get(RUNS_FOR) + "'",
                            GoDuration.EXPECTED);
        }
        TaskProgram program =
                new TaskProgram(container.command(), container.image(), container.ports(), grace, runsFor);
        return Optional.of(new Pod(template.build(), program, restarts));
    }

    /** What Volcano lets a task say instead of its class: which tasks of a job go first, and which are evicted last. */
    private static Optional<Integer> taskPriority(Fields spec, Map<String, String> annotations) {
        String written = annotations.get(TASK_PRIORITY);
        if (written == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Integer.valueOf(written));
        } catch (NumberFormatException noNumber) {
            spec.part()
                    .problem(
                            "The annotation '" + TASK_PRIORITY + "' cannot be this.",
                            "'" + written + "'",
                            "a whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE);
            return Optional.empty();
        }
    }

    /** What one container says. */
    private record Container(
            Command command, String image, Asked asked, SortedMap<String, Integer> ports, List<HostPort> hostPorts) {
        static final Container NOTHING = new Container(
                new Command(false, List.of(), new TreeMap<>(), ""), "", Asked.NOTHING, new TreeMap<>(), List.of());
    }

    /**
     * What a container asks for.
     *
     * @param named the resources it names, also those of which it takes nothing
     * @param limits as they are written
     */
    private record Asked(ResourceList amounts, Set<String> named, ResourceList limits) {
        static final Asked NOTHING = new Asked(ResourceList.empty(), Set.of(), ResourceList.empty());
    }

    private Optional<Container> container(Fields fields) {
        List<String> words = new ArrayList<>(fields.texts("command"));
        List<String> arguments = fields.texts("args");
        if (words.isEmpty() && !arguments.isEmpty()) {
            fields.part()
                    .problem(
                            "A container has arguments and no command; the command of its image is not known here.",
                            "args alone",
                            "a command");
        }
        words.addAll(arguments);
        TreeMap<String, String> environment = new TreeMap<>();
        fields.each("env", "A variable", variable -> {
                    variable.required("name", "the variable's name");
                    Optional<String> name = variable.text("name");
                    name.ifPresent(word -> Fields.checkKey(variable.part(), "The name of a variable", word));
                    String value = variable.text("value", "");
                    variable.refuse("there is nothing it could be taken from", "valueFrom");
                    variable.done();
                    return name.map(known -> Map.entry(known, value));
                })
                .forEach(entry -> environment.put(entry.getKey(), entry.getValue()));
        String directory = fields.text("workingDir", "");
        if (directory.startsWith("/")) {
            fields.notice(
                    "'workingDir: " + directory + "' is not in a task's own folder, where it begins: an agent that runs"
                            + " processes will fail the task; leave it out, or name a folder such as 'data'");
        }
        String image = fields.text("image", "");
        TreeMap<String, Integer> ports = new TreeMap<>();
        List<HostPort> hostPorts = fields.each("ports", "A port", port -> port(port, ports));
        Asked asked = asked(fields);
        fields.refuse(
                "a task is a process of its agent, and finds the agent's files; it is given no others",
                "volumeMounts",
                "volumeDevices");
        fields.refuse("there is nothing it could be taken from", "envFrom");
        // Everybody names containers, and nobody expects anything of it.
        fields.get("name");
        fields.ignore(
                "a task is a process of its agent",
                "imagePullPolicy",
                "securityContext",
                "livenessProbe",
                "readinessProbe",
                "startupProbe",
                "lifecycle",
                "stdin",
                "tty",
                "terminationMessagePath",
                "terminationMessagePolicy");
        fields.done();
        return Optional.of(
                new Container(new Command(false, words, environment, directory), image, asked, ports, hostPorts));
    }

    private static Optional<HostPort> port(Fields fields, SortedMap<String, Integer> named) {
        Optional<Integer> outside = fields.number("hostPort", 1, 65_535);
        String protocol = fields.text("protocol", "TCP");
        String address = fields.text("hostIP", "");
        // A process has its agent's network: it opens the port it says, and only a number of the agent can be promised
        // to it.
        fields.number("containerPort", 1, 65_535);
        fields.text("name").ifPresent(name -> outside.ifPresent(number -> named.put(name, number)));
        fields.done();
        return outside.map(number -> new HostPort(protocol, address, number));
    }

    /** What a container asks for; of what it sets only a limit, that is meant. */
    private static Asked asked(Fields container) {
        Optional<Fields> within = container.within("resources", "The resources of a container");
        if (within.isEmpty()) {
            return Asked.NOTHING;
        }
        Fields fields = within.get();
        Map<String, String> requested = fields.amounts("requests").orElse(Map.of());
        Map<String, String> limited = fields.amounts("limits").orElse(Map.of());
        ResourceList requests = ResourceList.parse(requested);
        ResourceList limits = ResourceList.parse(limited);
        Set<String> named = new TreeSet<>(requested.keySet());
        named.addAll(limited.keySet());
        fields.refuse("devices are asked for by name and number", "claims");
        fields.done();
        TreeMap<String, Long> amounts = new TreeMap<>(limits.asMap());
        amounts.putAll(requests.asMap());
        for (Map.Entry<String, Long> amount : requests.asMap().entrySet()) {
            long limit = limits.millis(amount.getKey());
            if (limits.has(amount.getKey()) && limit < amount.getValue()) {
                YamlPart at = fields.part();
                at.problem(
                        "A container asks for more " + amount.getKey() + " than its limit.",
                        ResourceList.print(amount.getKey(), amount.getValue()),
                        "at most " + ResourceList.print(amount.getKey(), limit));
            }
        }
        return new Asked(ResourceList.of(amounts), named, limits);
    }

    private static Optional<Toleration> toleration(Fields fields) {
        boolean any = fields.oneOf("operator", TOLERATES_ANY).orElse(false);
        Toleration read =
                new Toleration(fields.text("key", ""), any, fields.text("value", ""), fields.oneOf("effect", EFFECTS));
        fields.ignore("a taint that comes later ends nothing", "tolerationSeconds");
        fields.done();
        return Optional.of(read);
    }
}
