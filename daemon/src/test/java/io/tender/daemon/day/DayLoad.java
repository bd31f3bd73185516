package io.tender.daemon.day;

import io.tender.daemon.master.AgentView;
import io.tender.daemon.master.MaintenanceWindow;
import io.tender.daemon.work.DocumentId;
import io.tender.daemon.work.WorkView;
import io.tender.model.AgentId;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** What people do to a cluster all day: about the same in every hour. */
final class DayLoad {
    private static final int FRAMEWORKS = 6;
    private static final int SERVICES = 4;
    private static final int MOST_JOBS = 40;

    private final DayWorld world;
    private final Random random;
    private final List<DayFramework> frameworks = new ArrayList<>();
    private final List<DayFramework> away = new ArrayList<>();
    private int jobs;
    private int versions;
    private int frameworksMade;

    DayLoad(DayWorld world, long seed) {
        this.world = world;
        this.random = new Random(seed);
    }

    /** One thing happens. */
    void act() {
        frameworks.removeIf(framework -> !framework.isKnown());
        away.removeIf(framework -> !framework.isKnown());
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 5 -> submitJob();
            case 6 -> deleteJob();
            case 7, 8 -> applyService(random.nextInt(SERVICES));
            case 9 -> deleteService();
            case 10, 11, 12 -> pick(frameworks).ifPresent(framework -> framework.want(1 + random.nextInt(3)));
            case 13, 14 -> frameworkComes();
            case 15 -> frameworkGoes();
            case 16 -> drainOrReturn();
            case 17 -> maintain();
            case 18 -> share();
            default -> pick(frameworks).ifPresent(framework -> framework.connect(random.nextInt(2)));
        }
    }

    /** All work ends, and agents that were kept out come back. */
    void end() {
        for (WorkView.OfJob job : world.desk().views().jobs()) {
            world.desk().delete(job.job().id());
        }
        List.copyOf(frameworks).stream().filter(DayFramework::isKnown).forEach(DayFramework::teardown);
        if (!world.master().view().machinesDown().isEmpty()) {
            world.master()
                    .operator()
                    .stopMaintenance(new TreeSet<>(world.master().view().machinesDown()));
        }
        world.master().operator().schedule(List.of());
        world.master().view().agents().stream()
                .filter(AgentView::deactivated)
                .forEach(agent ->
                        world.master().operator().reactivate(agent.agent().id()));
    }

    private <T> Optional<T> pick(List<T> some) {
        return some.isEmpty() ? Optional.empty() : Optional.of(some.get(random.nextInt(some.size())));
    }

    private void submitJob() {
        if (world.desk().views().jobs().size() >= MOST_JOBS) {
            return;
        }
        int replicas = 1 + random.nextInt(4);
        world.apply(
                """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: job-%d}
                spec:
                  minAvailable: %d
                  maxRetry: 2
                  ttlSecondsAfterFinished: %d
                  policies: [{event: PodFailed, action: RestartJob}]
                  tasks:
                  - name: main
                    replicas: %d
                    template:
                      metadata: {annotations: {tender.io/runs-for: %ds}}
                      spec:
                        restartPolicy: Never
                        containers:
                        - name: main
                          command: ["true"]
                          resources: {requests: {cpu: "%d", memory: 256Mi}}
                """.formatted(
                                jobs++,
                                replicas,
                                random.nextInt(120),
                                replicas,
                                10 + random.nextInt(300),
                                1 + random.nextInt(2)),
                false);
    }

    private void deleteJob() {
        pick(world.desk().views().jobs())
                .ifPresent(job -> world.desk().delete(job.job().id()));
    }

    private void applyService(int number) {
        world.apply("""
                apiVersion: tender.io/v1
                kind: Service
                metadata: {name: service-%d}
                spec:
                  role: www
                  instances: %d
                  service: true
                  resources: {cpu: 500m, memory: 128Mi, disk: 64Mi}
                  ports: [http]
                  command: serve
                  env: {VERSION: "%d"}
                  update: {batchSize: 2, watch: 10s, maxPerInstanceFailures: 3, maxFailedInstances: 3}
                """.formatted(number, 1 + random.nextInt(5), random.nextBoolean() ? versions : versions++), true);
    }

    private void deleteService() {
        pick(world.desk().views().services()).ifPresent(service -> {
            DocumentId id = service.service().id();
            world.desk().delete(id);
        });
    }

    private void frameworkComes() {
        if (!away.isEmpty() && random.nextBoolean()) {
            DayFramework back = away.remove(random.nextInt(away.size()));
            frameworks.add(back);
            back.connect(1);
        } else if (frameworks.size() < FRAMEWORKS) {
            DayFramework fresh =
                    new DayFramework(world, "framework-" + frameworksMade++, Role.of("team-" + random.nextInt(3)));
            frameworks.add(fresh);
            fresh.connect(1 + random.nextInt(3));
        }
    }

    /** For a while, for good, or in order. */
    private void frameworkGoes() {
        pick(frameworks).ifPresent(framework -> {
            frameworks.remove(framework);
            if (random.nextInt(3) == 0) {
                framework.teardown();
            } else {
                framework.disconnect();
                away.add(framework);
            }
        });
    }

    private void drainOrReturn() {
        List<AgentView> agents = world.master().view().agents();
        List<AgentId> drained = agents.stream()
                .filter(agent -> agent.drain().filter(AgentView.Drain::done).isPresent())
                .map(agent -> agent.agent().id())
                .toList();
        if (!drained.isEmpty()) {
            drained.forEach(world.master().operator()::reactivate);
        } else if (agents.stream().noneMatch(agent -> agent.drain().isPresent())) {
            pick(agents.stream().filter(AgentView::present).toList())
                    .ifPresent(agent -> world.master()
                            .operator()
                            .drain(agent.agent().id(), Optional.of(Duration.ofSeconds(5)), false));
        }
    }

    private void maintain() {
        var view = world.master().view();
        if (!view.machinesDown().isEmpty()) {
            world.master().operator().stopMaintenance(new TreeSet<>(view.machinesDown()));
        } else if (!view.maintenance().isEmpty()) {
            world.master()
                    .operator()
                    .startMaintenance(view.maintenance().getFirst().machines());
        } else {
            pick(view.agents())
                    .ifPresent(agent -> world.master()
                            .operator()
                            .schedule(List.of(new MaintenanceWindow(
                                    List.of(agent.agent().hostname()),
                                    new Unavailability(world.now().plusSeconds(120), Optional.empty())))));
        }
    }

    private void share() {
        Role role = Role.of("team-" + random.nextInt(3));
        if (random.nextBoolean()) {
            Quota quota = random.nextBoolean() ? Quota.NONE : Quota.both(ResourceQuantities.parse("cpus:8;mem:8192"));
            world.master().operator().setQuotas(new TreeMap<>(Map.of(role, quota)), true, any -> true);
        } else {
            world.master().operator().setWeights(new TreeMap<>(Map.of(role, 1.0 + random.nextInt(3))));
        }
    }
}
