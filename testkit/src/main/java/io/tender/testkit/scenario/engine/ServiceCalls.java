package io.tender.testkit.scenario.engine;

import io.tender.core.services.ServiceScheduler;
import io.tender.core.services.TaskView;
import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.service.HostOffer;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.TaskConfig;
import io.tender.testkit.scenario.step.Instances;
import io.tender.testkit.scenario.step.ServiceCommand;
import io.tender.testkit.services.OrderService;
import io.tender.testkit.services.ServiceWorld;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Carries out what happens around a service scheduler. What makes no sense is a {@link BrokenRule}. */
final class ServiceCalls {
    private final ServiceCluster cluster;
    private final ServiceWorld world;

    ServiceCalls(ServiceCluster cluster) {
        this.cluster = cluster;
        this.world = cluster.world();
    }

    void perform(ServiceCommand command) {
        ServiceScheduler scheduler = cluster.scheduler();
        switch (command) {
            case ServiceCommand.AddAgent add -> add(add);
            case ServiceCommand.ChangeAgent change -> world.attributes(known(change.agent()), change.attributes());
            case ServiceCommand.RemoveAgent remove -> world.removeAgent(known(remove.agent()));
            case ServiceCommand.CutOff cut -> world.partition(known(cut.agent()));
            case ServiceCommand.ReachAgain again -> world.heal(known(again.agent()));
            case ServiceCommand.Announce announce -> world.announce(known(announce.agent()), announce.when());
            case ServiceCommand.Mode mode -> {
                known(mode.agent());
                scheduler.maintenance(mode.agent(), mode.mode());
            }
            case ServiceCommand.Submit submit ->
                scheduler.submit(submit.change().create(submit.job()), submit.instances());
            case ServiceCommand.Scale scale -> scheduler.scale(scale.job(), scale.instances());
            case ServiceCommand.Kill kill -> {
                if (kill.what().isAll()) {
                    scheduler.kill(kill.what().job());
                } else {
                    scheduler.kill(kill.what().job(), numbers(kill.what()));
                }
            }
            case ServiceCommand.Restart restart ->
                scheduler.restart(restart.what().job(), numbers(restart.what()));
            case ServiceCommand.Update update -> update(update);
            case ServiceCommand.PauseUpdate pause -> scheduler.pauseUpdate(pause.job());
            case ServiceCommand.ResumeUpdate resume -> scheduler.resumeUpdate(resume.job());
            case ServiceCommand.AbortUpdate abort -> scheduler.abortUpdate(abort.job());
            case ServiceCommand.Report report ->
                placed(report.what()).forEach(task -> world.report(task.id(), report.state()));
            case ServiceCommand.Begin begin -> cluster.begin(begin.state());
            case ServiceCommand.Rescind rescind -> rescind(rescind.agent());
            case ServiceCommand.RescindAhead ahead -> world.rescindAhead(known(ahead.agent()));
            case ServiceCommand.Disconnect disconnect -> world.disconnect();
            case ServiceCommand.Reconnect reconnect -> world.reconnect();
            case ServiceCommand.Behave behave -> {
                service();
                cluster.script().behave(behave.conducts());
            }
            case ServiceCommand.Down down -> service().down();
            case ServiceCommand.Back back -> service().back();
        }
    }

    private OrderService service() {
        return cluster.service()
                .orElseThrow(() -> BrokenRule.of(
                        "There is no offer-set service in this scenario.",
                        "the native offer set",
                        "'offer_set_module: http' in 'services'",
                        "add it at the top of the scenario"));
    }

    private void add(ServiceCommand.AddAgent add) {
        if (world.agents().contains(add.agent().id())) {
            throw BrokenRule.of(
                    "Agent '" + add.agent().id() + "' is there already.",
                    "another one of that name",
                    "a name of its own for each",
                    "rename it");
        }
        world.addAgent(add.agent(), add.total(), add.unavailability());
    }

    private String known(AgentId agent) {
        if (!world.agents().contains(agent)) {
            throw BrokenRule.of(
                    "There is no agent '" + agent + "'.", agent, "one of " + world.agents(), "add it first");
        }
        return agent.value();
    }

    /** The instances meant, of those that are wanted now. */
    private Collection<Integer> numbers(Instances what) {
        SortedMap<Integer, TaskConfig> wanted = cluster.scheduler().jobs().getOrDefault(what.job(), new TreeMap<>());
        return what.isAll() ? wanted.keySet() : what.numbers();
    }

    private void update(ServiceCommand.Update update) {
        SortedMap<Integer, TaskConfig> now = cluster.scheduler().jobs().get(update.job());
        if (now == null || now.isEmpty()) {
            throw BrokenRule.of(
                    "There is no job '" + update.job() + "'.",
                    update.job(),
                    "one of " + cluster.scheduler().jobs().keySet(),
                    "submit it first");
        }
        cluster.scheduler()
                .startUpdate(
                        update.change().applyTo(now.values().iterator().next()),
                        update.instances().orElse(now.size()),
                        update.how());
    }

    private List<TaskView> placed(Instances what) {
        List<TaskView> tasks = numbers(what).stream()
                .flatMap(number -> cluster.task(new InstanceKey(what.job(), number)).stream())
                .filter(task -> task.state().isPlaced())
                .toList();
        if (tasks.isEmpty()) {
            throw BrokenRule.of(
                    "No task of '" + what + "' is on a machine.",
                    what,
                    "a task that was sent to a machine and is not over",
                    "place it first, or correct the name");
        }
        return tasks;
    }

    private void rescind(AgentId agent) {
        List<HostOffer> held = cluster.scheduler().heldOffers().stream()
                .filter(offer -> offer.agent().equals(agent))
                .toList();
        if (held.isEmpty()) {
            throw BrokenRule.of(
                    "No offer of agent '" + agent + "' is in hand.",
                    "offers of "
                            + cluster.scheduler().heldOffers().stream()
                                    .map(HostOffer::agent)
                                    .toList(),
                    "an offer that can be taken back",
                    "let one come first, or correct the name");
        }
        held.forEach(offer -> world.rescind(offer.id()));
    }
}
