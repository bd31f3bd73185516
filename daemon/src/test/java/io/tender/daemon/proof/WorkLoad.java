package io.tender.daemon.proof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/** Applies, scales up and deletes jobs and services. Each name is used once, so that its starts can be counted. */
final class WorkLoad implements Load {
    private static final int MOST = 4;
    private static final int MOST_COPIES = 3;
    private static final String JOBS = "/v1/jobs/default/";
    private static final String SERVICES = "/v1/services/www/prod/";

    private final SplittableRandom random;
    private final TaskPrograms programs;

    /** How many tasks or instances there shall be, by name. */
    private final Ledger jobs = new Ledger("job");

    private final Ledger services = new Ledger("service");

    /** The most copies that were ever asked for, by name; no more may ever start. */
    private final TreeMap<String, Integer> most = new TreeMap<>();

    private int numbers;

    WorkLoad(SplittableRandom random, TaskPrograms programs) {
        this.random = random;
        this.programs = programs;
    }

    @Override
    public void run(Calls calls, BooleanSupplier enough) throws IOException, InterruptedException {
        while (!enough.getAsBoolean()) {
            if (random.nextBoolean()) {
                step(jobs, "job-", this::job, calls, JOBS, "/scale?task=main&replicas=");
            } else {
                step(services, "service-", this::service, calls, SERVICES, "/scale?instances=");
            }
        }
    }

    private interface Written {
        String as(String name, int copies);
    }

    private void step(Ledger ledger, String prefix, Written written, Calls calls, String folder, String scale)
            throws IOException, InterruptedException {
        List<String> there = List.copyOf(ledger.present().keySet());
        if (there.isEmpty() || (there.size() < MOST && random.nextInt(3) == 0)) {
            String name = prefix + numbers++;
            int copies = 1 + random.nextInt(2);
            most.put(name, copies);
            ledger.call(
                    name, Integer.toString(copies), () -> calls.send("POST", "/v1/apply", written.as(name, copies)));
            return;
        }
        String name = there.get(random.nextInt(there.size()));
        int copies = Integer.parseInt(ledger.value(name));
        switch (random.nextInt(4)) {
            case 0 -> ledger.call(name, Ledger.NOTHING, () -> calls.send("DELETE", folder + name, ""));
            case 1 -> {
                if (copies < MOST_COPIES) {
                    most.put(name, copies + 1);
                    ledger.call(
                            name,
                            Integer.toString(copies + 1),
                            () -> calls.send("POST", folder + name + scale + (copies + 1), ""));
                }
            }
            default ->
                // Applied again as it is: nothing changes.
                ledger.call(
                        name,
                        Integer.toString(copies),
                        () -> calls.send("POST", "/v1/apply", written.as(name, copies)));
        }
    }

    private String job(String name, int copies) {
        return """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: %s}
                spec:
                  minAvailable: 1
                  tasks:
                  - name: main
                    replicas: %d
                    template:
                      spec:
                        restartPolicy: Never
                        terminationGracePeriodSeconds: 1
                        nodeSelector: {kind: real}
                        containers:
                        - name: main
                          env: [{name: %s, value: %s}]
                          command: [sh, -c, "%s"]
                          resources: {requests: {cpu: 50m, memory: 16Mi}}
                """.formatted(
                name, copies, MarkedProcesses.VARIABLE, programs.mark(), programs.noting(name, "exec sleep 1000"));
    }

    private String service(String name, int copies) {
        return """
                apiVersion: tender.io/v1
                kind: Service
                metadata: {name: %s}
                spec:
                  role: www
                  instances: %d
                  constraints: {kind: real}
                  resources: {cpu: 50m, memory: 16Mi, disk: 1Mi}
                  grace: 1s
                  env: {%s: %s}
                  command: "%s"
                """.formatted(
                name, copies, MarkedProcesses.VARIABLE, programs.mark(), programs.noting(name, "exec sleep 1000"));
    }

    /** Compares what there is with what was acknowledged. */
    List<String> compare(Calls calls) throws IOException, InterruptedException {
        TreeMap<String, String> jobsThere = new TreeMap<>();
        for (JsonNode job : calls.get("/v1/jobs").path("items")) {
            if (!job.at("/status/deleting").asBoolean(false)) {
                jobsThere.put(
                        job.at("/metadata/name").asString(),
                        job.at("/spec/tasks/0/replicas").asString());
            }
        }
        TreeMap<String, String> servicesThere = new TreeMap<>();
        for (JsonNode service : calls.get("/v1/services").path("items")) {
            servicesThere.put(
                    service.at("/metadata/name").asString(),
                    service.at("/spec/instances").asString());
        }
        List<String> differences = new ArrayList<>(jobs.compare(jobsThere));
        differences.addAll(services.compare(servicesThere));
        return differences;
    }

    /** How many processes each job and service shall have. */
    SortedMap<String, Integer> wanted() {
        TreeMap<String, Integer> wanted = new TreeMap<>();
        jobs.present().forEach((name, copies) -> wanted.put(name, Integer.parseInt(copies)));
        services.present().forEach((name, copies) -> wanted.put(name, Integer.parseInt(copies)));
        return wanted;
    }

    /** Compares how many have started with how many were asked for: a copy that starts again would be one too many. */
    List<String> compareStarts() throws IOException {
        List<String> tooMany = new ArrayList<>();
        programs.starts().forEach((name, tasks) -> {
            int asked = most.getOrDefault(name, Integer.MAX_VALUE);
            if (tasks.size() > asked) {
                tooMany.add("%s has started %s, but %d were asked for".formatted(name, tasks, asked));
            }
        });
        return tooMany;
    }

    List<Ledger> ledgers() {
        return List.of(jobs, services);
    }

    /** Deletes all of them. */
    void deleteAll(Calls calls) throws IOException, InterruptedException {
        for (String name : jobs.present().keySet()) {
            jobs.call(name, Ledger.NOTHING, () -> calls.send("DELETE", JOBS + name, ""));
        }
        for (String name : services.present().keySet()) {
            services.call(name, Ledger.NOTHING, () -> calls.send("DELETE", SERVICES + name, ""));
        }
    }
}
